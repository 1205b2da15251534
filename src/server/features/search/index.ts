import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { cacheReplies } from '#server/core/http/reply-cache.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { OtherShop } from '#server/core/search-elsewhere.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { createWordsSearch } from '#server/features/search/words/words-search.service.ts'
import { succeeded } from '#shared/contract/call.ts'
import { adminSearchCalls } from '#shared/contract/admin-search.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { Rates } from '#shared/domain/price.ts'
import { createDocumentsStore } from './documents.store.ts'
import { createProductSearch } from './product-search.service.ts'
import { createRefinements } from './refinement.service.ts'
import { createSearchDatabase } from './search-database.service.ts'
import { createRulesReader, createSearchRulesService } from './rules/search-rules.service.ts'
import { createSearchCounter } from './rules/search-counter.ts'
import { createSearchCountsStore, createSearchRulesStore } from './rules/search-rules.store.ts'
import { createSearchSuggestions } from './suggestions/suggestions.service.ts'
import { keepWordGroups } from './words/keep-word-groups.ts'
import { createColorFamilies, createWordsStore } from '#server/features/catalog/index.ts'

export { createDocumentsStore, type DocumentsStore } from './documents.store.ts'
export type { ProductSearch } from './product-search.service.ts'
export type { Refinements } from './refinement.service.ts'
export type { SearchDatabase } from './search-database.service.ts'
export { createSearchDatabase } from './search-database.service.ts'
export { SEARCH_UNAVAILABLE } from './search-errors.ts'

/**
 * Searches products by words and filters. `searchIn`: the database with their documents. `generation`
 * changes with the catalogue; without it, no words are kept.
 */
export const createSearch = (
  pool: Connection,
  rates: () => Promise<Rates>,
  searchIn: Connection = pool,
  otherShops: readonly OtherShop[] = [],
  generation?: () => number,
) => {
  const documents = createDocumentsStore(searchIn)
  const store = createWordsStore(pool)
  const words = generation
    ? {
        ...store,
        similarWords: keepWordGroups(store.similarWords, generation),
        wordsLike: keepWordGroups(store.wordsLike, generation),
      }
    : store
  const productSearch = createProductSearch({
    store: documents,
    words,
    rules: createRulesReader(createSearchRulesStore(pool), generation),
    rates,
    colorFamilies: createColorFamilies(pool),
    otherShops,
  })
  return {
    productSearch,
    documents,
    suggestions: createSearchSuggestions({
      documents,
      search: productSearch,
      words,
      popularQueries: createSearchCountsStore(pool).popular,
      generation,
    }),
    refinements: createRefinements({
      search: productSearch,
      documents,
      shopNames: words.shopNames,
    }),
    searchWords: createWordsSearch(words, async (q, limit, currency) => {
      const { products, sections } = await productSearch.products({
        q,
        currency,
        sort: 'relevance',
        limit,
        spelling: 'unfinished',
      })
      // Suggestions have no headings, so only what fits is suggested.
      const [beyond] = sections.flatMap(({ section, from }) =>
        section === 'matches' || section === 'titled' ? [] : (from ?? []),
      )
      return products.slice(0, beyond)
    }),
  }
}

export const searchFeature = (core: Core, { rates }: { rates: RatesService }) => {
  const { pool, maintenance, env, log, audit, replyCaching } = core
  const database =
    env.SEARCH_DATABASE_URL === undefined
      ? null
      : createSearchDatabase({
          url: env.SEARCH_DATABASE_URL,
          shards: env.SEARCH_SHARDS,
          poolSize: env.DATABASE_POOL,
          catalog: { pool, maintenance },
          log,
        })
  database?.gauge(core.registry)
  const search = createSearch(
    pool,
    rates.current,
    database?.documents,
    env.SEARCH_ELSEWHERE,
    replyCaching.cache.generation,
  )
  const counter = createSearchCounter(createSearchCountsStore(maintenance))
  const rules = createSearchRulesService({
    store: createSearchRulesStore(pool),
    counts: createSearchCountsStore(pool),
    documents: search.documents,
    note: audit.note,
  })
  const ruleHandlers: Handlers<typeof adminSearchCalls> = {
    'GET /api/admin/searches': async () => succeeded(await rules.overview()),
    'PUT /api/admin/search-words': ({ user, body }) =>
      rules.setWord(user.uid, body.word, body.meaning),
    'DELETE /api/admin/search-words/:word': ({ user, params }) =>
      rules.removeWord(user.uid, params.word),
    'POST /api/admin/search-pins': ({ user, body }) =>
      rules.addPin(user.uid, body.query, body.product),
    'DELETE /api/admin/search-pins/:key': ({ user, params, query }) =>
      rules.removePin(user.uid, query.query, params.key),
  }
  const handlers: Handlers<typeof productSearchCalls> = {
    'GET /api/search/products': async ({ query }) =>
      succeeded(await search.productSearch.products(query)),
    'GET /api/search/counts': async ({ query }) =>
      succeeded(await search.productSearch.counts(query)),
    'GET /api/search/suggestions': async ({ query }) =>
      succeeded({ suggestions: await search.suggestions.complete(query.q) }),
    'GET /api/search/start': async () =>
      succeeded({
        popular: await search.suggestions.popular(),
        categories: await search.suggestions.categories(),
      }),
    'GET /api/search/related': async ({ query }) =>
      succeeded({ suggestions: await search.suggestions.related(query.q) }),
  }
  return {
    ...search,
    observeSearch: counter.observe,
    writeSearchCounts: counter.write,
    countUnansweredMisses: createSearchCountsStore(pool).countUnanswered,
    /** Null if SEARCH_DATABASE_URL is not set. */
    database,
    feature: {
      ...database?.feature,
      routes: [
        calls(
          productSearchCalls,
          cacheReplies(productSearchCalls, handlers, replyCaching, {
            'GET /api/search/products': (query, { data }) => counter.observe(query, data),
          }),
        ),
        calls(adminSearchCalls, ruleHandlers),
      ],
      hourly: { 'counted searches': createSearchCountsStore(maintenance).sweep },
      scheduled: [{ everyMs: MINUTE_MS, tasks: { 'counted searches': counter.write } }],
      stop: async () => {
        await counter.write()
        await database?.feature.stop()
      },
    } satisfies Feature,
  }
}
export type Search = ReturnType<typeof searchFeature>
