import { type RemoteSearch, RemoteSearchError } from './remote-search.ts'

type Options = { failuresToOpen: number; restMs: number; now: () => number }

const DEFAULTS: Options = { failuresToOpen: 5, restMs: 60_000, now: Date.now }

/** A caller who left, or a question the provider did not like, says nothing about its health. */
const isProvidersFault = (error: unknown) =>
  error instanceof RemoteSearchError &&
  error.failure !== 'refused' &&
  error.failure !== 'not-published'

/** Lets a failing provider rest, so that nobody waits eight seconds for the same bad news. */
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
      if (isProvidersFault(error)) {
        failures += 1
        // Half open: after the rest a single failure is enough to rest again.
        if (failures >= failuresToOpen) restsUntil = now() + restMs
      }
      throw error
    }
  }

  return {
    name: inner.name,
    lens: (crop, signal) => guarded(() => inner.lens(crop, signal)),
    shopping: (query, limit, signal) => guarded(() => inner.shopping(query, limit, signal)),
  }
}
