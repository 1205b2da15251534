import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { AdminTakedown, TakedownCounts } from '#shared/contract/takedown.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import {
  ActionButton,
  AdminList,
  formatDate,
  useAdminAction,
  useAdminPages,
  useAdminQuery,
} from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { NOTICE_KIND_LABELS, NoticeList, ReasonForm, RemoveForm } from './notices.tsx'

/** Notices about content, removed content, and how many there were each year. */
export const TakedownTab = () => (
  <>
    <NoticeList />
    <h2>Remove content</h2>
    <RemoveForm address="" notice={null} />
    <h2>Removed content</h2>
    <TakedownList />
    <h2>Counts by year</h2>
    <TakedownCountsTable />
  </>
)

const KINDS: Record<AdminTakedown['kind'], string> = {
  look: 'Look',
  picture: 'Picture',
  product: 'Product',
}

const TakedownList = () => {
  const [toRestore, setToRestore] = useState<AdminTakedown | null>(null)
  const list = useAdminPages(
    ['takedowns'],
    (after, signal) => api('GET /api/admin/takedowns', { query: after, signal }),
    (page) => page.takedowns,
  )
  return (
    <>
      <AdminList {...list} label="Removed content" subject="removed content">
        {(takedown) => (
          <TakedownRow
            key={takedown.id}
            takedown={takedown}
            onRestore={() => setToRestore(takedown)}
          />
        )}
      </AdminList>
      {toRestore && <RestoreDialog takedown={toRestore} onClose={() => setToRestore(null)} />}
    </>
  )
}

const describeState = ({ restoredAt, doneAt, isRecognised }: AdminTakedown): string => {
  if (restoredAt) return `Restored on ${formatDate(restoredAt)}`
  if (!doneAt) return 'Waiting for an import or for search to follow'
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
      {formatDate(takedown.removedAt)} {describeState(takedown)}
    </span>
    {takedown.similar.length > 0 && (
      <details className="small">
        <summary>
          {takedown.similar.length} similar{' '}
          {takedown.similar.length === 1 ? 'picture is' : 'pictures are'} still shown
        </summary>
        <p className="quiet">They show too little to be recognized with certainty.</p>
        {takedown.similar.map((url) => (
          <SimilarPicture key={url} takedown={takedown.id} url={url} />
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

/** A picture whose fingerprint is only similar: an administrator decides whether it is a copy. */
const SimilarPicture = ({ takedown, url }: { takedown: string; url: string }) => {
  const [isRemoving, setIsRemoving] = useState(false)
  const dismiss = useAdminAction(
    () =>
      api('DELETE /api/admin/takedowns/:id/similar', { params: { id: takedown }, query: { url } }),
    'The picture stays',
  )
  const close = () => setIsRemoving(false)
  return (
    <div className="row wrap gap-3">
      <a className={styles.similar} href={buildPictureUrl(url)} target="_blank" rel="noreferrer">
        <Picture url={url} alt={url} frameRatio={5 / 4} shape="avatar" />
      </a>
      <Button aria-label={`Remove ${url}`} onClick={() => setIsRemoving(true)}>
        Remove
      </Button>
      <ActionButton variant="quiet" aria-label={`Dismiss ${url}`} action={dismiss}>
        Not the same
      </ActionButton>
      <Dialog isOpen={isRemoving} onClose={close} title="Remove a similar picture">
        <RemoveForm address={url} notice={null} onDone={close} />
      </Dialog>
    </div>
  )
}

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

/** The figures for the yearly report that the DSA requires. */
const TakedownCountsTable = () => {
  const counts = useAdminQuery('takedown-counts', (signal) =>
    api('GET /api/admin/takedown-counts', { signal }),
  )
  return (
    <AdminList
      query={counts}
      label="Counts by year"
      subject="the counts"
      empty="No notices yet"
      items={counts.data?.years ?? []}
    >
      {(year) => (
        <li key={year.year} className={styles.row}>
          <strong>{year.year}</strong>
          <span>
            {year.notices} notices
            <span className="quiet small"> {describeKinds(year)}</span>
          </span>
          <span className="small">
            {year.removed} removed, {year.declined} declined, {year.ownInitiative} without a notice,{' '}
            {year.restored} restored
          </span>
          <span className="quiet small">
            {year.medianHours !== null &&
              `Decided within ${Math.ceil(year.medianHours)} h (median)`}
          </span>
        </li>
      )}
    </AdminList>
  )
}

const describeKinds = ({ byKind }: TakedownCounts) =>
  byKind.map(({ kind, notices }) => `${NOTICE_KIND_LABELS[kind]} ${notices}`).join(', ')
