import { callerGroup } from './caller-group.ts'

type Limit = { calls: number; windowMs: number }

/** Addresses counted at once; beyond that the longest known ones are forgotten first. */
const MAX_CALLERS = 20_000

/**
 * A rate limit in the memory of one server, for work so frequent that counting it in the database
 * would cost more than the work. It works while the database is down, and the clock it reads never
 * jumps.
 */
export const createWindowCounter = ({ calls, windowMs }: Limit, now = () => performance.now()) => {
  const windows = new Map<string, { endsAt: number; calls: number }>()
  return {
    /** Counts one call. Returns how many seconds to wait if there were too many, else null. */
    take: (address: string): number | null => {
      const group = callerGroup(address)
      const time = now()
      const known = windows.get(group)
      if (known && known.endsAt > time) {
        known.calls += 1
        return known.calls > calls ? (known.endsAt - time) / 1_000 : null
      }
      // Deleted first, so that the map stays in the order in which windows end.
      windows.delete(group)
      windows.set(group, { endsAt: time + windowMs, calls: 1 })
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > time && windows.size <= MAX_CALLERS) break
        windows.delete(oldest)
      }
      return null
    },
  }
}
export type WindowCounter = ReturnType<typeof createWindowCounter>
