import { setTimeout as delay } from 'node:timers/promises'
import { createTimeoutSignal } from '#server/core/concurrency/timeouts.ts'
import { parseRetryAfter } from '#server/core/web/host-limits.ts'
import type { PublicClient } from '#server/core/web/public-client.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/durations.ts'
import type { HostsStore } from './visited-hosts.store.ts'

const BETWEEN_VISITS_MS = 1_000
const ROBOTS_KEPT_MS = DAY_MS
/** A host whose robots.txt could not be read is asked again sooner. */
const NO_ROBOTS_KEPT_MS = HOUR_MS
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

type PageVisitsDependencies = {
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
export const createPageVisits = ({
  hosts,
  client,
  agent,
  signal,
  betweenMs = BETWEEN_VISITS_MS,
}: PageVisitsDependencies) => {
  const takeTurn = async (host: string, delayMs = 0) => {
    for (;;) {
      const waitMs = await hosts.takeTurn(host, Math.max(betweenMs, delayMs))
      if (waitMs === 0) return
      if (waitMs > MAX_WAIT_MS) throw new HostPausedError(waitMs)
      await delay(waitMs, undefined, { signal })
    }
  }

  const timeLimit = () => AbortSignal.any([signal, createTimeoutSignal(VISIT_TIMEOUT_MS)])

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
      if (statusCode === 429) await hosts.pause(page.host, parseRetryAfter(headers['retry-after']))
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
          if (hostWithoutWww(target) !== hostWithoutWww(page)) throw new CrossSiteRedirectError()
          await approach(target)
        },
      )
      if (response.statusCode === 429 || response.statusCode === 503) {
        response.body.destroy()
        const waitMs = parseRetryAfter(response.headers['retry-after'])
        await hosts.pause(page.host, waitMs)
        throw new HostPausedError(waitMs)
      }
      return response
    },
  }
}

const hostWithoutWww = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

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

/** Which paths of a host may be visited, as its robots.txt says (RFC 9309). */
export type Robots = {
  isAllowed: (pathAndQuery: string) => boolean
  /** Seconds between visits, if the host asks for more than one. */
  crawlDelay: number
}

/** The least that RFC 9309 requires a reader to parse; the rest is cut off. */
const ROBOTS_BYTES = 500 * 1024
const MAX_DELAY_S = DAY_MS / SECOND_MS

type Rule = { isAllowed: boolean; pattern: string }
type Group = { agents: string[]; rules: Rule[]; crawlDelay: number }

/** `agent`: our product token, in lower case. */
export const parseRobots = (text: string, agent: string): Robots => {
  const groups = groupsIn(text)
  const ownGroups = groups.filter(({ agents }) => agents.includes(agent))
  const applicable =
    ownGroups.length > 0 ? ownGroups : groups.filter(({ agents }) => agents.includes('*'))
  const rules = applicable.flatMap((group) => group.rules)
  return {
    crawlDelay: Math.max(0, ...applicable.map(({ crawlDelay }) => crawlDelay)),
    isAllowed: (path) => {
      if (path === '/robots.txt') return true
      const target = normalized(path)
      let best: Rule = { isAllowed: true, pattern: '' }
      for (const rule of rules)
        if (matches(rule.pattern, target) && outweighs(rule, best)) best = rule
      return best.isAllowed
    },
  }
}

/** The longest pattern decides; of equally long ones, the one that allows. */
const outweighs = (rule: Rule, best: Rule): boolean =>
  rule.pattern.length > best.pattern.length ||
  (rule.pattern.length === best.pattern.length && rule.isAllowed)

const groupsIn = (text: string): Group[] => {
  const groups: Group[] = []
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], crawlDelay: 0 })
      // Some files have a version after the token.
      groups.at(-1)?.agents.push(value.trim().toLowerCase().split('/')[0] ?? '')
      isNaming = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      const pattern = normalized(value.trim())
      if (pattern !== '') groups.at(-1)?.rules.push({ isAllowed: field === 'allow', pattern })
    } else if (field === 'crawl-delay') {
      isNaming = false
      const seconds = Number(value.trim())
      const group = groups.at(-1)
      if (group && seconds > 0) group.crawlDelay = Math.min(seconds, MAX_DELAY_S)
    }
    // Sitemaps and unknown lines belong to no group.
  }
  return groups
}

/** One spelling of each octet: unreserved ones unencoded, others percent-encoded in upper case. */
const normalized = (path: string): string =>
  path
    .replaceAll(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const char = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(char) ? char : code.toUpperCase()
    })

/** `*` matches anything, `$` the end. Not a regular expression, which could take for ever. */
const matches = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith('$')
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? others.pop() : undefined
  for (const piece of others) {
    const start = path.indexOf(piece, at)
    if (start < 0) return false
    at = start + piece.length
  }
  if (!isWhole) return true
  return last === undefined
    ? at === path.length
    : path.length - last.length >= at && path.endsWith(last)
}
