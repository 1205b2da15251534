import { notFoundError } from '#server/core/http/errors.ts'
import { listVariantWords } from '#server/features/catalog/description/index.ts'
import { detectObjects } from '#server/vision/node-engine.ts'
import type { VectorSearch } from '#server/vision/vectors/vector-search.ts'
import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { RankedProduct, SimilarProduct } from '#shared/contract/vision.ts'
import { type Box, fromUnits } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { type Rates } from '#shared/domain/price.ts'
import { toEuros, isWithinPriceRange, type PriceRange } from '#shared/domain/price-comparison.ts'
import { listResults } from '#shared/domain/results.ts'
import type { Calibration } from '#shared/vision/model-cards.ts'
import type { DetectedObjects, OnBoxes } from '#shared/vision/detect-objects.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { toCorners } from '#shared/vision/image-ops.ts'
import { findBestTwo } from '#shared/vision/likeness.ts'
import {
  compareByLikenessThenPrice,
  isAlikeOrSameKind,
  type KindMatch,
  parseProductPrice,
  rateLikeness,
} from '#shared/vision/match-order.ts'
import { type RawPicture, sliceSquares } from '#shared/vision/picture.ts'
import type { Embedding } from './embeddings.ts'
import type { VisionStore } from './vision.store.ts'

/** Opened once, while the server already answers other requests. */
export type OpenVision = {
  engine: VisionEngine
  vectors: VectorSearch
  /** Null once every product has a vector of this model. */
  findServedModel: () => Promise<ServedModel | null>
}

/** A model whose vectors are searched: an earlier one until the vectors of the current one are complete. */
export type ServedModel = {
  version: string
  calibration: Calibration
  search: VectorSearch['search']
}

type VisionServiceDependencies = {
  store: VisionStore
  /** Waits for the models while the server starts; throws a 503 if they could not be opened. */
  openVision: () => Promise<OpenVision>
  rates: () => Promise<Rates>
  similarTo: SimilarTo
}

/** The products that a scan lists for an object, best first. */
export type SimilarTo = (
  object: Embedding,
  ownerUid: string | undefined,
) => Promise<Pick<Lookup, 'products' | 'noneOfKind' | 'isNothingClose'>>

/** The price only removes products from the `count` most alike: a filtered list is part of the unfiltered one. */
type ProductFilter = {
  category?: Category | undefined
  /** The products that this user added are listed too. */
  ownerUid?: string | undefined
  price?: PriceRange | undefined
}

/** An embedding; only vectors of the same version can be compared. */
export type VersionedVector = { vector: Float32Array; version: string }

/** The appearance of a part of a photo, and the products that look like it, best first. */
type Lookup = {
  appearance: VersionedVector
  products: SimilarProduct[]
  /** The plural of the object's kind, such as 'dresses', if no product of that kind was found. */
  noneOfKind?: string | null
  /** Even the nearest are hardly like it. */
  isNothingClose?: boolean
}

const ADDED_PREFIX = 'user:'
export const isAddedKey = (productKey: string): boolean => productKey.startsWith(ADDED_PREFIX)
const PRODUCT_ID = /^\d{1,18}$/
/** More candidates than products are read: some are dropped, and some products no longer exist. */
const CANDIDATES_PER_PRODUCT = 2
/** Most of these are dropped, because they are sold out or of another kind. */
const MAX_CANDIDATES = 400
/** Detections embedded at a time, so that the first cards need not wait for the last. */
const EMBED_BATCH = 4

const toServedModel = ({ engine, vectors }: OpenVision): ServedModel => ({
  version: engine.cards.vectorVersion,
  calibration: engine.cards.embedder.calibration,
  search: (...query) => vectors.search(...query),
})

export type ReadProducts = (
  keys: readonly string[],
  ownerUid: string | undefined,
) => Promise<Map<string, CatalogProduct>>

