import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRows } from '#server/core/db/sql.ts'
import type { Sample } from './metrics.ts'

/** Counting jobs reads all of them, so frequent scrapes must not repeat it. */
const CACHE_MS = 10_000
const TIMEOUT_MS = 3_000

const countRow = z.object({
  name: z.string(),
  queue: z.string().nullable(),
  state: z.string().nullable(),
  count: z.number(),
})

const countAll = (connection: Connection) => readRows(connection, countRow)`
  SELECT 'wearabouts_jobs' AS name, queue,
      CASE WHEN failed_at IS NULL THEN 'waiting' ELSE 'failed' END AS state, count(*)::int AS count
    FROM jobs GROUP BY 1, 2, 3
  UNION ALL
  SELECT 'wearabouts_scans_running', NULL, NULL, count(*)::int FROM scans
    WHERE ended_at IS NULL AND cancelled_at IS NULL AND alive_at > now() - interval '10 s'
  UNION ALL
  SELECT 'wearabouts_vision_tasks', NULL,
      CASE WHEN leased_until > now() THEN 'running' ELSE 'waiting' END, count(*)::int
    FROM vision_tasks WHERE NOT is_done GROUP BY 3
  UNION ALL
  SELECT 'wearabouts_vision_workers', NULL, NULL, count(*)::int FROM vision_workers
    WHERE seen_at > now() - interval '1 min'`

/** Counts of waiting and running work, for all servers. Empty while the database does not answer. */
export const createQueueCounts = (connection: Connection) => {
  let snapshot: { at: number; counts: Promise<Record<string, Sample[]>> } | undefined

  const read = async () => {
    const counts: Record<string, Sample[]> = {}
    for (const { name, queue, state, count } of await countAll(connection)) {
      const labels = { ...(queue === null ? {} : { queue }), ...(state === null ? {} : { state }) }
      counts[name] = [...(counts[name] ?? []), { labels, value: count }]
    }
    return counts
  }
  const rejectWhenLate = () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The database is too slow')), TIMEOUT_MS).unref()
    })

  return (): Promise<Record<string, Sample[]>> => {
    if (!snapshot || performance.now() - snapshot.at > CACHE_MS)
      snapshot = {
        at: performance.now(),
        counts: Promise.race([read(), rejectWhenLate()]).catch(() => ({})),
      }
    return snapshot.counts
  }
}
