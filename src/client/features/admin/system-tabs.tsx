import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField } from '#client/ui/form.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import type { AdminJob, JobState, StorageKind } from '#shared/contract/admin-system.ts'
import { formatJobCount } from '#shared/domain/admin-tasks.ts'
import { capitalize } from '#shared/domain/text.ts'
import styles from './admin-page.module.css'
import {
  ActionButton,
  AdminList,
  formatBytes,
  formatTime,
  useAdminAction,
  useAdminPages,
  useAdminQuery,
} from './admin-parts.tsx'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const STATES: Record<JobState, string> = { waiting: 'Waiting', failed: 'Failed' }

/** Background jobs, with a way to retry those that failed. */
export const JobsTab = () => {
  const [state, setState] = useState<JobState>('failed')
  const { first, ...list } = useAdminPages(
    ['jobs', state],
    (after, signal) => api('GET /api/admin/jobs', { query: { state, ...after }, signal }),
    (page) => page.jobs,
  )
  const retryAll = useAdminAction(
    () => api('POST /api/admin/jobs/retry', { body: {} }),
    'Retrying all failed jobs',
  )
  const counts = first?.counts
  return (
    <>
      <div className={styles.tools}>
        <ChoiceField label="Jobs" options={STATES} value={state} onChange={setState} />
        <ActionButton disabled={!counts?.failed} action={retryAll}>
          Retry all failed
        </ActionButton>
      </div>
      {counts && (
        <p className={classNames('quiet', styles.counts)}>
          {formatJobCount(counts.waiting)} waiting, {formatJobCount(counts.failed)} failed
        </p>
      )}
      <AdminList {...list} label="Jobs" subject="jobs">
        {(job) => <JobRow key={`${job.queue} ${job.key}`} job={job} />}
      </AdminList>
    </>
  )
}

const JobRow = ({ job }: { job: AdminJob }) => {
  const { queue, key } = job
  const name = job.title ?? key
  const retry = useAdminAction(
    () => api('POST /api/admin/jobs/retry', { body: { job: { queue, key } } }),
    `Retrying ${name}`,
  )
  return (
    <li className={styles.row}>
      <span>
        {name} <span className="quiet small">{queue}</span>
      </span>
      <span className={job.failedAt ? 'problem' : 'quiet small'}>{job.reason}</span>
      <span className={classNames('quiet small', styles.when)}>
        {job.failedAt
          ? `Failed ${formatTime(job.failedAt)} after ${job.attempts} attempts`
          : `Due ${formatTime(job.dueAt)}`}
      </span>
      {job.failedAt && (
        <ActionButton aria-label={`Retry ${name}`} action={retry}>
          Retry
        </ActionButton>
      )}
    </li>
  )
}

const KINDS: Record<StorageKind, string> = {
  uploads: 'Pictures of users',
  portraits: 'Portraits',
  pictures: 'Pictures of the catalogue',
  demo: 'Pictures of the demo',
  crops: 'Crops for search providers',
  variants: 'Resized pictures for all servers',
  removed: 'Removed content, kept for restoring',
  imports: 'Catalogue files',
}

const formatFileCount = (files: number) =>
  files === 1 ? '1 file' : `${files.toLocaleString(LOCALE_TEXT.locale)} files`

/** How much space files and tables take up. */
export const StorageTab = () => {
  const storage = useAdminQuery('storage', (signal) => api('GET /api/admin/storage', { signal }))
  if (storage.isError) return <QueryError title="storage" query={storage} />
  if (!storage.data) return <Skeleton />
  const { files, cache, database, countedAt } = storage.data
  return (
    <>
      <h2>Files</h2>
      <ul className={styles.list} aria-label="Files by kind">
        {files.map(({ kind, ...usage }) => (
          <SizeRow
            key={kind}
            name={KINDS[kind]}
            count={formatFileCount(usage.files)}
            bytes={usage.bytes}
          />
        ))}
        <SizeRow
          name="Copies on this server’s disk"
          count={formatFileCount(cache.files)}
          bytes={cache.bytes}
        />
      </ul>
      <p className={classNames('quiet small', styles.counted)}>
        Counted at {formatTime(countedAt)}.
      </p>
      <h2>Database: {formatBytes(database.bytes)}</h2>
      <ul className={styles.list} aria-label="Largest tables">
        {database.tables.map(({ name, rows, bytes }) => (
          <SizeRow
            key={name}
            name={name}
            count={`${rows.toLocaleString(LOCALE_TEXT.locale)} rows (estimated)`}
            bytes={bytes}
          />
        ))}
      </ul>
    </>
  )
}

type SizeRowProps = { name: string; count: string; bytes: number }

const SizeRow = ({ name, count, bytes }: SizeRowProps) => (
  <li className={classNames(styles.row, styles.size)}>
    <span>{name}</span>
    <span className="quiet small">{count}</span>
    <span className={styles.when}>{formatBytes(bytes)}</span>
  </li>
)

const describeEvent = (event: string): string => capitalize(event.replaceAll('-', ' '))

export const AuditTab = () => {
  const list = useAdminPages(
    ['audit'],
    (after, signal) => api('GET /api/admin/audit', { query: after, signal }),
    (page) => page.entries,
  )
  return (
    <AdminList {...list} label="Audit log" subject="entries">
      {({ id, at, actor, event, subject, detail }) => (
        <li key={id} className={styles.row}>
          <span>{describeEvent(event)}</span>
          <span className="small">
            {subject} {detail && <span className="quiet">{detail}</span>}
          </span>
          <span className="quiet small">{actor ?? 'Command'}</span>
          <span className={classNames('quiet small', styles.when)}>{formatTime(at)}</span>
        </li>
      )}
    </AdminList>
  )
}