/** Reads cards by the keys of vectors. Products that a user added are only read for that user. */
export const createProductReader =
  (store: Pick<VisionStore, 'catalogProducts' | 'addedProducts'>): ReadProducts =>
  async (keys, ownerUid) => {
    const addedKeys = keys.filter(isAddedKey)
    const products = await store.catalogProducts(keys.filter((key) => !isAddedKey(key)))
    if (addedKeys.length === 0 || !ownerUid) return products
    return new Map([...products, ...(await store.addedProducts(ownerUid, addedKeys))])
  }

export const createVisionService = ({
  store,
  openVision: open,
  rates,
  similarTo,
}: VisionServiceDependencies) => {
  /** Products in stock that are nearest to a product, in `category` or else in its own category. */
  const findNearestProducts = async (id: string, category: string | undefined) => {
    const key = PRODUCT_ID.test(id) ? await store.keyOfProduct(id) : null
    if (key === null) throw notFoundError('product')
    const vision = await open()
    const model = (await vision.findServedModel()) ?? toServedModel(vision)
    const productVector = await store.vectorOf(key, model.version)
    // The product has not been indexed yet.
    if (!productVector) return { key, model, others: [] }
    const filter = { category: category ?? productVector.category }
    const matches = await model.search(productVector.vector, MAX_CANDIDATES, filter)
    const stock = await store.stockOf([key, ...matches.map(({ productKey }) => productKey)])
    const kind = stock.get(key)?.kind ?? null
    const others = matches.flatMap((match): KindMatch[] => {
      const product = stock.get(match.productKey)
      if (!product?.isInStock || match.productKey === key) return []
      return [{ ...match, isSameKind: kind === null || product.kind === kind }]
    })
    return { key, model, others }
  }

  /** `box` is in the 400-unit frame; null means the whole picture. */
  const computeAppearance = async (
    picture: RawPicture,
    box: Box | null,
    signal: AbortSignal,
  ): Promise<VersionedVector> => {
    const { engine } = await open()
    const { width, height } = picture.size
    const pixels = box ? fromUnits(box, picture.size) : { x: 0, y: 0, width, height }
    const squares = await engine.cut(picture, [toCorners(pixels)])
    const { vectors } = await engine.embed(squares, { signal })
    return { vector: vectors[0] ?? new Float32Array(), version: engine.cards.vectorVersion }
  }

  return {
    appearanceOf: computeAppearance,

    detect: async (
      picture: RawPicture,
      signal: AbortSignal,
      onBoxes?: OnBoxes,
    ): Promise<DetectedObjects> =>
      detectObjects((await open()).engine, picture, { signal, onBoxes }),

    findProducts: async function* (
      { detections, squares }: DetectedObjects,
      ownerUid: string | undefined,
      signal: AbortSignal,
    ): AsyncGenerator<Lookup & { index: number }> {
      const vision = await open()
      const version = vision.engine.cards.vectorVersion
      for (let first = 0; first < detections.length; first += EMBED_BATCH) {
        const batch = sliceSquares(squares, first, EMBED_BATCH)
        const { vectors } = await vision.engine.embed(batch, { signal })
        for (const [offset, vector] of vectors.entries()) {
          signal.throwIfAborted()
          const index = first + offset
          const { kind = null, category = null, label = '' } = detections[index] ?? {}
          const {
            products,
            noneOfKind,
            isNothingClose = false,
          } = await similarTo({ vector, version, kind, category, label }, ownerUid)
          // The visitor may still ask for the nearest.
          const firstProducts = isNothingClose ? [] : products.slice(0, DETECTION_SEARCH.maxResults)
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
      picture: RawPicture,
      box: Box | null,
      count: number,
      { category, ownerUid, price }: ProductFilter,
      signal: AbortSignal,
    ): Promise<Lookup> => {
      const appearance = await computeAppearance(picture, box, signal)
      const { products } = await similarTo(
        { ...appearance, kind: null, category: category ?? null, label: '' },
        ownerUid,
      )
      const currentRates = await rates()
      const affordable = products
        .slice(0, count)
        .filter(
          (product) =>
            !price || isWithinPriceRange(parseProductPrice(product), price, currentRates),
        )
      return { appearance, products: affordable }
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
      const { key, model, others } = await findNearestProducts(id, category)
      const rated = rateLikeness(others, findBestTwo(others), model.calibration).filter(
        isAlikeOrSameKind,
      )
      const cards = await store.catalogProducts([key, ...rated.map(({ productKey }) => productKey)])
      const currentRates = await rates()
      const nearest = rated
        .flatMap((match) => {
          const card = cards.get(match.productKey)
          return card
            ? [{ ...match, card, euros: toEuros(parseProductPrice(card), currentRates) }]
            : []
        })
        .toSorted(compareByLikenessThenPrice)
        .flatMap(({ card, similarity, certainty }): RankedProduct[] => [
          { ...card, similarity, certainty, isAddedByUser: false },
        ])
      const distinct = dedupeVariants(nearest, cards.get(key)).slice(
        0,
        count * CANDIDATES_PER_PRODUCT,
      )
      return listResults(distinct, { label: cards.get(key)?.name ?? '', limit: count }).filter(
        (product) => !price || isWithinPriceRange(parseProductPrice(product), price, currentRates),
      )
    },

    /** The nearest product even if it is hardly similar. Null if nothing is in stock. */
    nearestInStock: async (id: string): Promise<CatalogProduct | null> => {
      const { others } = await findNearestProducts(id, undefined)
      const nearest = others.find(({ isSameKind }) => isSameKind) ?? others[0]
      if (!nearest) return null
      return (await store.catalogProducts([nearest.productKey])).get(nearest.productKey) ?? null
    },
  }
}
export type VisionService = ReturnType<typeof createVisionService>
/** The methods that a scan uses. */
export type FinderVision = Pick<
  VisionService,
  'detect' | 'findProducts' | 'similarToCrop' | 'appearanceOf'
>

type ComparedProduct = Pick<CatalogProduct, 'name' | 'product_image'> & { similarity: number }

/** Shops describe the same product with a word more or less. */
const MIN_SHARED_WORDS = 0.75
/** Pictures of the same product are equally similar to any other picture, up to this difference. */
const MAX_SIMILARITY_GAP = 0.01

/** A title with fewer words fits many products: 'Blue tote', 'Red tote'. */
const SPECIFIC_WORDS = 3

type Variant = {
  title: string
  words: ReadonlySet<string>
  picture: string | null
  similarity: number
}

const toVariant = ({ name, product_image, similarity }: ComparedProduct): Variant => ({
  title: name.trim().toLowerCase(),
  words: new Set(listVariantWords(name)),
  picture: product_image,
  similarity,
})

const computeWordOverlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/** Whether both are one product in different sizes, colours or shops. */
const isSameVariant = (a: Variant, b: Variant): boolean => {
  if (a.picture !== null && a.picture === b.picture) return true
  const shared = computeWordOverlap(a.words, b.words)
  if (a.title === b.title || (shared === 1 && a.words.size >= SPECIFIC_WORDS)) return true
  return (
    a.words.size >= SPECIFIC_WORDS &&
    shared >= MIN_SHARED_WORDS &&
    Math.abs(a.similarity - b.similarity) < MAX_SIMILARITY_GAP
  )
}

/** Keeps the first of several variants of a product, and no variant of `product` itself. */
export const dedupeVariants = <Product extends ComparedProduct>(
  products: readonly Product[],
  product: Pick<CatalogProduct, 'name' | 'product_image'> | undefined,
): Product[] => {
  const variants = product ? [toVariant({ ...product, similarity: 1 })] : []
  return products.filter((product) => {
    const variant = toVariant(product)
    if (variants.some((other) => isSameVariant(variant, other))) return false
    variants.push(variant)
    return true
  })
}
