import { createTimeoutSignal } from '#server/core/concurrency/timeouts.ts'
import { REMOTE_SEARCH } from './limits.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/remote-search.ts'
import { MINUTE_MS } from '#shared/durations.ts'

/** A garment cut out of a photo, without EXIF: the only part of a photo that leaves this server. */
export type Crop = { jpeg: Buffer }

export type RemoteCall = {
  signal: AbortSignal
  /** Awaited before every billed request: counts it, or throws once the budget is used up. */
  spend: () => Promise<void>
}

/** The port to web shops. Implementations return the specification's shapes. */
export type RemoteSearch = {
  name: string
  /** An empty list if the provider finds nothing. */
  lens(crop: Crop, call: RemoteCall): Promise<VisualMatch[]>
  shopping(query: string, limit: number, call: RemoteCall): Promise<ShoppingResult[]>
}

/** Makes a crop reachable for providers that fetch pictures themselves. */
export type CropPublisher = {
  publish(crop: Crop): Promise<{ url: string; withdraw(): Promise<void> }>
}

export type RemoteFailure =
  | 'refused'
  | 'quota'
  | 'unreachable'
  | 'timeout'
  | 'resting'
  | 'unreadable'
  | 'not-published'
  | 'over-budget'

/** A provider's failure, without the provider's message, which may contain the API key. */
export class RemoteSearchError extends Error {
  readonly failure: RemoteFailure
  readonly status: number | undefined

  constructor(
    failure: RemoteFailure,
    message: string,
    options?: { status?: number; cause?: unknown },
  ) {
    super(message, { cause: options?.cause })
    this.name = 'RemoteSearchError'
    this.failure = failure
    this.status = options?.status
  }
}

type CircuitBreakerOptions = {
  failuresToOpen: number
  restMs: number
  deadlineMs: number
  now: () => number
}

const DEFAULTS: CircuitBreakerOptions = {
  // As many as there are concurrent searches, so that the following crops do not wait for nothing.
  failuresToOpen: 3,
  restMs: MINUTE_MS,
  deadlineMs: REMOTE_SEARCH.deadlineMs,
  // Monotonic: a clock that is set back must not prolong a pause.
  now: () => performance.now(),
}

/** Other failures, such as a bad query, say nothing about the provider's health. */
const UNHEALTHY: ReadonlySet<RemoteFailure> = new Set([
  'quota',
  'unreachable',
  'timeout',
  'unreadable',
])

/** Limits the total time of a request, and pauses requests to a provider that keeps failing. */
export const withCircuitBreaker = (
  inner: RemoteSearch,
  options: Partial<CircuitBreakerOptions> = {},
): RemoteSearch => {
  const { failuresToOpen, restMs, deadlineMs, now } = { ...DEFAULTS, ...options }
  let failures = 0
  let restsUntil = -Infinity

  const askWithDeadline = async <T>(
    outer: RemoteCall,
    question: (call: RemoteCall) => Promise<T>,
  ) => {
    const deadline = createTimeoutSignal(deadlineMs)
    try {
      return await question({ ...outer, signal: AbortSignal.any([outer.signal, deadline]) })
    } catch (cause) {
      if (!deadline.aborted || outer.signal.aborted) throw cause
      throw new RemoteSearchError('timeout', `No answer within ${deadlineMs} ms`, { cause })
    }
  }

  const guard = async <T>(outer: RemoteCall, question: (call: RemoteCall) => Promise<T>) => {
    if (now() < restsUntil) throw new RemoteSearchError('resting', `${inner.name} is resting`)
    // Half open: one request finds out whether the provider works again; the others fail at once.
    const isTrial = failures >= failuresToOpen
    if (isTrial) restsUntil = now() + restMs
    try {
      const result = await askWithDeadline(outer, question)
      failures = 0
      restsUntil = -Infinity
      return result
    } catch (error) {
      if (error instanceof RemoteSearchError && UNHEALTHY.has(error.failure)) {
        failures += 1
        if (failures >= failuresToOpen) restsUntil = now() + restMs
      } else if (isTrial) restsUntil = -Infinity
      throw error
    }
  }

  return {
    name: inner.name,
    lens: (crop, call) => guard(call, (limited) => inner.lens(crop, limited)),
    shopping: (query, limit, call) =>
      guard(call, (limited) => inner.shopping(query, limit, limited)),
  }
}
