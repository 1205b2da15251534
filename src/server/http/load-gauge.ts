import type { Logger } from 'pino'

const TICK_MS = 20
/** One slow moment is no overload: lag counts as far as it lasts. */
const MEMORY_MS = 1_000
/** From here on some requests are refused, from there on all. */
const SHED_FROM_LAG_MS = 250
const SHED_ALL_LAG_MS = 1_000
/** Fewer requests than this do not make a queue, however slow the machine is. */
const MIN_IN_FLIGHT = 50
/** Bounds what waiting requests hold in memory. */
const MAX_IN_FLIGHT = 500

type Options = { now?: () => number; random?: () => number }

/**
 * How busy this server is: how late its event loop runs, and how many requests it has not yet
 * answered. Refuses as large a share of new requests as brings both down again.
 */
export const createLoadGauge = (
  log: Pick<Logger, 'warn'>,
  { now = () => performance.now(), random = Math.random }: Options = {},
) => {
  let lagMs = 0
  let tickedAt = now()
  let inFlight = 0
  let arrivals = 0
  let refused = 0
  let wasRefusing = false

  /** As if the next tick came now: many requests may be read between two ticks. */
  const lagAt = (time: number) => {
    const late = Math.max(0, time - tickedAt - TICK_MS)
    return lagMs + (late - lagMs) * Math.min(1, (time - tickedAt) / MEMORY_MS)
  }
  const report = () => {
    if (refused > 0 && !wasRefusing) log.warn({ lagMs, inFlight }, 'Overloaded: refusing requests')
    if (wasRefusing && lagMs < SHED_FROM_LAG_MS) {
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
    if (inFlight >= MAX_IN_FLIGHT) return false
    if (inFlight < MIN_IN_FLIGHT) return true
    const lag = lagAt(now()) / (isPreferred ? 2 : 1)
    return random() >= (lag - SHED_FROM_LAG_MS) / (SHED_ALL_LAG_MS - SHED_FROM_LAG_MS)
  }

  return {
    /** Requests so far. */
    arrivals: () => arrivals,
    /** Whether a new request may begin; `isPreferred` ones are refused last. */
    admit(isPreferred: boolean): boolean {
      arrivals += 1
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
    stop: () => clearInterval(timer),
  }
}
export type LoadGauge = ReturnType<typeof createLoadGauge>
