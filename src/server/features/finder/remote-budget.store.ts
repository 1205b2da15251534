import type { Connection } from '#server/core/db/query.ts'
import { affectsRow, execute } from '#server/core/db/sql.ts'
import { RETENTION } from '#shared/retention.ts'

/** Billed provider calls per day (UTC), per user and in total. */
const REMOTE_BUDGET = { callsPerUserDaily: 60, callsDaily: 1_000 } as const

const ALL_USERS = ''

/** Billed calls to providers, counted across all servers. */
export const createBudget = (connection: Connection, limits: BudgetLimits = REMOTE_BUDGET) => {
  const count = (caller: string, limit: number): Promise<boolean> =>
    affectsRow(connection)`
      INSERT INTO remote_search_calls (day, caller, calls)
      SELECT (now() AT TIME ZONE 'utc')::date, ${caller}, 1 WHERE ${limit} > 0
      ON CONFLICT (day, caller) DO UPDATE SET calls = remote_search_calls.calls + 1
        WHERE remote_search_calls.calls < ${limit}`
  return {
    /** Counts one call; false once the daily limit of the user, or of all users, is reached. */
    take: async (uid: string): Promise<boolean> =>
      (await count(uid, limits.callsPerUserDaily)) && (await count(ALL_USERS, limits.callsDaily)),

    sweep: () =>
      execute(connection)`
        DELETE FROM remote_search_calls
        WHERE day + 1 < now() - ${RETENTION.searchCallsMs} * interval '1 ms'`,
  }
}
export type Budget = ReturnType<typeof createBudget>

type BudgetLimits = { callsPerUserDaily: number; callsDaily: number }
