import { type ReactNode, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField } from '#client/ui/fields.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import type { AdminJob, JobState } from '#shared/contract/admin-system.ts'
import type { AuditEvent } from '#shared/contract/admin-users.ts'
import { formatJobCount } from '#shared/domain/admin-tasks.ts'
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
import { AUDIT_EVENTS, AUDIT_TEXT, JOBS_TEXT, STORAGE_TEXT } from './system-messages.ts'
import { ADMIN_TABS_TEXT } from './admin-messages.ts'

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
    JOBS_TEXT.retryingAll,
  )
  const counts = first?.counts
  return (
    <>
      <div className={styles.tools}>
        <ChoiceField
          label={JOBS_TEXT.jobs}
          options={JOBS_TEXT.states}
          value={state}
          onChange={setState}
        />
        <ActionButton disabled={!counts?.failed} action={retryAll}>
          {JOBS_TEXT.retryAll}
        </ActionButton>
      </div>
      {counts && (
        <p className={classNames('quiet', styles.counts)}>
          {JOBS_TEXT.counts(formatJobCount(counts.waiting), formatJobCount(counts.failed))}
        </p>
      )}
      <AdminList
        {...list}
        label={JOBS_TEXT.jobs}
        notLoaded={JOBS_TEXT.notLoaded}
        empty={JOBS_TEXT.empty}
      >
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
    JOBS_TEXT.retrying(name),
  )
  return (
    <li className={styles.row}>
      <span>
        <bdi>{name}</bdi> <bdi className="quiet small">{queue}</bdi>
      </span>
      <span className={job.failedAt ? 'problem' : 'quiet small'}>
        <bdi>{job.reason}</bdi>
      </span>
      <span className={classNames('quiet small', styles.when)}>
        {job.failedAt
          ? JOBS_TEXT.failedAfter(formatTime(job.failedAt), job.attempts)
          : JOBS_TEXT.due(formatTime(job.dueAt))}
      </span>
      {job.failedAt && (
        <ActionButton aria-label={JOBS_TEXT.retryOf(name)} action={retry}>
          {JOBS_TEXT.retry}
        </ActionButton>
      )}
    </li>
  )
}

const formatFileCount = (files: number) =>
  STORAGE_TEXT.files(files, files.toLocaleString(LOCALE_TEXT.locale))

/** How much space files and tables take up. */
export const StorageTab = () => {
  const storage = useAdminQuery('storage', (signal) => api('GET /api/admin/storage', { signal }))
  if (storage.isError) return <QueryError title={STORAGE_TEXT.notLoaded} query={storage} />
  if (!storage.data) return <Skeleton />
  const { files, cache, database, countedAt } = storage.data
  return (
    <>
      <h2>{STORAGE_TEXT.title}</h2>
      <ul className={styles.list} aria-label={STORAGE_TEXT.byKind}>
        {files.map(({ kind, ...usage }) => (
          <SizeRow
            key={kind}
            name={STORAGE_TEXT.kinds[kind]}
            count={formatFileCount(usage.files)}
            bytes={usage.bytes}
          />
        ))}
        <SizeRow
          name={STORAGE_TEXT.copies}
          count={formatFileCount(cache.files)}
          bytes={cache.bytes}
        />
      </ul>
      <p className={classNames('quiet small', styles.counted)}>
        {STORAGE_TEXT.countedAt(formatTime(countedAt))}
      </p>
      <h2>{STORAGE_TEXT.database(formatBytes(database.bytes))}</h2>
      <ul className={styles.list} aria-label={STORAGE_TEXT.largestTables}>
        {database.tables.map(({ name, rows, bytes }) => (
          <SizeRow
            key={name}
            name={<bdi>{name}</bdi>}
            count={STORAGE_TEXT.rows(rows)}
            bytes={bytes}
          />
        ))}
      </ul>
    </>
  )
}

type SizeRowProps = { name: ReactNode; count: string; bytes: number }

const SizeRow = ({ name, count, bytes }: SizeRowProps) => (
  <li className={classNames(styles.row, styles.size)}>
    <span>{name}</span>
    <span className="quiet small">{count}</span>
    <span className={styles.when}>{formatBytes(bytes)}</span>
  </li>
)

const isAuditEvent = (event: string): event is AuditEvent => Object.hasOwn(AUDIT_EVENTS, event)

const describeEvent = (event: string): string => (isAuditEvent(event) ? AUDIT_EVENTS[event] : event)

export const AuditTab = () => {
  const list = useAdminPages(
    ['audit'],
    (after, signal) => api('GET /api/admin/audit', { query: after, signal }),
    (page) => page.entries,
  )
  return (
    <AdminList
      {...list}
      label={ADMIN_TABS_TEXT.audit}
      notLoaded={AUDIT_TEXT.notLoaded}
      empty={AUDIT_TEXT.empty}
    >
      {({ id, at, actor, event, subject, detail }) => (
        <li key={id} className={styles.row}>
          <span>{describeEvent(event)}</span>
          <span className="small">
            <bdi>{subject}</bdi> {detail && <bdi className="quiet">{detail}</bdi>}
          </span>
          <span className="quiet small">
            {actor === null ? AUDIT_TEXT.command : <Name>{actor}</Name>}
          </span>
          <span className={classNames('quiet small', styles.when)}>{formatTime(at)}</span>
        </li>
      )}
    </AdminList>
  )
}
