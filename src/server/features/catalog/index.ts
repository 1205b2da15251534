import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import type { Feature } from '#server/core/feature.ts'
import { createDocumentUpdater } from './document-writer.store.ts'
import { deleteExpiredHistory } from './retention.store.ts'
import { createLooksReader } from './looks.store.ts'
import { createPeopleReader, foldNewNames } from './people.store.ts'
import { createProductsReader } from './products.store.ts'
import { createTopicsReader } from './topics.store.ts'

export {
  type AgentOffer,
  type AgentProduct,
  createAgentsStore,
  buildVariantId,
} from './agent-products.store.ts'
export { documentCard } from './cards.store.ts'
export { createColorFamilies, type ReadColorFamilies } from './color-families.store.ts'
export {
  type CatalogFilesStore,
  type CatalogStore,
  createCatalogFilesStore,
  createCatalogStore,
  type ExportedRow,
} from './catalog.store.ts'
export {
  announceCatalogChange,
  CATALOG_CHANGED,
  createDocumentUpdater,
  readVocabularyVersion,
} from './document-writer.store.ts'
export { createLookViewsStore, type LookViewsStore, type ScoredLook } from './look-views.store.ts'
export {
  createShuffledFeedStore,
  type FeedRequest,
  parseCursor,
  type ShuffledFeedStore,
} from './shuffled-feed.store.ts'
export { createCountsStore, type HomeSample } from './counts.store.ts'
export { readLastContents } from './shop-feed-changes.store.ts'
export {
  createImportStore,
  type ImportSession,
  type ImportStore,
  type SharedId,
} from './import.store.ts'
export {
  type CheckResult,
  createChecksStore,
  type DueOffer,
  type OfferChange,
} from './offer-checks.store.ts'
export { findSeller } from './seller.store.ts'
export { createShopsStore } from './shops.store.ts'
export { type StagedItem, stagedRecords } from './staged-item.ts'
export { recordPictureFacts } from './looks.store.ts'
export {
  createPicturedProducts,
  type PicturedProduct,
  type SeenProduct,
} from './pictured-products.store.ts'
export { createDemoCatalog } from './demo.store.ts'
export { parsePortraitKey, buildPortraitKey, buildPortraitUrl } from './portraits.ts'
export {
  createProductDetailStore,
  type DetailRow,
  type OfferRow,
  type ProductDetailStore,
} from './product-detail.store.ts'
export { type CatalogChange, readChanges, readEvents } from './products.store.ts'
export { type CatalogRemoval, createCatalogRemoval, restoreInTransaction } from './removal.store.ts'
export { type Content, type ContentReader, createContentReader } from './removable-content.store.ts'
export type { LookToPublish, NewProduct } from './publishing.store.ts'
export { type CatalogWriterDependencies, createCatalogWriter } from './catalog-writer.ts'
export { createPublicationsStore, type PublishedLook } from './publications.store.ts'
export { createTopicsReader } from './topics.store.ts'
export { createWordsStore, type WordGroups, type WordsStore } from './words.store.ts'

/** People, looks and products, on the connection or in the transaction of the caller. */
export const createCatalogReader = (connection: Connection) => ({
  people: createPeopleReader(connection),
  looks: createLooksReader(connection),
  products: createProductsReader(connection),
  topics: createTopicsReader(connection),
})
export type CatalogReader = ReturnType<typeof createCatalogReader>

const DOCUMENTS_EVERY_MS = 15_000

/** The tables of products, offers, looks, worn items and people, and the documents that searches read. */
export const catalogFeature = ({ maintenance }: Core) => {
  const documents = createDocumentUpdater(maintenance)
  return {
    feature: {
      hourly: {
        'names of people': () => foldNewNames(maintenance),
        'prices in euros': documents.convertPrices,
        'history of the catalogue': () => deleteExpiredHistory(maintenance),
      },
      scheduled: [{ everyMs: DOCUMENTS_EVERY_MS, tasks: { documents: documents.update } }],
      abort: documents.close,
    } satisfies Feature,
  }
}
