import { setImmediate as nextTurn } from 'node:timers/promises'
import { createQueue, QueueFull } from '#server/core/concurrency/tasks.ts'
import { serverBusy } from '#server/core/http/load-shedding.ts'

const MAX_WAITING = 100
const MAX_WAIT_MS = 1_000
/** A waiting connection is accepted in one turn of the event loop and read in the next. */
const QUIET_TURNS = 3
/** Time alone would not do: where other programs take the processor, a few turns fill it. */
const LET_IN = 100
const LET_IN_MS = 100

/**
 * Renders one page at a time and lets everyone who has come meanwhile in before the next, so that
 * calls and health checks do not wait for pages. Node accepts one connection per turn of the event
 * loop: a single turn after each page would leave the others in the system's queue for seconds. A
 * page whose turn does not come in time is refused with 503.
 */
export const createRenderQueue = (connections: () => number, now = () => performance.now()) => {
  const queue = createQueue(1, MAX_WAITING)
  const letOthersIn = async () => {
    const endsAt = now() + LET_IN_MS
    const enough = connections() + LET_IN
    let known = connections()
    const haveManyComeIn = () => known >= enough && now() >= endsAt
    for (let quiet = 0; quiet < QUIET_TURNS && !haveManyComeIn(); quiet += 1) {
      await nextTurn()
      if (connections() !== known) quiet = 0
      known = connections()
    }
  }
  return async <T>(render: () => T): Promise<T> => {
    const askedAt = now()
    try {
      return await queue(async () => {
        if (now() - askedAt > MAX_WAIT_MS) throw serverBusy()
        const rendered = render()
        await letOthersIn()
        return rendered
      })
    } catch (error) {
      throw error instanceof QueueFull ? serverBusy() : error
    }
  }
}
