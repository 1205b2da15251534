import { z } from 'zod'
import { RATE_LIMITS, type RateLimitName } from '#shared/constants.ts'
import { readRow } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

const countRow = z.object({ calls: z.number(), wait_seconds: z.number() })

/** Counts in the database with one atomic statement, so that all servers share the counts. */
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
            calls = CASE WHEN known.window_end <= now() THEN 1 ELSE known.calls + 1 END,
            window_end = CASE WHEN known.window_end <= now() THEN excluded.window_end
              ELSE known.window_end END
          RETURNING calls, extract(epoch FROM window_end - now())::float8 AS wait_seconds`,
      },
      [limit, key, windowMs],
    )
    return counted && counted.calls > calls ? Math.max(1, counted.wait_seconds) : null
  },

  forgetOld: () => connection.query('DELETE FROM rate_limits WHERE window_end < now()'),
})
export type RateLimiter = Pick<ReturnType<typeof createRateLimitsStore>, 'take'>
