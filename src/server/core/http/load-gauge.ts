import type { Logger } from 'pino'
import type { WorkQueue } from './work-queue.ts'

const TICK_MS = 20
/** One slow moment is no overload: lag counts as far as it lasts. */
const MEMORY_MS = 1_000
/** Of lag or waiting: from here on some requests are refused, from there on all. */
const SHED_FROM_MS = 250
const SHED_ALL_MS = 1_000
/** Fewer requests than this do not make a queue, however slow the machine is. */
const MIN_UNANSWERED = 50
/** Bounds what waiting requests hold in memory. */
const MAX_UNANSWERED = 500

type Options = {
  now?: () => number
  random?: () => number
}

/**
 * How busy this server is: how late its event loop runs, how long requests wait to be begun, and how
 * many are not yet answered. Refuses as large a share of new requests as brings these down again.
 */
export const createLoadGauge = (
  log: Pick<Logger, 'warn'>,
  work: Pick<WorkQueue, 'size' | 'waitMs'>,
  { now = () => performance.now(), random = Math.random }: Options = {},
) => {
  let lagMs = 0
  let tickedAt = now()
  let inFlight = 0
  let refused = 0
  let wasRefusing = false

  /** As if the next tick came now: many requests may be read between two ticks. */
  const lagAt = (time: number) => {
    const late = Math.max(0, time - tickedAt - TICK_MS)
    return lagMs + (late - lagMs) * Math.min(1, (time - tickedAt) / MEMORY_MS)
  }
  const report = () => {
    if (refused > 0 && !wasRefusing)
      log.warn({ lagMs, waitMs: work.waitMs(), inFlight }, 'Overloaded: refusing requests')
    if (wasRefusing && Math.max(lagMs, work.waitMs()) < SHED_FROM_MS) {
      log.warn({ refused }, 'No longer overloaded')
      refused = 0
    }
    wasRefusing = refused > 0
  }
  const timer = setInterval(() => {
    const time = now()
    lagMs = lagAt(time)
    tickedAt = time
    report()
  }, TICK_MS)
  timer.unref()

  const isAdmitted = (isPreferred: boolean) => {
    const unanswered = inFlight + work.size()
    if (unanswered >= MAX_UNANSWERED) return false
    if (unanswered < MIN_UNANSWERED) return true
    const late = Math.max(lagAt(now()), work.waitMs()) / (isPreferred ? 2 : 1)
    return random() >= (late - SHED_FROM_MS) / (SHED_ALL_MS - SHED_FROM_MS)
  }

  return {
    /** Whether a new request may begin; `isPreferred` ones are refused last. */
    admit(isPreferred: boolean): boolean {
      const isWelcome = isAdmitted(isPreferred)
      if (!isWelcome) refused += 1
      return isWelcome
    },
    async track(work: () => Promise<void>): Promise<void> {
      inFlight += 1
      try {
        await work()
      } finally {
        inFlight -= 1
      }
    },
    inFlight: () => inFlight,
    stop: () => clearInterval(timer),
  }
}
export type LoadGauge = ReturnType<typeof createLoadGauge>
