import { randomUUID } from 'node:crypto'
import type { ProductSearch } from '#server/features/search/index.ts'
import type { Decode } from '#server/vision/sharp-picture.ts'
import { TEXT_SEARCH } from '#shared/constants.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/remote-search.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { Category } from '#shared/domain/category.ts'
import { buildLensDetectionId } from '#shared/domain/detection.ts'
import { extractAmount, parsePrice } from '#shared/domain/price.ts'
import { listResults } from '#shared/domain/results.ts'
import { toScanProduct } from '#shared/domain/scan-product.ts'
import { matchKind } from './label-titles.ts'
import { openPhoto } from './photo.ts'
import type { RemoteFinder } from './remote-finder.service.ts'
import { removeUndefined } from './remote-search/provider-replies.ts'
import type { ScanService } from './scan.service.ts'

type ShoppingSearchDependencies = {
  scans: Pick<ScanService, 'scanWhole' | 'searchBox'>
  productSearch: Pick<ProductSearch, 'products'>
  remote: RemoteFinder
  decodeFor: (visitor: string) => Decode
}

const toPriceFields = ({ price, extractedPrice: extracted }: ScanProduct) => ({
  price,
  extracted_price: extracted ?? extractAmount(price) ?? undefined,
  currency: parsePrice(price)?.currency ?? undefined,
})

export const matchFromProduct = (product: ScanProduct, index: number): VisualMatch =>
  removeUndefined({
    position: index + 1,
    title: product.originalTitle ?? product.title,
    link: product.productLink ?? '',
    source: product.seller,
    ...toPriceFields(product),
    stock_information: product.stockInfo,
    snippet: product.description,
    thumbnail: product.thumbnail,
    image: product.imageUrl ? { link: product.imageUrl } : undefined,
    rating: product.rating,
    reviews: product.reviews,
  })

export const shoppingFromProduct = (product: ScanProduct, index: number): ShoppingResult =>
  removeUndefined({
    position: index + 1,
    product_id: product.id,
    title: product.originalTitle ?? product.title,
    product_link: product.productLink,
    link: product.productLink,
    seller: product.seller,
    source: product.source,
    ...toPriceFields(product),
    rating: product.rating,
    reviews: product.reviews,
    delivery: product.delivery,
    durability: product.durability,
    offers: product.offers,
    extracted_offers: product.extractedOffers,
    offers_link: product.offersLink,
    thumbnail: product.thumbnail,
    image: product.imageUrl,
    thumbnail_video: product.thumbnailVideo,
  })

/** The shop lists it outside fashion, and no look contains it. */
const isOutsideFashion = ({ category, celebrity_image }: CatalogProduct) =>
  category === 'other' && celebrity_image === ''

/** Words are weaker evidence than appearance, so a product found by words is similar at best. */
const toScanProductFromCatalog = (product: CatalogProduct): ScanProduct => ({
  ...toScanProduct({
    ...product,
    similarity: 0,
    certainty: 'similar',
    isAddedByUser: false,
  }),
  confidence: DETECTION.shoppingConfidenceMin,
})

/** Some of what the search finds cannot be listed. */
const SPARE_SHARE = 2

type TermSearch = {
  term: string
  /** The name of an object: products of other kinds are left out. */
  label?: string | undefined
  category?: Category | undefined
  count: number
  /** The user whose budget pays for searching web shops. */
  uid: string
}

/** Searches the catalogue, and web shops if the operator has set a key. */
export const createShoppingSearch = ({
  scans,
  productSearch,
  remote,
  decodeFor,
}: ShoppingSearchDependencies) => ({
  /** Products that look like a picture. Only crops of it ever leave this server. */
  byPicture: async (uid: string, bytes: Uint8Array, signal: AbortSignal) => {
    const photo = await openPhoto(bytes, decodeFor(uid))
    const idPrefix = buildLensDetectionId(randomUUID())
    const { detections, error } = await scans.scanWhole({ uid, photo, idPrefix }, signal)
    const wholePicture =
      detections.length > 0
        ? []
        : (await scans.searchBox(uid, photo, { bbox: null }, signal)).products
    // The limit of ten products applies to each object, not to the whole picture.
    const products = [...detections.flatMap(({ products }) => products), ...wholePicture]
    return { products: listResults(products, { label: '', limit: products.length }), error }
  },

  /** Products by words, at most `count` of `total`; web shops are asked for what the catalogue lacks. */
  byTerm: async ({ term, label = '', category, count, uid }: TermSearch, signal: AbortSignal) => {
    const listed = await productSearch.products({
      q: term,
      category,
      sort: 'relevance',
      limit: Math.max(count * SPARE_SHARE, TEXT_SEARCH.maxProducts),
    })
    // A search for a red top also returns red trousers.
    const ofKind = (products: ScanProduct[]) =>
      label === '' ? products : matchKind(products, label)
    const listable = listResults(
      ofKind(
        listed.products
          .filter((product) => !isOutsideFashion(product))
          .map(toScanProductFromCatalog),
      ),
      { label: term, limit: listed.products.length },
    )
    const catalogProducts = listable.slice(0, count)
    const missing = count - catalogProducts.length
    const remoteResult =
      remote.isAvailable && missing > 0 ? await remote.shopping(uid, term, missing, signal) : null
    const products = listResults([...catalogProducts, ...ofKind(remoteResult?.products ?? [])], {
      label: term,
      limit: count,
    })
    return {
      products,
      total: Math.max(listed.next === null ? listable.length : listed.total, products.length),
      error: remoteResult?.error ?? null,
    }
  },
})
export type ShoppingSearch = ReturnType<typeof createShoppingSearch>
