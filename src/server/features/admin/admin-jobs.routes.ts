import type { AdminJob, adminJobCalls } from '#shared/contract/admin-jobs.ts'
import { succeeded } from '#shared/contract/call.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { AdminJobsStore, JobRow } from './admin-jobs.store.ts'
import type { AuditStore } from '#server/core/audit.store.ts'

const PAGE = 50

const shown = (row: JobRow): AdminJob => ({
  queue: row.queue,
  key: row.key,
  title: row.title,
  attempts: row.attempts,
  dueAt: row.due_at.toISOString(),
  failedAt: row.failed_at?.toISOString() ?? null,
  reason: row.last_error,
})

const readCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return null
  const [queue = '', ...key] = cursor.split(' ')
  return { queue, key: key.join(' ') }
}

export const adminJobHandlers = (
  jobs: AdminJobsStore,
  audit: Pick<AuditStore, 'note'>,
): Handlers<typeof adminJobCalls> => ({
  'GET /api/admin/jobs': async ({ query }) => {
    const [waiting, failed, rows] = await Promise.all([
      jobs.count('waiting'),
      jobs.count('failed'),
      jobs.list(query.state, readCursor(query.after), PAGE + 1),
    ])
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return succeeded({
      counts: { waiting, failed },
      jobs: page.map(shown),
      next: rows.length > PAGE && last ? `${last.queue} ${last.key}` : null,
    })
  },

  'POST /api/admin/jobs/retry': async ({ body, user }) => {
    const { job = null } = body
    const retried = await jobs.retry(job)
    if (job && retried === 0) throw new AppError(404, 'There is no such failed job')
    await audit.note(user.uid, 'jobs-retried', job ? `${job.queue} ${job.key}` : null)
    return succeeded({ retried })
  },
})
