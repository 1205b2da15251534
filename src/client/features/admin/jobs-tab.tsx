import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField } from '#client/ui/form.tsx'
import type { AdminJob, JobState } from '#shared/contract/admin-system.ts'
import { jobCountText } from '#shared/domain/admin-tasks.ts'
import { ActionButton, AdminList, useAdminAction, useAdminPages } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { timeText } from './admin-text.ts'

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
          {jobCountText(counts.waiting)} waiting, {jobCountText(counts.failed)} failed
        </p>
      )}
      <AdminList {...list} label="Jobs" what="jobs">
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
          ? `Failed ${timeText(job.failedAt)} after ${job.attempts} attempts`
          : `Due ${timeText(job.dueAt)}`}
      </span>
      {job.failedAt && (
        <ActionButton aria-label={`Retry ${name}`} action={retry}>
          Retry
        </ActionButton>
      )}
    </li>
  )
}
