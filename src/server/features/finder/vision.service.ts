import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { RankedProduct, SimilarProduct } from '#shared/contract/vision.ts'
import { type Box, fromUnits } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { inEuros, isWithinPriceRange, type PriceRange, type Rates } from '#shared/domain/money.ts'
import { listResults } from '#shared/domain/results.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { DocumentsStore } from '#server/features/search/index.ts'
import { detectObjects } from '#server/vision/detect-objects.ts'
import type { DetectedObjects, OnBoxes } from '#shared/vision/detect-objects.ts'
import { createVisionEngine, QUEUE_LIMIT } from '#server/vision/engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { cornersFromBox } from '#shared/vision/image-ops.ts'
import { bestTwo, vectorDimensions } from '#shared/vision/likeness.ts'
import { type Picture, sliceSquares } from '#shared/vision/picture.ts'
import type { VectorSearch } from '#server/vision/vectors/vector-search.ts'
import {
  byLikenessThenPrice,
  isAlikeOrSameKind,
  type KindMatch,
  priceOf,
  rateLikeness,
} from '#shared/vision/likeness-order.ts'
import type { Embedding } from './embeddings.ts'
import { withoutRepeats } from './repeats.ts'
import { createVisionStore, type VisionStore } from './vision.store.ts'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { createIndexer, type Indexer, type IndexerParts } from '#server/vision/indexing/indexer.ts'
import { readModelCards } from '#server/vision/model-cards.ts'
import { modelsOf } from '#shared/vision/model-cards.ts'
import { createRemoteSession } from '#server/vision/remote/remote-vision.ts'
import { createVisionTasksStore } from '#server/vision/remote/vision-tasks.store.ts'
import {
  openVectorSearch,
  type VectorSearchSettings,
} from '#server/vision/vectors/open-vector-search.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { createVectorModelsStore } from '#server/vision/vectors/vector-models.store.ts'

/** Opened once, while the server already answers other requests. */
export type OpenVision = {
  engine: VisionEngine
  vectors: VectorSearch
  /** Null once every product has a vector of this model. */
  servedInstead: () => Promise<ServedModel | null>
}

/** Vectors of an earlier model, which serve until those of the present one are complete. */
export type ServedModel = {
  version: string
  calibration: CertaintyThresholds
  search: VectorSearch['search']
}

type Parts = {
  store: VisionStore
  /** Waits for the models while the server starts; throws a 503 if they could not be opened. */
  open: () => Promise<OpenVision>
  rates: () => Promise<Rates>
  similarTo: SimilarTo
}

/** What a scan lists for an object, in the order of its answers. */
export type SimilarTo = (
  object: Embedding,
  ownerUid: string | undefined,
) => Promise<Pick<Lookup, 'products' | 'noneOfKind'>>

/** The price decides among the `count` most alike: a filtered result is part of the unfiltered one. */
type ProductFilter = {
  category?: Category | undefined
  /** Whose own products are listed too. */
  ownerUid?: string | undefined
  price?: PriceRange | undefined
}

/** An embedding; only vectors of the same version can be compared. */
export type Appearance = { vector: Float32Array; version: string }

/** What a part of a photo looks like, and the products that look like it, best first. */
export type Lookup = {
  appearance: Appearance
  products: SimilarProduct[]
  /** Such as 'dresses': there is nothing of its kind. */
  noneOfKind?: string | null
}

const ADDED_PREFIX = 'user:'
export const isAddedKey = (productKey: string): boolean => productKey.startsWith(ADDED_PREFIX)
const PRODUCT_ID = /^\d{1,18}$/
/** Candidates per product shown: some are cut, and some of their products may be gone. */
const SPARE = 2
/** Candidates where most are left out, because they are sold out or of another kind. */
const MANY = 400
/** Detections embedded at a time, so that the first cards need not wait for the last. */
const BATCH = 4

const ownModel = ({ engine, vectors }: OpenVision): ServedModel => ({
  version: engine.cards.vectorVersion,
  calibration: engine.cards.embedder.calibration,
  search: (...asked) => vectors.search(...asked),
})

export type ProductsOf = (
  keys: readonly string[],
  ownerUid: string | undefined,
) => Promise<Map<string, CatalogProduct>>

/** Cards by the keys of vectors; products that users added only for their owner. */
export const createProductsOf =
  (store: Pick<VisionStore, 'catalogProducts' | 'addedProducts'>): ProductsOf =>
  async (keys, ownerUid) => {
    const added = keys.filter(isAddedKey)
    const products = await store.catalogProducts(keys.filter((key) => !isAddedKey(key)))
    if (added.length === 0 || !ownerUid) return products
    return new Map([...products, ...(await store.addedProducts(ownerUid, added))])
  }

