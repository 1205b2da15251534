import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { RemoteError } from './public-client.ts'

const DEFAULT_PAUSE_MS = HOUR_MS
const MAX_PAUSE_MS = DAY_MS

/** The pause that Retry-After asks for, in seconds or as a date (RFC 9110); an hour if it is missing. */
export const parseRetryAfter = (retryAfter: string | string[] | undefined): number => {
  const text = String(retryAfter ?? '')
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 0), MAX_PAUSE_MS)
}

/** `shown`: a visitor waits for the picture. `background`: it is loaded in advance, with lower priority. */
export type Urgency = 'shown' | 'background'

/** The host has asked for a pause, or too many requests already wait for it. */
export class HostBusy extends RemoteError {
  readonly retryInMs: number
  constructor(reason: string, retryInMs: number) {
    super(reason)
    this.retryInMs = retryInMs
  }
}

const MAX_CONCURRENT = 6
const MAX_CONCURRENT_BACKGROUND = 2
const BACKGROUND_INTERVAL_MS = 200
const MAX_WAITING: Readonly<Record<Urgency, number>> = { shown: 100, background: 50 }
/** After this many consecutive failures, background requests pause, with exponential backoff. */
const FAILURES_ALLOWED = 3
const FIRST_BACKOFF_MS = MINUTE_MS
const MAX_BACKOFF_MS = HOUR_MS
const QUEUE_FULL_RETRY_MS = 10_000
const MAX_HOSTS = 2_000

type Waiter = { start: () => void; reject: (error: HostBusy) => void }
type Host = {
  running: number
  background: number
  lastBackgroundAt: number
  failures: number
  /** The host asked for this pause; it applies to all requests. */
  pausedUntil: number
  /** Set after repeated failures; applies only to background requests. */
  backgroundPausedUntil: number
  waiting: Record<Urgency, Waiter[]>
  timer: NodeJS.Timeout | null
}

const createHost = (): Host => ({
  running: 0,
  background: 0,
  lastBackgroundAt: -Infinity,
  failures: 0,
  pausedUntil: 0,
  backgroundPausedUntil: 0,
  waiting: { shown: [], background: [] },
  timer: null,
})

/** Limits concurrent requests to each host, and the rate of background requests. */
export const createHostLimits = (maxPauseMs = MAX_PAUSE_MS) => {
  const hosts = new Map<string, Host>()

  const openHost = (url: string): Host => {
    const name = URL.canParse(url) ? new URL(url).host : ''
    const host = hosts.get(name) ?? createHost()
    // In order of use, so that the least recently used idle hosts are dropped first.
    hosts.delete(name)
    hosts.set(name, host)
    for (const [other, { running, timer }] of hosts) {
      if (hosts.size <= MAX_HOSTS) break
      if (running === 0 && timer === null) hosts.delete(other)
    }
    return host
  }

  const startBackground = (host: Host) => {
    if (host.timer || host.background >= MAX_CONCURRENT_BACKGROUND) return
    if (host.running + host.background >= MAX_CONCURRENT) return
    const waitMs = host.lastBackgroundAt + BACKGROUND_INTERVAL_MS - performance.now()
    if (waitMs > 0) {
      host.timer = setTimeout(() => {
        host.timer = null
        startNext(host)
      }, waitMs)
      return
    }
    const next = host.waiting.background.shift()
    if (!next) return
    host.lastBackgroundAt = performance.now()
    host.background += 1
    next.start()
    startNext(host)
  }

  const startNext = (host: Host) => {
    while (host.running < MAX_CONCURRENT && host.waiting.shown.length > 0) {
      host.running += 1
      host.waiting.shown.shift()?.start()
    }
    if (host.waiting.shown.length === 0 && host.waiting.background.length > 0) startBackground(host)
  }

  const pauseLeftMs = (host: Host, urgency: Urgency): number => {
    const until =
      urgency === 'shown'
        ? host.pausedUntil
        : Math.max(host.pausedUntil, host.backgroundPausedUntil)
    return until - performance.now()
  }

  const rejectWaiting = (host: Host, urgency: Urgency, error: HostBusy) => {
    for (const { reject } of host.waiting[urgency].splice(0)) reject(error)
  }

  const noteFailure = (host: Host, error: unknown) => {
    if (error instanceof HostBusy) {
      host.pausedUntil = performance.now() + Math.min(error.retryInMs, maxPauseMs)
      rejectWaiting(host, 'shown', error)
      rejectWaiting(host, 'background', error)
      return
    }
    host.failures += 1
    const excessFailures = host.failures - FAILURES_ALLOWED
    if (excessFailures < 0) return
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** excessFailures, MAX_BACKOFF_MS)
    host.backgroundPausedUntil = performance.now() + backoffMs
    rejectWaiting(host, 'background', new HostBusy('The host keeps failing', backoffMs))
  }

  /** `work` throws HostBusy if the host asks for a pause. */
  return async <T>(url: string, urgency: Urgency, work: () => Promise<T>): Promise<T> => {
    const host = openHost(url)
    const pausedMs = pauseLeftMs(host, urgency)
    if (pausedMs > 0) throw new HostBusy('The host asked for a pause', pausedMs)
    const queue = host.waiting[urgency]
    if (queue.length >= MAX_WAITING[urgency])
      throw new HostBusy('Too many requests wait for this host', QUEUE_FULL_RETRY_MS)
    await new Promise<void>((start, reject) => {
      queue.push({ start, reject })
      startNext(host)
    })
    try {
      const result = await work()
      host.failures = 0
      return result
    } catch (error) {
      noteFailure(host, error)
      throw error
    } finally {
      if (urgency === 'shown') host.running -= 1
      else host.background -= 1
      startNext(host)
    }
  }
}
