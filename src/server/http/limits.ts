import type { RateLimitName } from '#shared/constants.ts'

/** Counts calls, for all servers together. */
export type RateLimiter = {
  /** Counts one call. Returns how many seconds to wait if there were too many, else null. */
  take(limit: RateLimitName, key: string): Promise<number | null>
}
