import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, affectsRow, readRow, readValue } from '#server/core/db/sql.ts'

const hostRow = z.object({
  robots: z.string().nullable(),
  is_known: z.boolean(),
})

/** When each host may be visited next, shared by all servers. */
export const createHostsStore = (connection: Connection) => ({
  forgetOld: () =>
    execute(connection)`
      DELETE FROM catalog.visited_hosts WHERE next_visit_at < now() - interval '2 days'`,

  /** Milliseconds to wait; 0 if the visit was granted and counted. */
  takeTurn: async (host: string, betweenMs: number): Promise<number> => {
    const isGranted = await affectsRow(connection)`
      INSERT INTO catalog.visited_hosts AS stored (host, next_visit_at)
      VALUES (${host}, now() + ${betweenMs} * interval '1 ms')
      ON CONFLICT (host) DO UPDATE SET next_visit_at = excluded.next_visit_at
        WHERE stored.next_visit_at <= now()`
    if (isGranted) return 0
    const waitMs = await readValue(connection, z.number())`
      SELECT greatest(extract(epoch FROM next_visit_at - now()) * 1000, 1)::float8
      FROM catalog.visited_hosts WHERE host = ${host}`
    return waitMs ?? 1
  },

  pause: (host: string, forMs: number) =>
    execute(connection)`
      UPDATE catalog.visited_hosts
      SET next_visit_at = greatest(next_visit_at, now() + ${forMs} * interval '1 ms')
        WHERE host = ${host}`,

  /** Null if robots.txt must be fetched; `robots` is null if nothing may be visited for now. */
  robots: async (host: string): Promise<{ robots: string | null } | null> => {
    const row = await readRow(connection, hostRow)`
      SELECT robots, coalesce(robots_until > now(), false) AS is_known
      FROM catalog.visited_hosts WHERE host = ${host}`
    return row?.is_known ? { robots: row.robots } : null
  },

  keepRobots: (host: string, robots: string | null, forMs: number) =>
    execute(connection)`
      INSERT INTO catalog.visited_hosts (host, robots, robots_until)
      VALUES (${host}, ${robots}, now() + ${forMs} * interval '1 ms')
      ON CONFLICT (host) DO UPDATE SET robots = excluded.robots,
        robots_until = excluded.robots_until`,
})
export type HostsStore = ReturnType<typeof createHostsStore>
