import { randomInt } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { CATALOG } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import { paths } from '#shared/paths.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { wantedFrom } from '#server/http/cached-calls.ts'
import { AppError } from '#server/http/errors.ts'
import { packReply, type ReplyCache, sendKept } from '#server/http/reply-cache.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { pathText, queryText } from '#server/http/request-text.ts'
import { type Page, renderPage } from './page.ts'
import { notFoundPage, type createPages, type RouteName } from './pages.service.ts'
import { screenFiles } from './screen-files.ts'
import type { ClientFiles } from './static-files.ts'
import { allowStyleAttributes } from './style-hashes.ts'

export type PagesParts = {
  pages: ReturnType<typeof createPages>
  clientFiles: ClientFiles
  replies: ReplyCache
  publicUrl: string | null
  securityHeaders: Record<string, string>
  /** Null without a server build of the client: then only the browser renders. */
  renderScreen: ScreenRenderer | null
  log: Pick<Logger, 'error'>
}

/** The pages of spec section 2, the client's files and the not-found page. */
export const mountPages = (app: Hono<AppEnv>, parts: PagesParts) => {
  for (const [name, { pattern }] of Object.entries(paths))
    app.get(pattern, (context) => answerPage(context, parts, name as RouteName))
  app.get('*', async (context) => {
    const path = new URL(context.req.url).pathname
    const file = await parts.clientFiles.read(path)
    if (file) return sendKept(file, wantedFrom(context.req.raw.headers))
    // API clients get JSON; people who followed a broken link get a page.
    if (!context.req.header('accept')?.includes('text/html')) throw new AppError(404, 'Not found')
    return send(context, parts, notFoundPage(path))
  })
}

const originOf = (context: Context, publicUrl: string | null) =>
  publicUrl ?? new URL(context.req.url).origin

const isStranger = (context: Context) => context.req.header('cookie') === undefined

const answerPage = async (context: Context<AppEnv>, parts: PagesParts, route: RouteName) => {
  const seed = randomInt(CATALOG.feedSeeds)
  const origin = originOf(context, parts.publicUrl)
  const { pathname, search } = new URL(context.req.url)
  const key = `page ${origin}${pathname}${search} ${seed} ${isStranger(context)}`
  const kept = parts.replies.get(key)
  if (kept) return sendKept(kept, wantedFrom(context.req.raw.headers))
  const generation = parts.replies.generation()
  const visit = { params: pathText(context), query: queryText(context), seed, origin }
  const page = await parts.pages(route, visit)
  return send(context, parts, page, (reply) => parts.replies.put(key, reply, generation))
}

/** Personal pages depend on the session, which only the browser reads. */
const isPersonal = (page: Page) => page.status === 200 && !page.isIndexed

type Screen = ReturnType<ScreenRenderer>

const notRendered: Screen = { markup: '', module: null }

const rendered = (
  context: Context<AppEnv>,
  { renderScreen, log }: PagesParts,
  data: Page['data'],
): Screen => {
  if (!renderScreen) return notRendered
  const { pathname, search } = new URL(context.req.url)
  try {
    return renderScreen(pathname + search, data)
  } catch (err) {
    // The browser renders it instead, or shows its own error.
    log.error({ err, pathname }, 'A screen could not be rendered')
    return notRendered
  }
}

const send = async (
  context: Context<AppEnv>,
  parts: PagesParts,
  page: Page,
  keep: (reply: Awaited<ReturnType<typeof packReply>>) => void = () => undefined,
) => {
  const { clientFiles, securityHeaders, publicUrl } = parts
  if (clientFiles.template === null)
    throw new AppError(503, 'The client has not been built: npm start builds it')
  const data = isStranger(context)
    ? { ...page.data, '/api/session': succeeded({ user: null }) }
    : page.data
  const { markup, module } = isPersonal(page) ? notRendered : rendered(context, parts, data)
  const policy = securityHeaders['content-security-policy'] ?? ''
  const html = renderPage(
    clientFiles.template,
    { ...page, data },
    { markup, files: screenFiles(clientFiles.manifest, module) },
    originOf(context, publicUrl),
  )
  const reply = await packReply(html, {
    ...securityHeaders,
    'content-security-policy': allowStyleAttributes(policy, markup),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  if (page.status === 200) keep(reply)
  return sendKept(reply, wantedFrom(context.req.raw.headers), page.status)
}
