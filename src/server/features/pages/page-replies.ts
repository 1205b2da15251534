import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createQueue, createSingleFlight, QueueFull } from '#server/core/concurrency/tasks.ts'
import { isDatabaseUnavailable } from '#server/core/db/pools.ts'
import { AppError } from '#server/core/http/errors.ts'
import {
  createBacklogCheck,
  serverBusyError,
  type WorkQueue,
} from '#server/core/http/load-shedding.ts'
import { addPrefix, type Language } from '#server/core/languages.ts'
import { type PackedReply, packReply, type ReplyCache } from '#server/core/http/reply-cache.ts'
import { CATALOG } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { SiteFacts } from '#shared/contract/site.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'
import type { OfferedLanguage } from '#shared/languages.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import {
  type ClientFiles,
  createScreenFilesReader,
  translateFiles,
  translateTemplate,
} from './client-files.ts'
import { allowStyleAttributes, splitTemplate, type Page, renderPage } from './page.ts'

const MAX_WAITING = 100
const MAX_WAIT_MS = 1_000
/** A waiting connection is accepted in one turn of the event loop and read in the next. */
const QUIET_TURNS = 3
/** Between two pages, while connections keep arriving. */
const BETWEEN_PAGES = { connections: 100, ms: 100 }

/**
 * Renders one page at a time and accepts waiting connections before the next, so that calls and health
 * checks do not wait for pages. Node accepts one connection per turn of the event loop: after a single turn
 * the others would stay in the system's queue for seconds. A page that waits too long is refused with 503.
 */
export const createRenderQueue = (connections: () => number, now = () => performance.now()) => {
  const queue = createQueue(1, MAX_WAITING)
  const acceptConnections = async () => {
    const isBacklogDrained = createBacklogCheck(connections, BETWEEN_PAGES, now)
    let count = connections()
    for (let quiet = 0; quiet < QUIET_TURNS && !isBacklogDrained(); quiet += 1) {
      await nextTurn()
      if (connections() !== count) quiet = 0
      count = connections()
    }
  }
  return async <T>(render: () => T): Promise<T> => {
    const queuedAt = now()
    try {
      return await queue(async () => {
        if (now() - queuedAt > MAX_WAIT_MS) throw serverBusyError()
        const result = render()
        await acceptConnections()
        return result
      })
    } catch (error) {
      throw error instanceof QueueFull ? serverBusyError() : error
    }
  }
}

/** Part of every page. Changes of it are announced like those of the catalogue. */
type PageSettings = {
  /** Name, colour and texts that the operator chose. */
  site: SiteFacts
  /** Whether the contact form sends anything. */
  hasContact: boolean
  isDemo: boolean
  /** Rules for links to shops, the same in the markup and in the browser. */
  affiliate: readonly AffiliateRule[]
}

export type PageRepliesDependencies = {
  clientFiles: ClientFiles
  replies: ReplyCache
  securityHeaders: Record<string, string>
  languages: readonly Language[]
  /** Null if there is no server build of the client; then only the browser renders. */
  getRenderer: (language: Language) => Promise<ScreenRenderer | null>
  log: Pick<Logger, 'error'>
  /** If false, the client does not link to /find. */
  isFinderPublic: boolean
  settings: () => Promise<PageSettings>
  work: Pick<WorkQueue, 'connections'>
}

type PageRequest = {
  language: Language
  /** Begins with the prefix of the language. */
  address: string
  origin: string
  /** Whether the request has no cookie and thus no session. */
  isAnonymous: boolean
  /** Chooses one of several orders of the same page. */
  seed: number
  readPage: () => Promise<Page>
  /** Throws if this visitor has made the server render too many pages. */
  limitRendering: () => void
  /** Waits until few enough other pages of this visitor are being made. */
  inTurn: (make: () => Promise<PackedReply>) => Promise<PackedReply>
}

/** Personal pages depend on the session, which only the browser reads. */
const isPersonalPage = (page: Page) => page.status === 200 && !page.isIndexed

const NOT_RENDERED: ReturnType<ScreenRenderer> = { markup: '', module: null }

