import { z } from 'zod'
import { RATE_LIMITS, type RateLimitName } from '#shared/constants.ts'
import { readRow } from '#server/core/db/rows.ts'
import type { Connection } from '#server/core/db/transaction.ts'
import { callerGroup } from './caller-group.ts'

const countRow = z.object({ calls: z.number(), wait_seconds: z.number() })

/** How far calls that arrive together may disagree about the time. */
const CLOCK_TOLERANCE_MS = 60_000
const LONGEST_WINDOW_MS = Math.max(...Object.values(RATE_LIMITS).map(({ windowMs }) => windowMs))

/**
 * Counts in the database with one atomic statement, so that all servers share the counts and its
 * clock. A window that ends later than one that begins now is from before the clock was set back;
 * it begins again, or it would last for as long as the clock went back.
 */
export const createRateLimitsStore = (connection: Connection) => ({
  /** Counts one call. Returns how many seconds to wait if there were too many, else null. */
  take: async (limit: RateLimitName, key: string): Promise<number | null> => {
    const { calls, windowMs } = RATE_LIMITS[limit]
    const counted = await readRow(
      connection,
      countRow,
      {
        name: 'take-rate-limit',
        text: `
          INSERT INTO rate_limits AS known (limit_name, caller, window_end, calls)
          VALUES ($1, $2, now() + $3 * interval '1 millisecond', 1)
          ON CONFLICT (limit_name, caller) DO UPDATE SET
            (calls, window_end) = (
              SELECT CASE WHEN runs THEN known.calls + 1 ELSE 1 END,
                CASE WHEN runs THEN known.window_end ELSE excluded.window_end END
              FROM (SELECT known.window_end > now()
                AND known.window_end <= excluded.window_end + $4 * interval '1 millisecond') AS t(runs)
            )
          RETURNING calls, extract(epoch FROM window_end - now())::float8 AS wait_seconds`,
      },
      [limit, callerGroup(key), windowMs, CLOCK_TOLERANCE_MS],
    )
    return counted && counted.calls > calls ? Math.max(1, counted.wait_seconds) : null
  },

  forgetOld: () =>
    connection.query(
      `DELETE FROM rate_limits WHERE window_end < now()
         OR window_end > now() + $1 * interval '1 millisecond'`,
      [LONGEST_WINDOW_MS + CLOCK_TOLERANCE_MS],
    ),
})
export type RateLimiter = Pick<ReturnType<typeof createRateLimitsStore>, 'take'>
