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
import { NoticeList, ReasonForm, RemoveForm } from './notices.tsx'
import { TAKEDOWN_TEXT, NOTICES_TEXT } from './takedown-messages.ts'
import { ADMIN_TEXT } from './admin-messages.ts'

/** Notices about content, removed content, and how many there were each year. */
export const TakedownTab = () => (
  <>
    <NoticeList />
    <h2>{TAKEDOWN_TEXT.remove}</h2>
    <RemoveForm address="" notice={null} />
    <h2>{TAKEDOWN_TEXT.list}</h2>
    <TakedownList />
    <h2>{TAKEDOWN_TEXT.counts}</h2>
    <TakedownCountsTable />
  </>
)

const TakedownList = () => {
  const [toRestore, setToRestore] = useState<AdminTakedown | null>(null)
  const list = useAdminPages(
    ['takedowns'],
    (after, signal) => api('GET /api/admin/takedowns', { query: after, signal }),
    (page) => page.takedowns,
  )
  return (
    <>
      <AdminList
        {...list}
        label={TAKEDOWN_TEXT.list}
        notLoaded={TAKEDOWN_TEXT.notLoaded}
        empty={TAKEDOWN_TEXT.empty}
      >
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
  if (restoredAt) return TAKEDOWN_TEXT.restoredOn(formatDate(restoredAt))
  if (!doneAt) return TAKEDOWN_TEXT.isPending
  return isRecognised ? TAKEDOWN_TEXT.isRemoved : TAKEDOWN_TEXT.isUnreadable
}

type TakedownRowProps = { takedown: AdminTakedown; onRestore: () => void }

const TakedownRow = ({ takedown, onRestore }: TakedownRowProps) => (
  <li className={styles.row}>
    <span>{TAKEDOWN_TEXT.kinds[takedown.kind](takedown.title)}</span>
    <span className="quiet small">
      <bdi>{takedown.reason}</bdi>{' '}
      {takedown.reference && TAKEDOWN_TEXT.ofNotice(takedown.reference)}
    </span>
    <span className={classNames('quiet small', styles.when)}>
      {formatDate(takedown.removedAt)} {describeState(takedown)}
    </span>
    {takedown.similar.length > 0 && (
      <details className="small">
        <summary>{TAKEDOWN_TEXT.similarPictures(takedown.similar.length)}</summary>
        <p className="quiet">{TAKEDOWN_TEXT.similarHint}</p>
        {takedown.similar.map((url) => (
          <SimilarPicture key={url} takedown={takedown.id} url={url} />
        ))}
      </details>
    )}
    {takedown.restoredAt === null && (
      <Button aria-label={TAKEDOWN_TEXT.restoreOf(takedown.title)} onClick={onRestore}>
        {TAKEDOWN_TEXT.restore}
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
    TAKEDOWN_TEXT.pictureStays,
  )
  const close = () => setIsRemoving(false)
  return (
    <div className="row wrap gap-3">
      <a className={styles.similar} href={buildPictureUrl(url)} target="_blank" rel="noreferrer">
        <Picture url={url} alt={url} frameRatio={5 / 4} shape="avatar" />
      </a>
      <Button aria-label={TAKEDOWN_TEXT.removeOf(url)} onClick={() => setIsRemoving(true)}>
        {ADMIN_TEXT.remove}
      </Button>
      <ActionButton variant="quiet" aria-label={TAKEDOWN_TEXT.dismissOf(url)} action={dismiss}>
        {TAKEDOWN_TEXT.dismiss}
      </ActionButton>
      <Dialog isOpen={isRemoving} onClose={close} title={TAKEDOWN_TEXT.removeSimilar}>
        <RemoveForm address={url} notice={null} onDone={close} />
      </Dialog>
    </div>
  )
}

type RestoreDialogProps = { takedown: AdminTakedown; onClose: () => void }

const RestoreDialog = ({ takedown: { id, title }, onClose }: RestoreDialogProps) => (
  <Dialog isOpen onClose={onClose} title={TAKEDOWN_TEXT.restoreOf(title)}>
    <ReasonForm
      name={TAKEDOWN_TEXT.restoreOf(title)}
      label={TAKEDOWN_TEXT.reason}
      action={TAKEDOWN_TEXT.restore}
      isMain
      done={TAKEDOWN_TEXT.isShownAgain(title)}
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
      label={TAKEDOWN_TEXT.counts}
      notLoaded={TAKEDOWN_TEXT.countsNotLoaded}
      empty={TAKEDOWN_TEXT.noCounts}
      items={counts.data?.years ?? []}
    >
      {(year) => (
        <li key={year.year} className={styles.row}>
          <strong>{year.year}</strong>
          <span>
            {TAKEDOWN_TEXT.notices(year.notices)}
            <span className="quiet small"> {describeKinds(year)}</span>
          </span>
          <span className="small">
            {TAKEDOWN_TEXT.yearCounts(
              year.removed,
              year.declined,
              year.ownInitiative,
              year.restored,
            )}
          </span>
          <span className="quiet small">
            {year.medianHours !== null && TAKEDOWN_TEXT.decidedWithin(Math.ceil(year.medianHours))}
          </span>
        </li>
      )}
    </AdminList>
  )
}

const describeKinds = ({ byKind }: TakedownCounts) =>
  byKind.map(({ kind, notices }) => `${NOTICES_TEXT.kinds[kind]} ${notices}`).join(', ')