/** Renders each page once, for all visitors who wait for it and for later ones. */
export const createPageReplies = (dependencies: PageRepliesDependencies) => {
  const { replies, securityHeaders, clientFiles } = dependencies
  const once = createSingleFlight<PackedReply>()
  const renderInTurn = createRenderQueue(dependencies.work.connections)
  const { template } = clientFiles
  const folderOf = ({ code }: Language) => clientFiles.folders?.[code]
  const templates = new Map(
    dependencies.languages.map((language) => [
      language,
      template === null
        ? null
        : splitTemplate(translateTemplate(template, language, folderOf(language))),
    ]),
  )
  const offered = dependencies.languages.map(({ code, name, proposal }): OfferedLanguage => ({
    code,
    name,
    proposal,
  }))
  const filesOf = createScreenFilesReader(clientFiles.manifest)

  const tryRender = (render: ScreenRenderer | null, address: string, data: Page['data']) => {
    try {
      return render?.(address, data) ?? NOT_RENDERED
    } catch (err) {
      // The browser renders the screen instead, or shows its own error.
      dependencies.log.error({ err, address }, 'A screen could not be rendered')
      return NOT_RENDERED
    }
  }

  let cachedSettings: { generation: number; settings: PageSettings } | null = null
  const readSettings = async (): Promise<PageSettings> => {
    const generation = replies.generation()
    if (cachedSettings?.generation !== generation)
      cachedSettings = { generation, settings: await dependencies.settings() }
    return cachedSettings.settings
  }

  const makeReply = async ({ address, language, origin, isAnonymous, readPage }: PageRequest) => {
    const template = templates.get(language) ?? null
    if (template === null)
      throw new AppError(503, 'The client has not been built. Run npm start to build it.')
    const page = await readPage()
    const { site, hasContact, isDemo, affiliate } = await readSettings()
    const data = {
      ...page.data,
      ...(isAnonymous ? { '/api/session': succeeded({ user: null }) } : {}),
      ...(dependencies.isFinderPublic ? {} : { finder: 'off' }),
      ...(hasContact ? { contact: 'on' } : {}),
      ...(Object.values(site).some(Boolean) ? { site } : {}),
      ...(isDemo ? { demo: 'on' } : {}),
      ...(affiliate.length > 0 ? { affiliate } : {}),
      ...(dependencies.languages.length > 1 ? { languages: offered } : {}),
    }
    const render = isPersonalPage(page) ? null : await dependencies.getRenderer(language)
    const { markup, module } =
      render === null ? NOT_RENDERED : await renderInTurn(() => tryRender(render, address, data))
    const screen = { markup, files: translateFiles(filesOf(module), folderOf(language)) }
    const context = { origin, site, language, languages: dependencies.languages }
    const html = renderPage(template, { ...page, data }, screen, context)
    const policy = securityHeaders['content-security-policy'] ?? ''
    const headers = {
      ...securityHeaders,
      'content-security-policy': allowStyleAttributes(policy, markup),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...(page.status === 301 ? { location: addPrefix(language, page.canonical) } : {}),
    }
    const reply = packReply(html, headers, { status: page.status, noteSent: page.noteSent })
    return { reply, isKept: page.isCached ?? true }
  }

  /** While the database is unavailable, a page in another order is better than none. */
  const findCachedInAnyOrder = (name: string, error: unknown): PackedReply => {
    if (isDatabaseUnavailable(error))
      for (let seed = 0; seed < CATALOG.feedSeeds; seed += 1) {
        const reply = replies.get(`${seed} ${name}`)
        if (reply) return reply
      }
    throw error
  }

  return async (request: PageRequest): Promise<PackedReply> => {
    const { address, origin, isAnonymous, seed } = request
    const name = `page ${isAnonymous} ${origin} ${address}`
    const key = `${seed} ${name}`
    const reply = replies.get(key)
    if (reply) return reply
    // Outside the shared work, because a refusal would also affect others who wait for this page.
    request.limitRendering()
    const generation = replies.generation()
    // Without the seed, so that visitors who arrive while a page is rendered share its order.
    const flight = `${generation} ${name}`
    const make = async (): Promise<PackedReply> => {
      try {
        const { reply: newReply, isKept } = await makeReply(request)
        if (isKept) replies.put(key, newReply, generation)
        return newReply
      } catch (error) {
        return findCachedInAnyOrder(name, error)
      }
    }
    // Joining others costs nothing, so it needs no turn.
    return once.current(flight) ?? request.inTurn(() => once(flight, make))
  }
}
