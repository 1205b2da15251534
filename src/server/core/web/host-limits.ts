import { RemoteError } from './public-client.ts'

const DEFAULT_PAUSE_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/** How long a host asks us to stay away: seconds, or a date (RFC 9110). An hour if it does not say. */
export const pauseOf = (retryAfter: string | string[] | undefined): number => {
  const text = String(retryAfter ?? '')
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 0), LONGEST_PAUSE_MS)
}

/** People who wait for a picture come before what is loaded in advance. */
export type Urgency = 'shown' | 'background'

/** The host has asked for a pause, or too much waits for it already. */
export class HostBusy extends RemoteError {
  readonly retryInMs: number
  constructor(reason: string, retryInMs: number) {
    super(reason)
    this.retryInMs = retryInMs
  }
}

const AT_ONCE = 6
const BACKGROUND_AT_ONCE = 2
const BETWEEN_BACKGROUND_MS = 200
const WAITING: Readonly<Record<Urgency, number>> = { shown: 100, background: 50 }
/** Failures in a row before the background leaves a host alone, then ever longer. */
const FAILURES_ALLOWED = 3
const FIRST_BACKOFF_MS = 60_000
const LONGEST_BACKOFF_MS = 60 * 60_000
const FULL_RETRY_MS = 10_000
const HOSTS_KEPT = 2_000

type Waiter = { start: () => void; refuse: (error: HostBusy) => void }
type Host = {
  running: number
  background: number
  lastBackgroundAt: number
  failures: number
  /** The host asked for it; counts for everyone. */
  pausedUntil: number
  /** It fails; counts for the background. */
  backgroundUntil: number
  waiting: Record<Urgency, Waiter[]>
  timer: NodeJS.Timeout | null
}

const newHost = (): Host => ({
  running: 0,
  background: 0,
  lastBackgroundAt: -Infinity,
  failures: 0,
  pausedUntil: 0,
  backgroundUntil: 0,
  waiting: { shown: [], background: [] },
  timer: null,
})

/** Limits how many requests go to each host at once, and how fast the background sends them. */
export const createHostLimits = () => {
  const hosts = new Map<string, Host>()

  const hostOf = (url: string): Host => {
    const name = URL.canParse(url) ? new URL(url).host : ''
    const host = hosts.get(name) ?? newHost()
    // Kept in order of use; those that nothing depends on go first.
    hosts.delete(name)
    hosts.set(name, host)
    for (const [other, { running, timer }] of hosts) {
      if (hosts.size <= HOSTS_KEPT) break
      if (running === 0 && timer === null) hosts.delete(other)
    }
    return host
  }

  const startBackground = (host: Host) => {
    if (host.timer || host.background >= BACKGROUND_AT_ONCE) return
    if (host.running + host.background >= AT_ONCE) return
    const waitMs = host.lastBackgroundAt + BETWEEN_BACKGROUND_MS - performance.now()
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
    while (host.running < AT_ONCE && host.waiting.shown.length > 0) {
      host.running += 1
      host.waiting.shown.shift()?.start()
    }
    if (host.waiting.shown.length === 0 && host.waiting.background.length > 0) startBackground(host)
  }

  const pauseLeft = (host: Host, urgency: Urgency): number => {
    const until =
      urgency === 'shown' ? host.pausedUntil : Math.max(host.pausedUntil, host.backgroundUntil)
    return until - performance.now()
  }

  const refuseWaiting = (host: Host, urgency: Urgency, error: HostBusy) => {
    for (const { refuse } of host.waiting[urgency].splice(0)) refuse(error)
  }

  const noteFailure = (host: Host, error: unknown) => {
    if (error instanceof HostBusy) {
      host.pausedUntil = performance.now() + error.retryInMs
      refuseWaiting(host, 'shown', error)
      refuseWaiting(host, 'background', error)
      return
    }
    host.failures += 1
    const beyond = host.failures - FAILURES_ALLOWED
    if (beyond < 0) return
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** beyond, LONGEST_BACKOFF_MS)
    host.backgroundUntil = performance.now() + backoffMs
    refuseWaiting(host, 'background', new HostBusy('The host fails', backoffMs))
  }

  /** `work` throws HostBusy if the host asks for a pause. */
  return async <T>(url: string, urgency: Urgency, work: () => Promise<T>): Promise<T> => {
    const host = hostOf(url)
    const pausedMs = pauseLeft(host, urgency)
    if (pausedMs > 0) throw new HostBusy('The host asked for a pause', pausedMs)
    const queue = host.waiting[urgency]
    if (queue.length >= WAITING[urgency]) throw new HostBusy('Too much waits', FULL_RETRY_MS)
    await new Promise<void>((start, refuse) => {
      queue.push({ start, refuse })
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
