import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#client/lib/api.ts'
import {
  canStorePockets,
  type Pocket,
  pocketId,
  type PocketSubject,
  removePocket,
} from '#client/lib/pockets.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { toast } from '#client/ui/toast.tsx'
import { POCKET_TEXT } from '#shared/product-messages.ts'
import { downloadPocket, pocketsQuery, refreshPockets } from './download-pocket.ts'
import styles from './pockets.module.css'

const useRemovePocket = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pocket) => removePocket(id),
    networkMode: 'always',
    onSuccess: (_, { name }) => toast.success(POCKET_TEXT.removed(name)),
    onSettled: () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
  })
}

/** Stores the products of a shop or a person for matching without a network, or removes them. */
export const PocketButton = ({ subject }: { subject: PocketSubject }) => {
  const queries = useQueryClient()
  const pockets = useQuery(pocketsQuery)
  const [percent, setPercent] = useState(0)
  const remove = useRemovePocket()
  const download = useMutation({
    mutationFn: async () => {
      if (!canStorePockets()) throw new Error(POCKET_TEXT.unsupported)
      return downloadPocket(subject, (share) => setPercent(Math.round(share * 100)))
    },
    onSuccess: ({ name, products, bytes }) =>
      toast.success(POCKET_TEXT.taken(name, products, bytes)),
    onError: (error) =>
      toast.error(
        error.name === 'QuotaExceededError'
          ? POCKET_TEXT.noRoom
          : failureText(error, POCKET_TEXT.failed),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
  })
  const pocket = pockets.data?.find(({ id }) => id === pocketId(subject))
  if (!isFinderPublic()) return null
  if (pocket)
    return (
      <Button icon="check" isBusy={remove.isPending} onClick={() => remove.mutate(pocket)}>
        {POCKET_TEXT.isTaken}
        <span className="visually-hidden">{POCKET_TEXT.pressToRemove}</span>
      </Button>
    )
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending
        ? POCKET_TEXT.taking(percent)
        : 'shop' in subject
          ? POCKET_TEXT.takeShop
          : POCKET_TEXT.takeWardrobe}
    </Button>
  )
}

/** The stored pockets, with their sizes and buttons to remove them. */
export const PocketList = () => {
  const list = useRef<HTMLUListElement>(null)
  const { data = [] } = useQuery(pocketsQuery)
  const remove = useRemovePocket()
  if (data.length === 0) return <p className="quiet">{POCKET_TEXT.none}</p>
  return (
    <ul ref={list} tabIndex={-1} className="rows" aria-label={POCKET_TEXT.title}>
      {data.map((pocket) => (
        <li key={pocket.id} className={classNames('row between gap-4', styles.row)}>
          <div className="stack gap-1">
            <p>{pocket.name}</p>
            <p className="quiet small">
              {POCKET_TEXT.size(pocket.products, pocket.bytes)},{' '}
              {new Date(pocket.takenAt).toLocaleDateString('en', { dateStyle: 'medium' })}
            </p>
          </div>
          <Button
            onClick={() => {
              remove.mutate(pocket)
              // The button that has the focus disappears with its pocket.
              list.current?.focus()
            }}
          >
            Remove<span className="visually-hidden"> {pocket.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The stored pockets on the screen of the photo finder, which also brings them up to date. */
export const PocketSection = ({ className }: { className: string | undefined }) => {
  const queries = useQueryClient()
  const { data = [] } = useQuery(pocketsQuery)
  useEffect(() => {
    refreshPockets().then(
      () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
      (error: unknown) => logProblem('The pockets were not updated', error),
    )
  }, [queries])
  if (data.length === 0) return null
  return (
    <section className={classNames('stack gap-3', className)}>
      <h2 className="quiet-heading">{POCKET_TEXT.title}</h2>
      <PocketList />
    </section>
  )
}