export const createVisionService = ({ store, open, rates, similarTo }: Parts) => {
  /** What can be bought and is nearest to a product in a category, its own unless another is given. */
  const othersLike = async (id: string, category: string | undefined) => {
    const key = PRODUCT_ID.test(id) ? await store.keyOfProduct(id) : null
    if (key === null) throw new AppError(404, 'There is no such product')
    const vision = await open()
    const model = (await vision.servedInstead()) ?? ownModel(vision)
    const productVector = await store.vectorOf(key, model.version)
    // Not indexed yet.
    if (!productVector) return { key, model, others: [] }
    const filter = { category: category ?? productVector.category }
    const near = await model.search(productVector.vector, MANY, filter)
    const stock = await store.stockOf([key, ...near.map(({ productKey }) => productKey)])
    const kind = stock.get(key)?.kind ?? null
    const others = near.flatMap((match): KindMatch[] => {
      const product = stock.get(match.productKey)
      if (!product?.isInStock || match.productKey === key) return []
      return [{ ...match, isSameKind: kind === null || product.kind === kind }]
    })
    return { key, model, others }
  }

  /** `box` is in the 400-unit frame; null means the whole picture. */
  const appearanceOf = async (
    picture: Picture,
    box: Box | null,
    signal: AbortSignal,
  ): Promise<Appearance> => {
    const { engine } = await open()
    const { width, height } = picture.size
    const pixels = box ? fromUnits(box, picture.size) : { x: 0, y: 0, width, height }
    const squares = await engine.cut(picture, [cornersFromBox(pixels)])
    const { vectors } = await engine.embed(squares, { signal })
    return { vector: vectors[0] ?? new Float32Array(), version: engine.cards.vectorVersion }
  }

  return {
    appearanceOf,

    detect: async (
      picture: Picture,
      signal: AbortSignal,
      onBoxes?: OnBoxes,
    ): Promise<DetectedObjects> =>
      detectObjects((await open()).engine, picture, { signal, onBoxes }),

    lookUp: async function* (
      { detections, squares }: DetectedObjects,
      ownerUid: string | undefined,
      signal: AbortSignal,
    ): AsyncGenerator<Lookup & { index: number }> {
      const vision = await open()
      const version = vision.engine.cards.vectorVersion
      for (let first = 0; first < detections.length; first += BATCH) {
        const batch = sliceSquares(squares, first, BATCH)
        const { vectors } = await vision.engine.embed(batch, { signal })
        for (const [offset, vector] of vectors.entries()) {
          signal.throwIfAborted()
          const index = first + offset
          const { kind = null, category = null, label = '' } = detections[index] ?? {}
          const { products, noneOfKind } = await similarTo(
            { vector, version, kind, category, label },
            ownerUid,
          )
          const firstProducts = products.slice(0, DETECTION_SEARCH.shown)
          yield {
            index,
            appearance: { vector, version },
            products: firstProducts,
            noneOfKind: noneOfKind ?? null,
          }
        }
      }
    },

    similarToCrop: async (
      picture: Picture,
      box: Box | null,
      count: number,
      { category, ownerUid, price }: ProductFilter,
      signal: AbortSignal,
    ): Promise<Lookup> => {
      const appearance = await appearanceOf(picture, box, signal)
      const { products } = await similarTo(
        { ...appearance, kind: null, category: category ?? null, label: '' },
        ownerUid,
      )
      const current = await rates()
      const listed = products
        .slice(0, count)
        .filter((product) => !price || isWithinPriceRange(priceOf(product), price, current))
      return { appearance, products: listed }
    },

    /**
     * A match too weak for a photo is still the best answer for a product's page, if it
     * is of the same kind. Empty while the product has not been indexed.
     */
    similarToProduct: async (
      id: string,
      count: number,
      { category, price }: Pick<ProductFilter, 'category' | 'price'>,
    ): Promise<RankedProduct[]> => {
      const { key, model, others } = await othersLike(id, category)
      const alike = rateLikeness(others, bestTwo(others), model.calibration).filter(
        isAlikeOrSameKind,
      )
      const cards = await store.catalogProducts([key, ...alike.map(({ productKey }) => productKey)])
      const current = await rates()
      const nearest = alike
        .flatMap((rated) => {
          const card = cards.get(rated.productKey)
          return card ? [{ ...rated, card, euros: inEuros(priceOf(card), current) }] : []
        })
        .toSorted(byLikenessThenPrice)
        .flatMap(({ card, similarity, certainty }): RankedProduct[] => [
          { ...card, similarity, certainty, isAddedByUser: false },
        ])
      const distinct = withoutRepeats(nearest, cards.get(key)).slice(0, count * SPARE)
      return listResults(distinct, { label: cards.get(key)?.name ?? '', limit: count }).filter(
        (product) => !price || isWithinPriceRange(priceOf(product), price, current),
      )
    },

    /** However little alike: whoever wants it has nothing better. Null if nothing can be bought. */
    nearestInStock: async (id: string): Promise<CatalogProduct | null> => {
      const { others } = await othersLike(id, undefined)
      const nearest = others.find(({ isSameKind }) => isSameKind) ?? others[0]
      if (!nearest) return null
      return (await store.catalogProducts([nearest.productKey])).get(nearest.productKey) ?? null
    },
  }
}
export type VisionService = ReturnType<typeof createVisionService>
/** The part of it that a scan uses. */
export type FinderVision = Pick<
  VisionService,
  'detect' | 'lookUp' | 'similarToCrop' | 'appearanceOf'
