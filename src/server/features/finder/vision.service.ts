import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ScanEvent, SimilarProduct } from '#shared/contract/vision.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Category, categoryFromText } from '#shared/domain/category.ts'
import { fromUnits } from '#shared/domain/detection-frame.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/http/errors.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import { cornersFromBox } from '#server/vision/image-ops.ts'
import { sureMatches } from '#server/vision/matches.ts'
import { openPicture } from '#server/vision/picture.ts'
import {
  detectObjects,
  type FindSimilar,
  scanPhoto,
  type ScanOptions,
} from '#server/vision/scan.ts'
import { readVectors } from '#server/vision/vectors/product-vectors.store.ts'
import type { VectorFilter, VectorSearch } from '#server/vision/vectors/vector-search.ts'
import { addedProductsByKey, catalogProductsByKey, keyOfProduct } from './vision.store.ts'

/** What is needed to look at a photo; opened once, after the server listens. */
export type OpenVision = { engine: VisionEngine; vectors: VectorSearch }

export type VisionServiceParts = {
  pool: Database['pool']
  /** Waits for the models while the server starts; a clear 503 where there are none. */
  open: () => Promise<OpenVision>
  searchWords: (text: string) => Promise<{ products: CatalogProduct[] }>
}

const ADDED_PREFIX = 'user:'
const PRODUCT_ID = /^\d{1,18}$/
/** Matches looked at for one shown: some are cut, and some of their products may be gone. */
const SPARE = 2

export const createVisionService = ({ pool, open, searchWords }: VisionServiceParts) => {
  const productsOf = async (keys: readonly string[], ownerUid: string | undefined) => {
    const added = keys.filter((key) => key.startsWith(ADDED_PREFIX))
    const catalogue = keys.filter((key) => !key.startsWith(ADDED_PREFIX))
    const products = await catalogProductsByKey(pool, catalogue)
    if (added.length === 0 || !ownerUid) return products
    return new Map([...products, ...(await addedProductsByKey(pool, ownerUid, added))])
  }

  const findSimilarIn =
    ({ engine, vectors }: OpenVision): FindSimilar =>
    async (vector, count, filter) => {
      const near = await vectors.search(vector, count * SPARE, filter)
      const sure = sureMatches(near, engine.cards.embedder.calibration)
      const products = await productsOf(
        sure.map(({ productKey }) => productKey),
        filter.ownerUid,
      )
      return sure
        .flatMap(({ productKey, similarity, certainty }): SimilarProduct[] => {
          const product = products.get(productKey)
          const isAddedByUser = productKey.startsWith(ADDED_PREFIX)
          return product ? [{ ...product, similarity, certainty, isAddedByUser }] : []
        })
        .slice(0, count)
    }

  return {
    detect: async (bytes: Uint8Array, signal: AbortSignal) => {
      const { engine } = await open()
      const picture = await openPicture(bytes)
      const { detections } = await detectObjects(engine, picture, signal)
      return { picture: picture.size, detections }
    },

    /** The whole scan as events; the photo finder streams them. */
    scan: async function* (bytes: Uint8Array, options: ScanOptions): AsyncGenerator<ScanEvent> {
      const vision = await open()
      yield* scanPhoto(
        { engine: vision.engine, findSimilar: findSimilarIn(vision) },
        bytes,
        options,
      )
    },

    /** `box` is in the 400-unit frame; null means the whole picture. */
    similarToCrop: async (
      bytes: Uint8Array,
      box: Box | null,
      count: number,
      filter: VectorFilter,
      signal: AbortSignal,
    ): Promise<SimilarProduct[]> => {
      const vision = await open()
      const picture = await openPicture(bytes)
      const { width, height } = picture.size
      const corners = box
        ? cornersFromBox(fromUnits(box, picture.size))
        : { x0: 0, y0: 0, x1: width, y1: height }
      const squares = await vision.engine.cut(picture, [corners])
      const { vectors } = await vision.engine.embed(squares, { signal })
      return vectors[0] ? findSimilarIn(vision)(vectors[0], count, filter) : []
    },

    /** How the embedder sees what is inside a box; only vectors of one version can be compared. */
    vectorOfCrop: async (bytes: Uint8Array, box: Box, signal: AbortSignal) => {
      const { engine } = await open()
      const picture = await openPicture(bytes)
      const corners = cornersFromBox(fromUnits(box, picture.size))
      const squares = await engine.cut(picture, [corners])
      const { vectors } = await engine.embed(squares, { signal })
      return { vector: vectors[0] ?? new Float32Array(), version: engine.cards.vectorVersion }
    },

    /** Empty while the product itself has not been looked at yet. */
    similarToProduct: async (
      id: string,
      count: number,
      filter: VectorFilter,
    ): Promise<SimilarProduct[]> => {
      const key = PRODUCT_ID.test(id) ? await keyOfProduct(pool, id) : null
      if (key === null) throw new AppError(404, 'There is no such product')
      const vision = await open()
      const version = vision.engine.cards.vectorVersion
      const [known] = await readVectors(pool, version, [key])
      if (!known) return []
      const category = filter.category ?? known.category
      const products = await findSimilarIn(vision)(known.vector, count + 1, { ...filter, category })
      const own = (await catalogProductsByKey(pool, [key])).get(key)
      return products.filter((product) => product.id !== own?.id).slice(0, count)
    },

    /** §7: product search by term. */
    searchByTerm: async (term: string, category: Category | undefined, count: number) => {
      const { products } = await searchWords(term)
      const isWanted = (product: CatalogProduct) =>
        category === undefined || categoryOfProduct(product) === category
      return products.filter(isWanted).slice(0, count)
    },
  }
}
export type VisionService = ReturnType<typeof createVisionService>

const categoryOfProduct = ({ category, name }: CatalogProduct): Category => {
  const given = categoryFromText(category ?? '')
  return given === 'other' ? categoryFromText(name) : given
}
