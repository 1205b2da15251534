import { randomUUID } from 'node:crypto'
import { CATALOG_SOURCE } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/search.ts'
import type { Category } from '#shared/domain/category.ts'
import { lensDetectionId } from '#shared/domain/detection.ts'
import { isLensCandidateKept } from '#shared/domain/completeness.ts'
import { extractedPrice, parsePrice } from '#shared/domain/price.ts'
import { distinctProducts } from '#shared/domain/ranking.ts'
import { sellerFromLink } from '#shared/domain/seller.ts'
import type { Decode } from '#server/vision/picture.ts'
import { openPhoto } from './photo.ts'
import type { ScanService } from './scan.service.ts'
import type { VisionService } from './vision.service.ts'
import type { RemoteFinder } from './remote-finder.service.ts'

type Parts = {
  scans: Pick<ScanService, 'scanWhole' | 'searchBox'>
  vision: Pick<VisionService, 'searchByTerm'>
  remote: RemoteFinder
  decode: Decode
}

const priceFacts = (price: string | undefined) => ({
  extracted_price: extractedPrice(price) ?? undefined,
  currency: parsePrice(price)?.currency ?? undefined,
})

/** Unknown fields are left out, as the providers do. */
const known = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

export const matchFromProduct = (product: ScanProduct, index: number): VisualMatch =>
  known({
    position: index + 1,
    title: product.title,
    link: product.productLink ?? '',
    source: product.seller,
    price: product.price,
    ...priceFacts(product.price),
    snippet: product.description,
    thumbnail: product.thumbnail,
    image: product.imageUrl ? { link: product.imageUrl } : undefined,
    rating: product.rating,
    reviews: product.reviews,
  })

export const shoppingFromProduct = (product: ScanProduct, index: number): ShoppingResult =>
  known({
    position: index + 1,
    product_id: product.id,
    title: product.title,
    product_link: product.productLink,
    link: product.productLink,
    seller: product.seller,
    source: product.source,
    price: product.price,
    ...priceFacts(product.price),
    rating: product.rating,
    reviews: product.reviews,
    thumbnail: product.thumbnail,
    image: product.imageUrl,
  })

const shoppingFromCatalog = (product: CatalogProduct): Omit<ShoppingResult, 'position'> =>
  known({
    product_id: product.id,
    title: product.name,
    product_link: product.website,
    link: product.website,
    seller: sellerFromLink(product.website) ?? undefined,
    source: CATALOG_SOURCE,
    price: product.price,
    ...priceFacts(product.price),
    thumbnail: product.product_image ?? product.celebrity_image,
    image: product.product_image ?? product.celebrity_image,
  })

/** The spec's two searches: the catalogue always answers, web shops where a key is set. */
export const createProductSearch = ({ scans, vision, remote, decode }: Parts) => ({
  /** §7: products that look like a picture. Only crops of it ever leave this server. */
  byPicture: async (uid: string, bytes: Uint8Array, signal: AbortSignal) => {
    const photo = await openPhoto(bytes, decode)
    const idPrefix = lensDetectionId(randomUUID())
    const { detections } = await scans.scanWhole({ uid, photo, idPrefix }, signal)
    const whole =
      detections.length > 0
        ? []
        : (await scans.searchBox(uid, photo, { bbox: null }, signal)).products
    return distinctProducts([...detections.flatMap(({ products }) => products), ...whole]).filter(
      isLensCandidateKept,
    )
  },

  /** §7: products by words, at most `limit`. */
  byWords: async (
    uid: string,
    { query, limit, category }: { query: string; limit: number; category?: Category | undefined },
    signal: AbortSignal,
  ) => {
    const local = (await vision.searchByTerm(query, category, limit)).map(shoppingFromCatalog)
    const missing = limit - local.length
    const others =
      remote.isAvailable && missing > 0 ? await remote.shopping(uid, query, missing, signal) : null
    const results = [...local, ...(others?.results ?? [])]
      .slice(0, limit)
      .map((result, index): ShoppingResult => Object.assign({}, result, { position: index + 1 }))
    return { results, error: others?.error ?? null }
  },
})
export type ProductSearch = ReturnType<typeof createProductSearch>
