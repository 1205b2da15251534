import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { MiddlewareHandler } from 'hono'
import { errorPage, wantsPage } from './error-reply.ts'
import { AppError } from './errors.ts'
import { SAFE_METHODS } from './security.ts'

/** Requests are begun for this long; then others are read, health checks among them. */
const TURN_MS = 5
/**
 * So many new connections are let in before anything is begun, and for at least this long. Time alone
 * would not do: where other programs take the processor, a few turns fill it.
 */
const LET_IN = 50
const LET_IN_MS = 20

type Work = { begin: () => void; since: number }

/**
 * Requests that have been read but not begun. Node accepts one connection in each turn of its event
 * loop. If it began all requests of a crowd in one turn, new connections would wait in the system's
 * queue, where they can be neither refused nor told from health checks. So while connections arrive,
 * turns stay short.
 */
export const createWorkQueue = (now = () => performance.now()) => {
  const waiting: Work[] = []
  let connections = 0
  let seenConnections = 0
  let beganAt = -Infinity
  let seenThen = -Infinity
  let isScheduled = false

  const beginSome = () => {
    const endsAt = now() + TURN_MS
    do waiting.shift()?.begin()
    while (waiting.length > 0 && now() < endsAt)
    beganAt = now()
    seenThen = seenConnections
  }
  const haveManyComeIn = () => connections - seenThen >= LET_IN && now() - beganAt > LET_IN_MS
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const isArriving = connections !== seenConnections
      seenConnections = connections
      if (!isArriving || haveManyComeIn()) beginSome()
      schedule()
    })
  }
  return {
    noteConnection() {
      connections += 1
    },
    /** Connections so far. */
    connections: () => connections,
    add(begin: () => void) {
      waiting.push({ begin, since: now() })
      schedule()
    },
    size: () => waiting.length,
    /** How long the oldest request has waited. */
    waitMs: () => (waiting[0] ? now() - waiting[0].since : 0),
  }
}
export type WorkQueue = ReturnType<typeof createWorkQueue>

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
    /** A request that waits for its body costs next to nothing, and its client decides how long. */
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

const SERVER_BUSY = 'Many people are using this site right now. Please try again in a few seconds.'

/** Spread, so that those who were refused together do not come back together. */
const RETRY_AFTER_SECONDS = [2, 6] as const

const retryAfterSeconds = () => {
  const [least, most] = RETRY_AFTER_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}

export const serverBusy = () =>
  new AppError(503, SERVER_BUSY, { retryAfterSeconds: retryAfterSeconds() })

/** What a signed-in person saves is refused last. */
export const isPreferred = ({ method = '', headers }: IncomingMessage): boolean =>
  !SAFE_METHODS.has(method) && headers.cookie !== undefined

/** Refuses quickly instead of letting everyone wait. */
export const createRefusal = (securityHeaders: Record<string, string>) => {
  const page = errorPage(503, SERVER_BUSY)
  const json = JSON.stringify({
    success: false,
    message: SERVER_BUSY,
    data: null,
    error: SERVER_BUSY,
  })
  const common = { ...securityHeaders, 'cache-control': 'private, no-store' }
  const asPage = {
    ...common,
    'content-security-policy': page.policy,
    'content-type': 'text/html; charset=utf-8',
  }
  const asJson = { ...common, 'content-type': 'application/json' }
  return ({ headers }: IncomingMessage, outgoing: ServerResponse) => {
    const isPage = wantsPage(headers.accept)
    outgoing.writeHead(503, {
      ...(isPage ? asPage : asJson),
      'retry-after': String(retryAfterSeconds()),
    })
    outgoing.end(isPage ? page.html : json)
  }
}

/** Counts the requests in work. A stream counts until it has begun. */
export const trackLoad =
  ({ track }: Pick<LoadGauge, 'track'>): MiddlewareHandler =>
  (_, next) =>
    track(next)
