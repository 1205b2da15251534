import { z } from 'zod'
import { JOBS_COUNTED } from '#shared/constants.ts'
import { jobSchema, type JobState } from '#shared/contract/admin-system.ts'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { raw, readRows, readValue, sql } from '#server/core/db/sql.ts'

const jobRow = jobSchema.extend({ dueAt: isoTime, failedAt: isoTime.nullable() })

const CONDITIONS: Record<JobState, string> = {
  waiting: 'failed_at IS NULL',
  failed: 'failed_at IS NOT NULL',
}

export const createAdminJobsStore = (connection: Connection) => ({
  count: async (state: JobState): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int AS count FROM
      (SELECT FROM jobs WHERE ${raw(CONDITIONS[state])} LIMIT ${JOBS_COUNTED}) counted`) ?? 0,

  /** Ordered by queue and key. */
  list: (state: JobState, after: { queue: string; key: string } | null, limit: number) =>
    readRows(connection, jobRow)`
      SELECT job.queue, job.key, product.title, job.attempts, job.due_at AS "dueAt",
        job.failed_at AS "failedAt", job.last_error AS reason
      FROM (SELECT * FROM jobs
        WHERE ${raw(CONDITIONS[state])} AND (queue, key) > (${after?.queue ?? ''},
          ${after?.key ?? ''})
        ORDER BY queue, key LIMIT ${limit}) job
      LEFT JOIN catalog.products product ON product.product_key =
        CASE WHEN job.key ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' THEN job.key::uuid END
      ORDER BY job.queue, job.key`,

  /** Returns how many jobs are tried again. */
  retry: async (job: { queue: string; key: string } | null): Promise<number> =>
    (await readValue(connection, z.number())`
      WITH failed AS (
        SELECT queue, array_agg(key) AS keys FROM jobs WHERE failed_at IS NOT NULL
          ${job ? sql`AND queue = ${job.queue} AND key = ${job.key}` : raw('')} GROUP BY queue
      ), retried AS MATERIALIZED (
        SELECT ask_for_jobs(queue, keys), cardinality(keys) AS keys FROM failed)
      SELECT coalesce(sum(keys), 0)::int AS retried FROM retried`) ?? 0,
})
export type AdminJobsStore = ReturnType<typeof createAdminJobsStore>
