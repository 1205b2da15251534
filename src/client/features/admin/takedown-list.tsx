import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { AdminTakedown } from '#shared/contract/takedown.ts'
import styles from './admin-page.module.css'
import { dateText } from './date-text.ts'
import { ReasonForm } from './reason-form.tsx'
import { ShowMore } from './show-more.tsx'

const KINDS: Record<AdminTakedown['kind'], string> = {
  look: 'Look',
  picture: 'Picture',
  product: 'Product',
}

export const TakedownList = () => {
  const [restored, setRestored] = useState<AdminTakedown | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['admin', 'takedowns'],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/takedowns', {
          query: pageParam ? { after: pageParam } : {},
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const takedowns = list.data?.pages.flatMap((page) => page.takedowns) ?? []
  return (
    <>
      <ul className={styles.list} aria-label="Removed content" aria-busy={list.isFetching}>
        {takedowns.map((takedown) => (
          <TakedownRow
            key={takedown.id}
            takedown={takedown}
            onRestore={() => setRestored(takedown)}
          />
        ))}
      </ul>
      <ShowMore query={list} count={takedowns.length} what="removed content" />
      {restored && <RestoreDialog takedown={restored} onClose={() => setRestored(null)} />}
    </>
  )
}

const stateOf = ({ restoredAt, doneAt, isRecognised }: AdminTakedown): string => {
  if (restoredAt) return `Restored on ${dateText(restoredAt)}`
  if (!doneAt) return 'Waits for an import to end'
  return isRecognised
    ? 'Removed'
    : 'Removed; a picture could not be read, so copies are not recognised'
}

type TakedownRowProps = { takedown: AdminTakedown; onRestore: () => void }

const TakedownRow = ({ takedown, onRestore }: TakedownRowProps) => (
  <li className={styles.row}>
    <span>
      {KINDS[takedown.kind]}: {takedown.title}
    </span>
    <span className="quiet small">
      {takedown.reason} {takedown.reference && `(notice ${takedown.reference})`}
    </span>
    <span className={classNames('quiet small', styles.when)}>
      {dateText(takedown.removedAt)} {stateOf(takedown)}
    </span>
    {takedown.similar.length > 0 && (
      <details className="small">
        <summary>
          {takedown.similar.length} similar{' '}
          {takedown.similar.length === 1 ? 'picture is' : 'pictures are'} still shown
        </summary>
        <p className="quiet">
          They show too little to be recognized with certainty. To remove one, copy its address into
          the form above.
        </p>
        {takedown.similar.map((url) => (
          <p key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
          </p>
        ))}
      </details>
    )}
    {takedown.restoredAt === null && (
      <Button aria-label={`Restore ${takedown.title}`} onClick={onRestore}>
        Restore
      </Button>
    )}
  </li>
)

type RestoreDialogProps = { takedown: AdminTakedown; onClose: () => void }

const RestoreDialog = ({ takedown: { id, title }, onClose }: RestoreDialogProps) => (
  <Dialog isOpen onClose={onClose} title={`Restore ${title}`}>
    <ReasonForm
      name={`Restore ${title}`}
      label="Reason, such as a counter-notice"
      action="Restore"
      isMain
      done={`${title} is shown again`}
      run={async (reason) => {
        await api('POST /api/admin/takedowns/:id/restore', { params: { id }, body: { reason } })
        onClose()
      }}
    />
  </Dialog>
)
