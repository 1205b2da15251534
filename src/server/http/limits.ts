import type { RateLimitName } from '#shared/constants.ts'

/** Counts what a caller has done; the store behind it is shared by all servers. */
export type RateLimiter = {
  /** Counts one use; the seconds to wait when there were too many, else null. */
  take(limit: RateLimitName, key: string): Promise<number | null>
}
