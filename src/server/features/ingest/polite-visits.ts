import { setTimeout as delay } from 'node:timers/promises'
import type { PublicClient } from '#server/core/web/public-client.ts'
import { pauseOf } from '#server/core/web/host-limits.ts'
import { lastingTimeout } from '#server/core/concurrency/timeouts.ts'
import type { HostsStore } from './offer-checks.store.ts'
import { parseRobots, type Robots, ROBOTS_BYTES } from './robots-rules.ts'

const BETWEEN_VISITS_MS = 1_000
const ROBOTS_KEPT_MS = 24 * 60 * 60_000
/** A host whose robots.txt could not be read is asked again sooner. */
const NO_ROBOTS_KEPT_MS = 60 * 60_000
/** A worker does not wait longer for one host, as others may be ready. */
const MAX_WAIT_MS = 15_000
const VISIT_TIMEOUT_MS = 30_000

/** The host may not be visited for the next `waitMs`. */
export class HostPausedError extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('This host may not be visited now')
    this.waitMs = waitMs
  }
}
export class RobotsDisallowedError extends Error {}
export class CrossSiteRedirectError extends Error {}

type Options = {
  hosts: HostsStore
  client: PublicClient
  agent: string
  signal: AbortSignal
  /** Shorter only in tests. */
  betweenMs?: number | undefined
}

/** Our product token in robots.txt. */
const TOKEN = 'wearabouts'

/** Visits pages at most once a second per host, and only those that robots.txt allows. */
export const createPoliteVisits = ({
  hosts,
  client,
  agent,
  signal,
  betweenMs = BETWEEN_VISITS_MS,
}: Options) => {
  const takeTurn = async (host: string, delayMs = 0) => {
    for (;;) {
      const waitMs = await hosts.takeTurn(host, Math.max(betweenMs, delayMs))
      if (waitMs === 0) return
      if (waitMs > MAX_WAIT_MS) throw new HostPausedError(waitMs)
      await delay(waitMs, undefined, { signal })
    }
  }

  const timeLimit = () => AbortSignal.any([signal, lastingTimeout(VISIT_TIMEOUT_MS)])

  /** Null if everything is forbidden for now. RFC 9309: a 4xx status allows everything, 5xx nothing. */
  const fetchRobots = async (page: URL): Promise<string | null> => {
    await takeTurn(page.host)
    try {
      const { statusCode, headers, body } = await client.get(
        new URL('/robots.txt', page).href,
        { accept: 'text/plain,*/*;q=0.5', 'accept-encoding': 'identity', 'user-agent': agent },
        timeLimit(),
      )
      if (statusCode === 200) return await readStart(body, ROBOTS_BYTES)
      body.destroy()
      if (statusCode === 429) await hosts.pause(page.host, pauseOf(headers['retry-after']))
      return statusCode >= 400 && statusCode < 500 && statusCode !== 429 ? '' : null
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof HostPausedError) throw error
      return null
    }
  }

  const robotsOf = async (page: URL): Promise<Robots | null> => {
    const entry = await hosts.robots(page.host)
    if (entry) return entry.robots === null ? null : parseRobots(entry.robots, TOKEN)
    const text = await fetchRobots(page)
    await hosts.keepRobots(page.host, text, text === null ? NO_ROBOTS_KEPT_MS : ROBOTS_KEPT_MS)
    return text === null ? null : parseRobots(text, TOKEN)
  }

  /** Waits for the host's turn, or throws if the page may not be visited. */
  const approach = async (page: URL) => {
    const robots = await robotsOf(page)
    if (robots === null) throw new HostPausedError(NO_ROBOTS_KEPT_MS)
    if (!robots.isAllowed(page.pathname + page.search)) throw new RobotsDisallowedError()
    await takeTurn(page.host, robots.crawlDelay * 1_000)
  }

  return {
    /** Returns the response with its body unread. `headers` may make the request conditional. */
    visit: async (address: string, headers: Record<string, string>) => {
      const page = new URL(address)
      await approach(page)
      const response = await client.get(
        address,
        { ...headers, 'accept-encoding': 'identity', 'user-agent': agent },
        timeLimit(),
        async (target) => {
          if (siteOf(target) !== siteOf(page)) throw new CrossSiteRedirectError()
          await approach(target)
        },
      )
      if (response.statusCode === 429 || response.statusCode === 503) {
        response.body.destroy()
        const waitMs = pauseOf(response.headers['retry-after'])
        await hosts.pause(page.host, waitMs)
        throw new HostPausedError(waitMs)
      }
      return response
    },
  }
}

const siteOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

const readStart = async (
  body: AsyncIterable<Uint8Array> & { destroy: () => void },
  bytes: number,
): Promise<string> => {
  const pieces: Uint8Array[] = []
  let received = 0
  for await (const piece of body) {
    pieces.push(piece)
    received += piece.length
    if (received >= bytes) break
  }
  body.destroy()
  // PostgreSQL stores no null characters.
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, bytes)).replaceAll('\0', '')
}
