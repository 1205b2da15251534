import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { keepReplies, type ReplyKeeping } from '#server/core/http/reply-cache.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import type { Rates } from '#shared/domain/money.ts'
import { createDocumentsStore } from './documents.store.ts'
import type { createDocuments } from './document-writer.store.ts'
import { productSearchHandlers } from './product-search.routes.ts'
import { createProductSearch, type ProductSearch } from './product-search.service.ts'
import { createRefinements } from './refinement.service.ts'
import { createWordsSearch } from './words-search.service.ts'
import {
  createCatalogueWords,
  createShopNames,
  createWordForms,
  createWordsSearchStore,
} from './words/words.store.ts'

export { CATALOG_CHANGED, createDocuments, documentsOn } from './document-writer.store.ts'
export { createDocumentsStore, type DocumentsStore } from './documents.store.ts'
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
  const documents = createDocumentsStore(pool)
  const shopNames = createShopNames(pool)
  const productSearch = createProductSearch({
    store: documents,
    words: createCatalogueWords(pool),
    wordForms: createWordForms(pool),
    findPeople,
    shopNames,
    rates,
  })
  return {
    productSearch,
    documents,
    refinements: createRefinements({ search: productSearch, documents, shopNames }),
    searchWords: createWordsSearch(
      createWordsSearchStore(pool),
      async (q, limit) => (await productSearch.products({ q, sort: 'relevance', limit })).products,
    ),
  }
}

const DOCUMENTS_EVERY_MS = 15_000

export const searchFeature = (
  productSearch: ProductSearch,
  documents: ReturnType<typeof createDocuments>,
  keeping: ReplyKeeping,
): Feature => ({
  routes: [
    calls(
      productSearchCalls,
      keepReplies(productSearchCalls, productSearchHandlers(productSearch), keeping),
    ),
  ],
  sweeps: { 'prices in euros': documents.convertPrices },
  jobs: [{ everyMs: DOCUMENTS_EVERY_MS, tasks: { documents: documents.update } }],
  abort: documents.close,
})
