import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createQueue, createSingleFlight, QueueFull } from '#server/core/concurrency/tasks.ts'
import { isDatabaseUnavailable } from '#server/core/db/pools.ts'
import { AppError } from '#server/core/http/errors.ts'
import { serverBusy, type WorkQueue } from '#server/core/http/load-shedding.ts'
import { type PackedReply, packReply, type ReplyCache } from '#server/core/http/reply-cache.ts'
import { CATALOG } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { SiteFacts } from '#shared/contract/site.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { type ClientFiles, screenFilesOf } from './client-files.ts'
import { allowStyleAttributes, cutTemplate, type Page, renderPage } from './page.ts'

const MAX_WAITING = 100
const MAX_WAIT_MS = 1_000
/** A waiting connection is accepted in one turn of the event loop and read in the next. */
const QUIET_TURNS = 3
/** Time alone would not do: where other programs take the processor, a few turns fill it. */
const LET_IN = 100
const LET_IN_MS = 100

/**
 * Renders one page at a time and lets everyone who has come meanwhile in before the next, so that
 * calls and health checks do not wait for pages. Node accepts one connection per turn of the event
 * loop: a single turn after each page would leave the others in the system's queue for seconds. A
 * page whose turn does not come in time is refused with 503.
 */
export const createRenderQueue = (connections: () => number, now = () => performance.now()) => {
  const queue = createQueue(1, MAX_WAITING)
  const letOthersIn = async () => {
    const endsAt = now() + LET_IN_MS
    const enough = connections() + LET_IN
    let count = connections()
    const haveManyComeIn = () => count >= enough && now() >= endsAt
    for (let quiet = 0; quiet < QUIET_TURNS && !haveManyComeIn(); quiet += 1) {
      await nextTurn()
      if (connections() !== count) quiet = 0
      count = connections()
    }
  }
  return async <T>(render: () => T): Promise<T> => {
    const askedAt = now()
    try {
      return await queue(async () => {
        if (now() - askedAt > MAX_WAIT_MS) throw serverBusy()
        const rendered = render()
        await letOthersIn()
        return rendered
      })
    } catch (error) {
      throw error instanceof QueueFull ? serverBusy() : error
    }
  }
}

export type PageRepliesParts = {
  clientFiles: ClientFiles
  replies: ReplyCache
  securityHeaders: Record<string, string>
  /** Null without a server build of the client: then only the browser renders. */
  renderScreen: ScreenRenderer | null
  log: Pick<Logger, 'error'>
  /** If not, the client shows no way to /find. */
  isFinderPublic: boolean
  /** Whether the contact form sends anything. */
  hasContact: () => Promise<boolean>
  /** What the operator says about the site. */
  siteFacts: () => Promise<SiteFacts>
  /** Whether the catalogue is, or contains, the demo. */
  isDemo: () => Promise<boolean>
  /** What is added to links of shops: the same in the markup and in the browser. */
  affiliateRules: () => Promise<readonly AffiliateRule[]>
  work: Pick<WorkQueue, 'connections'>
}

type PageRequest = {
  /** Path and query to render. */
  address: string
  origin: string
  /** Whether the visitor has no cookie, and so no session. */
  isStranger: boolean
  /** Chooses one of several orders of the same page. */
  seed: number
  read: () => Promise<Page>
  /** Throws if this visitor has made the server render too many pages. */
  admit: () => void
}

/** Personal pages depend on the session, which only the browser reads. */
const isPersonal = (page: Page) => page.status === 200 && !page.isIndexed

const NOT_RENDERED: ReturnType<ScreenRenderer> = { markup: '', module: null }

/** Pages as bytes: each is made once, for everyone who waits for it and for those who come later. */
export const createPageReplies = (parts: PageRepliesParts) => {
  const { replies, securityHeaders, clientFiles } = parts
  const once = createSingleFlight<PackedReply>()
  const inTurn = createRenderQueue(parts.work.connections)
  const template = clientFiles.template === null ? null : cutTemplate(clientFiles.template)
  const filesOf = screenFilesOf(clientFiles.manifest)

  const rendered = (address: string, data: Page['data']) => {
    try {
      return parts.renderScreen?.(address, data) ?? NOT_RENDERED
    } catch (err) {
      // The browser renders it instead, or shows its own error.
      parts.log.error({ err, address }, 'A screen could not be rendered')
      return NOT_RENDERED
    }
  }

  const make = async ({ address, origin, isStranger, read }: PageRequest) => {
    if (template === null)
      throw new AppError(503, 'The client has not been built: npm start builds it')
    const page = await read()
    const affiliate = await parts.affiliateRules()
    const site = await parts.siteFacts()
    const data = {
      ...page.data,
      ...(isStranger ? { '/api/session': succeeded({ user: null }) } : {}),
      ...(parts.isFinderPublic ? {} : { finder: 'off' }),
      ...((await parts.hasContact()) ? { contact: 'on' } : {}),
      ...(Object.values(site).some(Boolean) ? { site } : {}),
      ...((await parts.isDemo()) ? { demo: 'on' } : {}),
      ...(affiliate.length > 0 ? { affiliate } : {}),
    }
    const { markup, module } = isPersonal(page)
      ? NOT_RENDERED
      : await inTurn(() => rendered(address, data))
    const screen = { markup, files: filesOf(module) }
    const html = renderPage(template, { ...page, data }, screen, { origin, site })
    const policy = securityHeaders['content-security-policy'] ?? ''
    const headers = {
      ...securityHeaders,
      'content-security-policy': allowStyleAttributes(policy, markup),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    }
    const reply = packReply(html, headers, { status: page.status })
    return { reply, isKept: page.isKept ?? true }
  }

  /** While the database is down, a page in another order is better than none. */
  const inAnyOrder = (name: string, error: unknown): PackedReply => {
    if (isDatabaseUnavailable(error))
      for (let seed = 0; seed < CATALOG.feedSeeds; seed += 1) {
        const reply = replies.get(`${seed} ${name}`)
        if (reply) return reply
      }
    throw error
  }

  return async (request: PageRequest): Promise<PackedReply> => {
    const { address, origin, isStranger, seed } = request
    const name = `page ${isStranger} ${origin} ${address}`
    const key = `${seed} ${name}`
    const reply = replies.get(key)
    if (reply) return reply
    // Outside the shared work, or a refusal would also hit others who wait for this page.
    request.admit()
    const generation = replies.generation()
    // Without the seed: visitors who arrive while a page is being made get it in its order.
    return once(`${generation} ${name}`, async () => {
      try {
        const { reply: made, isKept } = await make(request)
        if (isKept) replies.put(key, made, generation)
        return made
      } catch (error) {
        return inAnyOrder(name, error)
      }
    })
  }
}
