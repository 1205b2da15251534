import type pg from 'pg'
import { RATE_LIMITS, type RateLimitName } from '#shared/constants.ts'

/** Counts in the database with one atomic statement, so that all servers share the counts. */
export const createRateLimiter = (pool: pg.Pool) => ({
  /** Counts one call. Returns how many seconds to wait if there were too many, else null. */
  take: async (limit: RateLimitName, key: string): Promise<number | null> => {
    const { calls, windowMs } = RATE_LIMITS[limit]
    const { rows } = await pool.query<{ calls: number; wait_seconds: number }>({
      name: 'take-rate-limit',
      text: `
        INSERT INTO rate_limits AS known (limit_name, caller, window_end, calls)
        VALUES ($1, $2, now() + $3 * interval '1 millisecond', 1)
        ON CONFLICT (limit_name, caller) DO UPDATE SET
          calls = CASE WHEN known.window_end <= now() THEN 1 ELSE known.calls + 1 END,
          window_end = CASE WHEN known.window_end <= now() THEN excluded.window_end
            ELSE known.window_end END
        RETURNING calls, extract(epoch FROM window_end - now())::float8 AS wait_seconds`,
      values: [limit, key, windowMs],
    })
    const [counted] = rows
    return counted && counted.calls > calls ? Math.max(1, counted.wait_seconds) : null
  },
})
export type RateLimiter = ReturnType<typeof createRateLimiter>

export const forgetOldLimits = (pool: pg.Pool) =>
  pool.query('DELETE FROM rate_limits WHERE window_end < now()')
