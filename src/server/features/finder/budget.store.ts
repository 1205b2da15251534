import type pg from 'pg'
import { REMOTE_BUDGET } from '#shared/constants.ts'

const EVERYBODY = ''

/** Calls to providers that bill for each, counted for all servers together. */
export const createBudget = (pool: pg.Pool, limits: BudgetLimits = REMOTE_BUDGET) => {
  const count = async (caller: string, most: number): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `INSERT INTO remote_search_calls (day, caller, calls)
       SELECT (now() AT TIME ZONE 'utc')::date, $1, 1 WHERE $2 > 0
       ON CONFLICT (day, caller) DO UPDATE SET calls = remote_search_calls.calls + 1
         WHERE remote_search_calls.calls < $2`,
      [caller, most],
    )
    return rowCount === 1
  }
  return {
    /** Counts one call; false where the person's day, or everybody's, is used up. */
    take: async (uid: string): Promise<boolean> =>
      (await count(uid, limits.callsPerUserDaily)) && (await count(EVERYBODY, limits.callsDaily)),
  }
}
export type Budget = ReturnType<typeof createBudget>

type BudgetLimits = { callsPerUserDaily: number; callsDaily: number }