>

export type VisionSettings = {
  pool: Database['pool']
  /** For connections of their own. */
  databaseUrl: string
  /** Where vectors are saved if this process searches them. */
  vectorsFolder?: string
  /** No workers: the models run in other processes, which also index. */
  visionWorkers?: { workers: number; threads: number }
  log: Logger
  modelDir: string
  readPicture: IndexerParts['readPicture']
  decode?: IndexerParts['decode']
  /** Of the catalogue's products; by default those in `pool`. */
  documents?: DocumentsStore
  /** A search database that has their vectors, if there is one. */
  vectorCopy?: () => Promise<Pick<Database, 'pool' | 'url'> | null>
  rates: () => Promise<Rates>
  similarTo: SimilarTo
}

const unavailable = () =>
  new AppError(503, 'Photos cannot be scanned just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    code: 'vision-unavailable',
  })

/** Searches the vectors of the model that serves while those of `settings` are incomplete. */
const createServedInstead = (settings: VectorSearchSettings) => {
  const { pool, version } = settings
  const models = createVectorModelsStore(pool)
  let isComplete = false
  let other: { version: string; search: Promise<VectorSearch> } | null = null

  const close = async () => {
    const closing = other
    other = null
    await (await closing?.search.catch(() => null))?.close()
  }
  const openOther = async (served: string) => {
    const dimensions = await createProductVectorsStore(pool).dimensionsOf(served)
    const search = await openVectorSearch({
      ...settings,
      version: served,
      dimensions: dimensions ?? settings.dimensions,
    })
    await search.loaded()
    return search
  }
  return {
    close,
    find: async (): Promise<ServedModel | null> => {
      isComplete ||= await models.isComplete(version)
      const served = isComplete ? null : await models.servedInsteadOf(version)
      if (other && other.version !== served?.version) await close()
      if (!served) return null
      other ??= { version: served.version, search: openOther(served.version) }
      const search = await other.search
      return { ...served, search: (...asked) => search.search(...asked) }
    },
  }
}

/** Models and vectors, opened while the server already answers other requests. */
export const createVision = (settings: VisionSettings) => {
  const { pool, databaseUrl, log, modelDir, readPicture, decode, rates } = settings
  const folder = settings.vectorsFolder ?? null
  let opening: Promise<
    OpenVision & { indexer: Indexer | null; close: () => Promise<void> }
  > | null = null

  const { visionWorkers = { workers: 1, threads: 2 } } = settings
  const hasModels = visionWorkers.workers > 0

  const openEngine = async (listener: Listener) => {
    if (hasModels) return createVisionEngine({ modelDir, ...visionWorkers })
    const store = createVisionTasksStore(pool, modelsOf(await readModelCards(modelDir)))
    const session = await createRemoteSession({ store, listener, queueLimit: QUEUE_LIMIT, log })
    return createVisionEngine({ modelDir, session })
  }

  const openAll = async (listener: Listener) => {
    const engine = await openEngine(listener)
    const { vectorVersion: version } = engine.cards
    const dimensions = vectorDimensions(engine.cards)
    const copy = (await settings.vectorCopy?.()) ?? null
    const searched = { pool, url: databaseUrl, listener, version, dimensions, folder, log, copy }
    const vectors = await openVectorSearch(searched)
    const servedInstead = createServedInstead(searched)
    const indexer = hasModels ? createIndexer({ pool, log, engine, readPicture, decode }) : null
    await indexer?.start(listener)
    const close = async () => {
      await indexer?.close()
      await servedInstead.close()
      await vectors.close()
      await engine.close()
    }
    return { engine, vectors, indexer, servedInstead: servedInstead.find, close }
  }

  const open = async () => {
    if (!opening) throw unavailable()
    return opening.catch((cause: unknown) => {
      log.error({ err: cause }, 'Photos cannot be scanned')
      throw unavailable()
    })
  }

  return {
    open,
    service: createVisionService({
      store: createVisionStore(pool, settings.documents),
      open,
      rates,
      similarTo: settings.similarTo,
    }),

    /** Also starts to index new products. */
    start: async (listener: Listener) => {
      opening = openAll(listener)
      await opening
    },

    /** Keeps this model's vectors, and removes those of models that no server uses any more. */
    keepVectors: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.indexer?.register()
      await createVectorModelsStore(pool).sweep()
    },

    close: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.close()
    },
  }
}
