import type pg from 'pg'

export type Job = { key: string; attempts: number; revision: string }

/** Takes what is due, the longest due first; nobody else gets it until the lease ends. */
export const takeJobs = async (
  pool: pg.Pool,
  queue: string,
  limit: number,
  leaseMs: number,
): Promise<Job[]> => {
  const { rows } = await pool.query<Job>(
    `UPDATE jobs SET due_at = now() + $3 * interval '1 ms', attempts = attempts + 1
    FROM (SELECT queue, key FROM jobs
      WHERE queue = $1 AND failed_at IS NULL AND due_at <= now()
      ORDER BY due_at, key LIMIT $2 FOR UPDATE SKIP LOCKED) due
    WHERE jobs.queue = due.queue AND jobs.key = due.key
    RETURNING jobs.key, jobs.attempts, jobs.revision`,
    [queue, limit, leaseMs],
  )
  return rows
}

/** Work that was asked for again while it ran stays, and is due at once. */
export const finishJobs = async (pool: pg.Pool, queue: string, jobs: readonly Job[]) => {
  const values = [queue, jobs.map(({ key }) => key), jobs.map(({ revision }) => revision)]
  await pool.query(
    `WITH done AS (SELECT * FROM unnest($2::text[], $3::bigint[]) AS done(key, revision)),
    finished AS (DELETE FROM jobs USING done
      WHERE jobs.queue = $1 AND jobs.key = done.key AND jobs.revision = done.revision)
    UPDATE jobs SET due_at = now() FROM done
      WHERE jobs.queue = $1 AND jobs.key = done.key AND jobs.revision <> done.revision`,
    values,
  )
}

/** `retryInMs` null: it has failed for good. */
export const failJob = async (
  pool: pg.Pool,
  queue: string,
  job: Job,
  reason: string,
  retryInMs: number | null,
) => {
  await pool.query(
    `UPDATE jobs SET last_error = $4, due_at = now() + coalesce($5, 0) * interval '1 ms',
      failed_at = CASE WHEN $5::double precision IS NULL THEN now() END
    WHERE queue = $1 AND key = $2 AND revision = $3`,
    [queue, job.key, job.revision, reason.slice(0, 500), retryInMs],
  )
}

export type QueueState = { waiting: number; failed: number }

export const readQueue = async (pool: pg.Pool, queue: string): Promise<QueueState> => {
  const { rows } = await pool.query<QueueState>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
      count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
    FROM jobs WHERE queue = $1`,
    [queue],
  )
  return rows[0] ?? { waiting: 0, failed: 0 }
}

export const nextDueInMs = async (pool: pg.Pool, queue: string): Promise<number | null> => {
  const { rows } = await pool.query<{ in_ms: number | null }>(
    `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS in_ms
    FROM jobs WHERE queue = $1 AND failed_at IS NULL`,
    [queue],
  )
  return rows[0]?.in_ms ?? null
}
