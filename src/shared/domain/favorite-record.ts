import { DETECTION } from '#shared/finder-constants.ts'
import { parsePrice } from '#shared/domain/price.ts'
import type { FavoriteProduct, ProductRecord } from '#shared/contract/products.ts'

/** What a heart belongs to: a plain product, or a detection that is stored under its id. */
export type Favorite = { name: string } & (
  | { product: FavoriteProduct }
  | { detection_id: string; record: ProductRecord }
)

export type FavoriteToggle = { favorite: Favorite; isWanted: boolean }

/** A plain product, saved at `savedAt` (ISO), in the shape of every list. */
export const toProductRecord = (product: FavoriteProduct, savedAt: string): ProductRecord => ({
  id: product.id ?? product.name,
  detection_id: null,
  type: 'product',
  title: product.name,
  category: product.category ?? null,
  brand: product.brand ?? null,
  confidence_score: null,
  bbox: null,
  image_url: product.image_url ?? null,
  thumbnail: null,
  original_image_url: null,
  price: product.price ?? null,
  currency: product.currency ?? parsePrice(product.price)?.currency ?? DETECTION.defaultCurrency,
  seller: product.seller ?? null,
  product_link: product.product_link ?? null,
  product_id: product.id ?? null,
  rating: null,
  reviews: null,
  offers_link: null,
  delivery: null,
  durability: null,
  thumbnail_video: null,
  source: null,
  celebrity_name: product.celebrity_name ?? null,
  celebrity_image: product.celebrity_image ?? null,
  is_liked: true,
  is_price_edited: false,
  detected_at: savedAt,
})

/** The reverse of `toProductRecord`. */
export const toFavoriteProduct = (record: ProductRecord): FavoriteProduct => ({
  name: record.title,
  id: record.product_id,
  price: record.price,
  currency: record.currency,
  image_url: record.image_url,
  product_link: record.product_link,
  category: record.category,
  brand: record.brand,
  seller: record.seller,
  celebrity_name: record.celebrity_name,
  celebrity_image: record.celebrity_image,
})
