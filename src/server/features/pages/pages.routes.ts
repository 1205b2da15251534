import type { Context, Hono } from 'hono'
import { randomInt } from 'node:crypto'
import type { CallerTurns } from '#server/core/http/caller-turns.ts'
import { AppError } from '#server/core/http/errors.ts'
import { ENGLISH, addPrefix, findLanguage, type Language } from '#server/core/languages.ts'
import {
  type RateLimiter,
  refuseIfTooMany,
  type WindowCounter,
} from '#server/core/http/rate-limits.store.ts'
import {
  buildCacheKey,
  type PackedReply,
  readReplyPreferences,
  sendPackedReply,
} from '#server/core/http/reply-cache.ts'
import {
  type AppEnv,
  readPathParameters,
  readQueryParameters,
} from '#server/core/http/request-context.ts'
import { readChosenLanguage } from '#server/core/http/request-language.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { MailWriter } from '#server/core/mail/write-mail.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import { CATALOG } from '#shared/constants.ts'
import type { contactCalls } from '#shared/contract/system.ts'
import { CONTACT_TEXT } from '#shared/site-page-messages.ts'
import { paths } from '#shared/paths.ts'
import { FILTER_NAMES } from '#shared/product-filters.ts'
import { createPageReplies, type PageRepliesDependencies } from './page-replies.ts'
import { createNotFoundPage, type RouteName } from './page.ts'
import type { createPages } from './pages.service.ts'
import { composeContactMail } from './contact-mail.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** Query parameters that affect what the server renders; others are ignored or read by the browser. */
const RENDERED_QUERY: Partial<Record<RouteName, readonly string[]>> = {
  searchResult: ['celebrities', 'q', ...FILTER_NAMES],
  celebrity: FILTER_NAMES,
  celebritySearchResult: ['celebrities'],
  termsPolicy: ['deletion'],
}

const SHUFFLED_ROUTES: ReadonlySet<RouteName> = new Set([
  'searchResult',
  'celebritySearchResult',
  'celebrity',
])

const chooseSeed = (route: RouteName): number =>
  SHUFFLED_ROUTES.has(route) ? randomInt(CATALOG.feedSeeds) : 0

/** The words after a product's id have no meaning, so they must not fill the cache. */
const removeSlug = (address: string) =>
  address.replace(/^((?:\/[a-z]{2,3})?\/product\/[^/?]+)[^?]*/, '$1')

const normalizePageAddress = (url: string, route: RouteName) => {
  const address = buildCacheKey(url, RENDERED_QUERY[route] ?? [])
  return route === 'product' ? removeSlug(address) : address
}

type PagesRoutesDependencies = PageRepliesDependencies & {
  pages: ReturnType<typeof createPages>
  pageLimit: WindowCounter
  turns: CallerTurns
  isFinderPublic: boolean
}

/** Unknown addresses share one cached page, because the screen does not show the address. */
const NOT_FOUND_ADDRESS = '/not-found'

export const pageRoutes = (dependencies: PagesRoutesDependencies) => {
  const pageReply = createPageReplies(dependencies)
  const createVisitor = (context: Context<AppEnv>) => ({
    limitRendering: () => refuseIfTooMany(dependencies.pageLimit.take(context.get('address'))),
    inTurn: (make: () => Promise<PackedReply>) => dependencies.turns(context.get('address'), make),
    origin: context.get('origin'),
    isAnonymous: !/(?:^|;\s*)(?!language=)/.test(context.req.header('cookie') ?? 'language='),
  })

  const mountScreens = (app: Hono<AppEnv>) => {
    for (const [name, { pattern }] of Object.entries(paths)) {
      const route = name as RouteName
      if (route === 'find' && !dependencies.isFinderPublic) continue
      for (const language of dependencies.languages) mountScreen(app, route, pattern, language)
    }
  }

  const mountScreen = (app: Hono<AppEnv>, route: RouteName, pattern: string, language: Language) =>
    app.get(addPrefix(language, pattern), async (context) => {
      const chosen = readChosenLanguage(dependencies.languages, context.req.header('cookie'))
      if (language === ENGLISH && chosen && chosen !== ENGLISH) {
        const { pathname, search } = new URL(context.req.url)
        context.header('cache-control', 'private, no-store')
        return context.redirect(addPrefix(chosen, pathname) + search)
      }
      const visitor = createVisitor(context)
      const seed = chooseSeed(route)
      const address = normalizePageAddress(context.req.url, route)
      const params = readPathParameters(context)
      const query = readQueryParameters(context)
      const readPage = () =>
        dependencies.pages(route, { params, query, seed, origin: visitor.origin })
      const reply = await pageReply({ ...visitor, language, address, seed, readPage })
      return sendPackedReply(reply, readReplyPreferences(context.req.raw.headers))
    })

  const mountNotFound = (app: Hono<AppEnv>) =>
    app.get('*', async (context) => {
      // API clients get JSON; people who followed a broken link get a page.
      if (!context.req.header('accept')?.includes('text/html'))
        throw new AppError(404, HTTP_TEXT.notFound)
      const language = findLanguage(dependencies.languages, context.req.path)
      const reply = await pageReply({
        ...createVisitor(context),
        language,
        address: language.prefix + NOT_FOUND_ADDRESS,
        seed: 0,
        readPage: async () => createNotFoundPage(),
      })
      return sendPackedReply(reply, readReplyPreferences(context.req.raw.headers))
    })
  return { mountScreens, mountNotFound }
}

/** `to`: null if the operator has set no address. */
type ContactDependencies = {
  mail: Mail
  to: () => Promise<string | null>
  limits: RateLimiter
  writeMail: MailWriter
  languageOfEmail: Accounts['languageOfEmail']
}

/** `dependencies`: null if no email can be sent. */
export const contactHandlers = (
  dependencies: ContactDependencies | null,
): Handlers<typeof contactCalls> => ({
  'POST /api/contact': async ({ body }) => {
    const to = await dependencies?.to()
    if (!dependencies || !to) throw new AppError(404, CONTACT_TEXT.notYetFunctional)
    refuseIfTooMany(await dependencies.limits.take('contactInAll', 'all'))
    const language = (await dependencies.languageOfEmail(to)) ?? ENGLISH.code
    const content = dependencies.writeMail(language, () => composeContactMail(body))
    await dependencies.mail.send({ to, ...content, quoted: body.message })
  },
})
