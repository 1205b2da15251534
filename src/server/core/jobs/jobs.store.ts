import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { execute, readRow, readRows, readValue } from '#server/core/db/sql.ts'

const jobRow = z.object({ key: z.string(), attempts: z.number(), revision: z.string() })
export type Job = z.infer<typeof jobRow>

const stateRow = z.object({ waiting: z.number(), failed: z.number() })

/** Of one sender, the first job is due as early as this, and each further one later. */
const JOB_TURNS = { headStartMs: 10 * MINUTE_MS, pauseMs: 2_000 }
/** As many jobs of one sender take turns; more wait in the order in which they were sent. */
export const MAX_TURNS = JOB_TURNS.headStartMs / JOB_TURNS.pauseMs

export const createJobsStore = (connection: Connection, queue: string) => ({
  /** Takes the jobs that have been due longest; nobody else gets them until the lease ends. */
  take: (limit: number, leaseMs: number) =>
    readRows(connection, jobRow)`
      UPDATE jobs SET due_at = now() + ${leaseMs} * interval '1 ms', attempts = attempts + 1
      FROM (SELECT queue, key FROM jobs
        WHERE queue = ${queue} AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at, key LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
      WHERE jobs.queue = due.queue AND jobs.key = due.key
      RETURNING jobs.key, jobs.attempts, jobs.revision`,

  /**
   * Puts a job among those of others as if its sender had sent one after the other, with a pause after
   * each of these that waits. One that is being done stays as it is.
   */
  takeTurn: (key: string, earlier: readonly string[]) =>
    execute(connection)`
      UPDATE jobs SET due_at = least(now(), now() - ${JOB_TURNS.headStartMs} * interval '1 ms'
        + ${JOB_TURNS.pauseMs} * interval '1 ms' * (SELECT count(*) FROM jobs waiting
          WHERE queue = ${queue} AND waiting.key = ANY (${earlier}) AND failed_at IS NULL))
      WHERE queue = ${queue} AND key = ${key} AND attempts = 0`,

  /** Deletes the jobs; one that was requested again while it ran is due at once instead. */
  finish: (jobs: readonly Job[]) =>
    execute(connection)`
      WITH done AS (SELECT * FROM unnest(${jobs.map(({ key }) => key)}::text[],
        ${jobs.map(({ revision }) => revision)}::bigint[]) AS done(key, revision)),
      finished AS (DELETE FROM jobs USING done
        WHERE jobs.queue = ${queue} AND jobs.key = done.key AND jobs.revision = done.revision)
      UPDATE jobs SET due_at = now() FROM done
        WHERE jobs.queue = ${queue} AND jobs.key = done.key AND jobs.revision <> done.revision`,

  /** For jobs whose work was done in another way. */
  forget: (keys: readonly string[]) =>
    execute(connection)`DELETE FROM jobs WHERE queue = ${queue} AND key = ANY (${keys})`,

  /** `retryInMs` is null for a job that has failed for good. */
  fail: (job: Job, reason: string, retryInMs: number | null) =>
    execute(connection)`
      UPDATE jobs SET last_error = ${reason.slice(0, 500)},
        due_at = now() + coalesce(${retryInMs}::float8, 0) * interval '1 ms',
        failed_at = CASE WHEN ${retryInMs}::float8 IS NULL THEN now() END
      WHERE queue = ${queue} AND key = ${job.key} AND revision = ${job.revision}`,

  /** Schedules a retry without counting this attempt. */
  postpone: (job: Job, reason: string, retryInMs: number) =>
    execute(connection)`
      UPDATE jobs SET last_error = ${reason.slice(0, 500)},
        due_at = now() + ${retryInMs} * interval '1 ms',
        attempts = greatest(attempts - 1, 0)
      WHERE queue = ${queue} AND key = ${job.key} AND revision = ${job.revision}`,

  state: async () =>
    (await readRow(connection, stateRow)`
      SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
        count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
      FROM jobs WHERE queue = ${queue}`) ?? { waiting: 0, failed: 0 },

  nextDueInMs: (): Promise<number | null> =>
    readValue(connection, z.number().nullable())`
      SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS in_ms
      FROM jobs WHERE queue = ${queue} AND failed_at IS NULL`,
})
