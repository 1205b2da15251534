import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { keepReplies, type ReplyKeeping } from '#server/core/http/reply-cache.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import type { Rates } from '#shared/domain/money.ts'
import { createFacetIndex } from './facet-index/facet-index.ts'
import { createFilteredStore } from './filtered.store.ts'
import { productSearchHandlers } from './product-search.routes.ts'
import { createProductSearch } from './product-search.service.ts'
import { createRefinedStore } from './refined.store.ts'
import { createRefinements } from './refinement.service.ts'
import { createWordsSearch } from './words-search.service.ts'
import {
  createCatalogueWords,
  createShopNames,
  createWordForms,
  createWordsSearchStore,
} from './words/words.store.ts'

export { createDocuments, documentsOn } from './document-writer.store.ts'
export { createFacetRowsStore } from './facet-index/facet-rows.store.ts'
export type { ProductSearch } from './product-search.service.ts'
export type { Refinements } from './refinement.service.ts'
export {
  PRODUCT_OF_WORN,
  ROW_VALUES,
  rowOrProduct,
  CARD_COLUMNS,
  CARD_JOINS,
  cardRow,
  TILE_COLUMNS,
  tileRow,
  WORN_OF_PRODUCT,
} from './product-rows.ts'
export type { Description } from './words/describe-product.ts'
export { facetsOn } from './words/facets.store.ts'
export {
  describeTitle,
  isOfLabelledKind,
  labelMatch,
  type LabelMeaning,
  type LabelWeights,
  readLabel,
} from './words/label-match.ts'
export { searchWords } from './words/vocabulary/vocabulary.ts'
export type { WordsSearch } from './words-search.service.ts'

type Options = {
  rates: () => Promise<Rates>
  findPeople: Parameters<typeof createProductSearch>[0]['findPeople']
}

/** Products by words and filters. */
export const createSearch = (pool: Connection, { rates, findPeople }: Options) => {
  const facetIndex = createFacetIndex(pool)
  const filtered = createFilteredStore(pool, facetIndex)
  const productSearch = createProductSearch({
    store: filtered,
    words: createCatalogueWords(pool),
    wordForms: createWordForms(pool),
    findPeople,
    shopNames: createShopNames(pool),
    rates,
  })
  return {
    productSearch,
    facetIndex,
    refinements: createRefinements({
      search: productSearch,
      filtered,
      refined: createRefinedStore(pool),
    }),
    searchWords: createWordsSearch(
      createWordsSearchStore(pool),
      async (q, limit) => (await productSearch.products({ q, sort: 'relevance', limit })).products,
    ),
  }
}

type FeatureParts = { keeping: ReplyKeeping; maintenance: Database['maintenance']; log: Logger }

export const searchFeature = (
  { productSearch, facetIndex }: ReturnType<typeof createSearch>,
  { keeping, maintenance, log }: FeatureParts,
): Feature => ({
  routes: [
    calls(
      productSearchCalls,
      keepReplies(productSearchCalls, productSearchHandlers(productSearch), keeping),
    ),
  ],
  startInBackground: () => facetIndex.start(maintenance, log),
  stop: () => facetIndex.close(),
})
