import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { MiddlewareHandler } from 'hono'
import { renderErrorPage, REFUSAL_POLICY, wantsHtmlPage } from './error-reply.ts'
import { AppError } from './errors.ts'
import { SAFE_METHODS } from './security.ts'
import { HTTP_TEXT } from './http-messages.ts'
import type { Language } from '#server/core/languages.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import { findIncomingLanguage } from './request-language.ts'

/** Queued requests are started for this long; then new ones, including health checks, are read. */
const TURN_MS = 5
/** Between two turns, while connections keep arriving. */
const BETWEEN_TURNS = { connections: 50, ms: 20 }

/**
 * Tells whether enough waiting connections have been accepted since this call. Both limits must be
 * reached: on a busy machine, the time alone can pass within a few turns of the event loop.
 */
export const createBacklogCheck = (
  connections: () => number,
  enough: { connections: number; ms: number },
  now: () => number,
) => {
  const [countBefore, startedAt] = [connections(), now()]
  return () => connections() - countBefore >= enough.connections && now() - startedAt >= enough.ms
}

type Work = { start: () => void; since: number }

/**
 * Requests that have been read but not started. Node accepts one connection in each turn of its event
 * loop. If it started all requests of a burst in one turn, new connections would wait in the operating
 * system's queue, where they can be neither refused nor recognized as health checks. So turns stay
 * short while connections arrive.
 */
export const createWorkQueue = (now = () => performance.now()) => {
  const waiting: Work[] = []
  let connections = 0
  let seenConnections = 0
  let isBacklogDrained = () => true
  let isScheduled = false

  const runTurn = () => {
    const endsAt = now() + TURN_MS
    do waiting.shift()?.start()
    while (waiting.length > 0 && now() < endsAt)
    isBacklogDrained = createBacklogCheck(() => connections, BETWEEN_TURNS, now)
  }
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const isArriving = connections !== seenConnections
      seenConnections = connections
      if (!isArriving || isBacklogDrained()) runTurn()
      schedule()
    })
  }
  return {
    noteConnection() {
      connections += 1
    },
    /** Connections so far. */
    connections: () => connections,
    add(start: () => void) {
      waiting.push({ start, since: now() })
      schedule()
    },
    size: () => waiting.length,
    /** How long the oldest request has waited. */
    waitMs: () => (waiting[0] ? now() - waiting[0].since : 0),
  }
}
export type WorkQueue = ReturnType<typeof createWorkQueue>

const TICK_MS = 20
/** Lag is averaged over this time, because one slow moment is not an overload. */
const LAG_AVERAGE_MS = 1_000
/** Above the first limit of lag or waiting time some requests are refused, above the second all. */
const SHED_FROM_MS = 250
const SHED_ALL_MS = 1_000
/** With fewer unanswered requests, none are refused, however slow the machine is. */
const MIN_UNANSWERED = 50
/** Limits the memory that waiting requests hold. */
const MAX_UNANSWERED = 500

type LoadGaugeOptions = {
  now?: () => number
  random?: () => number
}

/**
 * Measures how late the event loop runs, how long requests wait, and how many are unanswered. The share
 * of new requests that it refuses grows with these figures.
 */
export const createLoadGauge = (
  log: Pick<Logger, 'warn'>,
  work: Pick<WorkQueue, 'size' | 'waitMs'>,
  { now = () => performance.now(), random = Math.random }: LoadGaugeOptions = {},
) => {
  let lagMs = 0
  let tickedAt = now()
  let inFlight = 0
  let refused = 0
  let wasRefusing = false

  /** Includes the time since the last tick, because many requests may be read between two ticks. */
  const measureLag = (time: number) => {
    const late = Math.max(0, time - tickedAt - TICK_MS)
    return lagMs + (late - lagMs) * Math.min(1, (time - tickedAt) / LAG_AVERAGE_MS)
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
    lagMs = measureLag(time)
    tickedAt = time
    report()
  }, TICK_MS)
  timer.unref()

  const isAdmitted = (isPreferred: boolean) => {
    const unanswered = inFlight + work.size()
    if (unanswered >= MAX_UNANSWERED) return false
    if (unanswered < MIN_UNANSWERED) return true
    const late = Math.max(measureLag(now()), work.waitMs()) / (isPreferred ? 2 : 1)
    return random() >= (late - SHED_FROM_MS) / (SHED_ALL_MS - SHED_FROM_MS)
  }

  return {
    /** Whether a new request is accepted. Preferred requests are refused last. */
    admit(isPreferred: boolean): boolean {
      const isAccepted = isAdmitted(isPreferred)
      if (!isAccepted) refused += 1
      return isAccepted
    },
    async track(work: () => Promise<void>): Promise<void> {
      inFlight += 1
      try {
        await work()
      } finally {
        inFlight -= 1
      }
    },
    /** Reading a body costs next to nothing, and its duration depends on the client, so it is not load. */
    async uncounted<T>(wait: () => Promise<T>): Promise<T> {
      inFlight -= 1
      try {
        return await wait()
      } finally {
        inFlight += 1
      }
    },
    inFlight: () => inFlight,
    stop: () => clearInterval(timer),
  }
}
export type LoadGauge = ReturnType<typeof createLoadGauge>

/** A random delay, so that clients that were refused together do not retry together. */
const RETRY_AFTER_SECONDS = [2, 6] as const

const chooseRetryAfterSeconds = () => {
  const [least, most] = RETRY_AFTER_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}

export const serverBusyError = () =>
  new AppError(503, HTTP_TEXT.overloaded, { retryAfterSeconds: chooseRetryAfterSeconds() })

/** Changes that signed-in people save are refused last. */
export const isPreferredRequest = ({ method = '', headers }: IncomingMessage): boolean =>
  !SAFE_METHODS.has(method) && headers.cookie !== undefined

type Refusal = { headers: Record<string, string>; body: string }

const prepareRefusals = (securityHeaders: Record<string, string>) => {
  const message = HTTP_TEXT.overloaded
  const { html, policy } = renderErrorPage(503, message)
  const [policyName, policyValue] = REFUSAL_POLICY
  const common = {
    ...securityHeaders,
    [policyName]: policyValue,
    'cache-control': 'private, no-store',
  }
  const contentType = 'text/html; charset=utf-8'
  const page: Refusal = {
    headers: { ...common, 'content-security-policy': policy, 'content-type': contentType },
    body: html,
  }
  const json: Refusal = {
    headers: { ...common, 'content-type': 'application/json' },
    body: JSON.stringify({ success: false, message, data: null, error: message }),
  }
  return { page, json }
}

/** Prepares the refusal once in each language, so that sending it costs almost nothing under load. */
export const createBusyReply = (
  securityHeaders: Record<string, string>,
  languages: readonly Language[],
) => {
  const prepared = new Map<Language, ReturnType<typeof prepareRefusals>>()
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const language = findIncomingLanguage(languages, incoming)
    const refusals =
      prepared.get(language) ?? runInLanguage(language, () => prepareRefusals(securityHeaders))
    prepared.set(language, refusals)
    const refusal = refusals[wantsHtmlPage(incoming.headers.accept) ? 'page' : 'json']
    outgoing.writeHead(503, {
      ...refusal.headers,
      'retry-after': String(chooseRetryAfterSeconds()),
    })
    outgoing.end(refusal.body)
  }
}

/** Counts requests in progress. A streamed reply counts only until its stream starts. */
export const trackLoad =
  ({ track }: Pick<LoadGauge, 'track'>): MiddlewareHandler =>
  (_, next) =>
    track(next)
