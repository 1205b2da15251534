import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#client/lib/api.ts'
import {
  canTakeAlong,
  type Pocket,
  pocketId,
  type PocketOf,
  removePocket,
} from '#client/lib/pockets.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { toast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { POCKET_TEXT } from '#shared/product-messages.ts'
import { pocketsQuery, refreshPockets, takeAlong } from './take-along.ts'
import styles from './pockets.module.css'

const useRemoval = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pocket) => removePocket(id),
    networkMode: 'always',
    onSuccess: (_, { name }) => toast.show(POCKET_TEXT.removed(name), { kind: 'success' }),
    onSettled: () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
  })
}

/** Takes a shop or a wardrobe along for matching without a network, or forgets it. */
export const TakeAlongButton = ({ of }: { of: PocketOf }) => {
  const queries = useQueryClient()
  const pockets = useQuery(pocketsQuery)
  const [percent, setPercent] = useState(0)
  const removal = useRemoval()
  const taking = useMutation({
    mutationFn: async () => {
      if (!canTakeAlong()) throw new Error(POCKET_TEXT.unsupported)
      return takeAlong(of, (share) => setPercent(Math.round(share * 100)))
    },
    onSuccess: ({ name, products, bytes }) =>
      toast.show(POCKET_TEXT.taken(name, products, bytes), { kind: 'success' }),
    onError: (error) =>
      toast.show(
        error.name === 'QuotaExceededError'
          ? POCKET_TEXT.noRoom
          : failureText(error, POCKET_TEXT.failed),
        { kind: 'error' },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
  })
  const pocket = pockets.data?.find(({ id }) => id === pocketId(of))
  if (!isFinderPublic()) return null
  if (pocket)
    return (
      <Button icon="check" isBusy={removal.isPending} onClick={() => removal.mutate(pocket)}>
        {POCKET_TEXT.isTaken}
        <VisuallyHidden>{POCKET_TEXT.pressToRemove}</VisuallyHidden>
      </Button>
    )
  return (
    <Button isBusy={taking.isPending} onClick={() => taking.mutate()}>
      {taking.isPending
        ? POCKET_TEXT.taking(percent)
        : 'shop' in of
          ? POCKET_TEXT.takeShop
          : POCKET_TEXT.takeWardrobe}
    </Button>
  )
}

/** What was taken along, how much room it takes, and a way to remove it. */
export const PocketList = () => {
  const list = useRef<HTMLUListElement>(null)
  const { data = [] } = useQuery(pocketsQuery)
  const removal = useRemoval()
  if (data.length === 0) return <p className="quiet">{POCKET_TEXT.none}</p>
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label={POCKET_TEXT.title}>
      {data.map((pocket) => (
        <li key={pocket.id} className="row between gap-4">
          <div className="stack gap-1">
            <p>{pocket.name}</p>
            <p className="quiet small">
              {POCKET_TEXT.size(pocket.products, pocket.bytes)},{' '}
              {new Date(pocket.takenAt).toLocaleDateString('en', { dateStyle: 'medium' })}
            </p>
          </div>
          <Button
            onClick={() => {
              removal.mutate(pocket)
              // The button that had the focus is gone.
              list.current?.focus()
            }}
          >
            Remove<VisuallyHidden> {pocket.name}</VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** On the screen where photos are matched: what was taken along, brought up to date. */
export const PocketSection = ({ className }: { className: string | undefined }) => {
  const queries = useQueryClient()
  const { data = [] } = useQuery(pocketsQuery)
  useEffect(() => {
    refreshPockets().then(
      () => queries.invalidateQueries({ queryKey: pocketsQuery.queryKey }),
      (error: unknown) => logProblem('What was taken along is as it was', error),
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
