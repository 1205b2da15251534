import { z } from 'zod'
import { type Connection, readRow, readRows, readValue } from '#server/core/db/query.ts'
import { RETENTION } from '#shared/retention.ts'

const jobRow = z.object({ key: z.string(), attempts: z.number(), revision: z.string() })
export type Job = z.infer<typeof jobRow>

const stateRow = z.object({ waiting: z.number(), failed: z.number() })

export const createJobsStore = (connection: Connection, queue: string) => ({
  /** Takes the jobs that have been due longest; nobody else gets them until the lease ends. */
  take: (limit: number, leaseMs: number) =>
    readRows(
      connection,
      jobRow,
      `UPDATE jobs SET due_at = now() + $3 * interval '1 ms', attempts = attempts + 1
      FROM (SELECT queue, key FROM jobs
        WHERE queue = $1 AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at, key LIMIT $2 FOR UPDATE SKIP LOCKED) due
      WHERE jobs.queue = due.queue AND jobs.key = due.key
      RETURNING jobs.key, jobs.attempts, jobs.revision`,
      [queue, limit, leaseMs],
    ),

  /** A job that was asked for again while it ran stays, and is due at once. */
  finish: async (jobs: readonly Job[]) => {
    await connection.query(
      `WITH done AS (SELECT * FROM unnest($2::text[], $3::bigint[]) AS done(key, revision)),
      finished AS (DELETE FROM jobs USING done
        WHERE jobs.queue = $1 AND jobs.key = done.key AND jobs.revision = done.revision)
      UPDATE jobs SET due_at = now() FROM done
        WHERE jobs.queue = $1 AND jobs.key = done.key AND jobs.revision <> done.revision`,
      [queue, jobs.map(({ key }) => key), jobs.map(({ revision }) => revision)],
    )
  },

  /** Of work that was done in another way. */
  forget: async (keys: readonly string[]) => {
    await connection.query('DELETE FROM jobs WHERE queue = $1 AND key = ANY ($2)', [queue, keys])
  },

  /** `retryInMs` is null for a job that has failed for good. */
  fail: async (job: Job, reason: string, retryInMs: number | null) => {
    await connection.query(
      `UPDATE jobs SET last_error = $4, due_at = now() + coalesce($5, 0) * interval '1 ms',
        failed_at = CASE WHEN $5::double precision IS NULL THEN now() END
      WHERE queue = $1 AND key = $2 AND revision = $3`,
      [queue, job.key, job.revision, reason.slice(0, 500), retryInMs],
    )
  },

  /** The attempt does not count. */
  postpone: async (job: Job, reason: string, retryInMs: number) => {
    await connection.query(
      `UPDATE jobs SET last_error = $4, due_at = now() + $5 * interval '1 ms',
        attempts = greatest(attempts - 1, 0)
      WHERE queue = $1 AND key = $2 AND revision = $3`,
      [queue, job.key, job.revision, reason.slice(0, 500), retryInMs],
    )
  },

  state: async () =>
    (await readRow(
      connection,
      stateRow,
      `SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
        count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
      FROM jobs WHERE queue = $1`,
      [queue],
    )) ?? { waiting: 0, failed: 0 },

  nextDueInMs: (): Promise<number | null> =>
    readValue(
      connection,
      z.number().nullable(),
      `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS in_ms
      FROM jobs WHERE queue = $1 AND failed_at IS NULL`,
      [queue],
    ),
})

/** What nobody deletes and no feature sweeps itself. `$1` is how long it is kept. */
const SWEEPS: readonly [keptMs: number, statement: string][] = [
  [RETENTION.auditLogMs, "DELETE FROM audit_log WHERE at < now() - $1 * interval '1 ms'"],
  [
    RETENTION.endedInvitesMs,
    `DELETE FROM invites WHERE used_at IS NULL
       AND least(expires_at, revoked_at) < now() - $1 * interval '1 ms'`,
  ],
  [RETENTION.failedJobsMs, "DELETE FROM jobs WHERE failed_at < now() - $1 * interval '1 ms'"],
  [
    RETENTION.searchCallsMs,
    "DELETE FROM remote_search_calls WHERE day < (now() - $1 * interval '1 ms')::date",
  ],
  [
    RETENTION.priceChangesMs,
    "DELETE FROM catalog.price_changes WHERE changed_at < now() - $1 * interval '1 ms'",
  ],
  [
    RETENTION.catalogueEventsMs,
    "DELETE FROM catalog.events WHERE at < now() - $1 * interval '1 ms'",
  ],
  [
    RETENTION.webhookDeliveriesMs,
    "DELETE FROM webhook_deliveries WHERE at < now() - $1 * interval '1 ms'",
  ],
]

export const createRetentionStore = (connection: Connection) => ({
  sweep: async () => {
    for (const [keptMs, statement] of SWEEPS) await connection.query(statement, [keptMs])
  },
})
