import { createQueue, QueueFull } from '#server/core/concurrency/tasks.ts'
import { callerGroup, refuseIfTooMany } from './rate-limits.store.ts'

/**
 * What one caller may have running and waiting. Running ones leave connections to the database for
 * others. Together they stay below the number of unanswered requests from which others are refused.
 */
const LIMITS = { atOnce: 4, waiting: 36 }
const RETRY_AFTER_SECONDS = 2

/** Runs a few expensive requests of each caller at a time; the others wait in a line of their own. */
export const createCallerTurns = ({ atOnce, waiting } = LIMITS) => {
  const lines = new Map<string, { run: ReturnType<typeof createQueue>; requests: number }>()
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const group = callerGroup(address)
    const line = lines.get(group) ?? { run: createQueue(atOnce, waiting), requests: 0 }
    lines.set(group, line)
    line.requests += 1
    try {
      return await line.run(work)
    } catch (error) {
      if (error instanceof QueueFull) refuseIfTooMany(RETRY_AFTER_SECONDS)
      throw error
    } finally {
      line.requests -= 1
      if (line.requests === 0) lines.delete(group)
    }
  }
}
export type CallerTurns = ReturnType<typeof createCallerTurns>
