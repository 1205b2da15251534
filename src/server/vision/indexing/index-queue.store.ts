import type { Connection } from '#server/core/db/query.ts'

/** The database queues new and changed products here, whichever models are in use. */
export const INDEX_QUEUE = 'product-vector'

/** Each model has a queue of its own: the same product is due once for every model. */
export const indexQueueOf = (version: string) => `${INDEX_QUEUE}@${version}`

const PAGE = 1_000

/** Passes products on to the queues of all registered models; false if there were none. */
export const distributeProducts = async (connection: Connection): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `WITH due AS (SELECT queue, key FROM jobs
        WHERE queue = $1 AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at, key LIMIT $2 FOR UPDATE SKIP LOCKED),
      taken AS (DELETE FROM jobs USING due
        WHERE jobs.queue = due.queue AND jobs.key = due.key RETURNING jobs.key),
      users AS (SELECT $1 || '@' || version AS queue FROM vector_models
        WHERE calibration IS NOT NULL AND seen_at > now() - interval '7 days'),
      told AS (SELECT pg_notify('jobs', queue) FROM users WHERE EXISTS (SELECT FROM taken)),
      asked AS (INSERT INTO jobs (queue, key)
        SELECT users.queue, taken.key FROM taken, users ORDER BY users.queue, taken.key
        ON CONFLICT (queue, key) DO UPDATE
          SET due_at = now(), attempts = 0, failed_at = NULL, revision = jobs.revision + 1)
    SELECT key FROM taken, (SELECT count(*) FROM told) AS counted`,
    [INDEX_QUEUE, PAGE],
  )
  return (rowCount ?? 0) > 0
}
