import { type RemoteFailure, type RemoteSearch, RemoteSearchError } from './remote-search.ts'

type Options = { failuresToOpen: number; restMs: number; now: () => number }

const DEFAULTS: Options = { failuresToOpen: 5, restMs: 60_000, now: Date.now }

/** Other failures, such as a bad query, say nothing about the provider's health. */
const UNHEALTHY: ReadonlySet<RemoteFailure> = new Set([
  'quota',
  'unreachable',
  'timeout',
  'unreadable',
])

/** Stops asking a failing provider for a while, so that nobody waits eight seconds for nothing. */
export const withCircuitBreaker = (
  inner: RemoteSearch,
  options: Partial<Options> = {},
): RemoteSearch => {
  const { failuresToOpen, restMs, now } = { ...DEFAULTS, ...options }
  let failures = 0
  let restsUntil = 0

  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (now() < restsUntil) throw new RemoteSearchError('resting', `${inner.name} is resting`)
    try {
      const result = await call()
      failures = 0
      return result
    } catch (error) {
      if (error instanceof RemoteSearchError && UNHEALTHY.has(error.failure)) {
        failures += 1
        // Half open: after the rest, a single failure is enough to open it again.
        if (failures >= failuresToOpen) restsUntil = now() + restMs
      }
      throw error
    }
  }

  return {
    name: inner.name,
    lens: (crop, call) => guarded(() => inner.lens(crop, call)),
    shopping: (query, limit, call) => guarded(() => inner.shopping(query, limit, call)),
  }
}
