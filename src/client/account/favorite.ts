import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { FavoriteProduct, ProductRecord } from '#shared/contract/products.ts'
import { productFromRecord, recordFromProduct } from '#shared/domain/favorite-record.ts'

/** What a heart belongs to: a plain product, or a detection that is stored under its id. */
export type Favorite = { name: string } & (
  | { product: FavoriteProduct }
  | { detection_id: string; record: ProductRecord }
)

/** What pressing a heart asks for. */
export type FavoriteChange = { favorite: Favorite; isWanted: boolean }

export const favoriteFromCatalog = (product: CatalogProduct): Favorite => ({
  name: product.name,
  product: {
    name: product.name,
    id: product.id,
    price: product.price,
    image_url: product.product_image ?? product.celebrity_image,
    product_link: product.website,
    category: product.category,
    brand: product.brand,
    celebrity_name: product.celebrity_name,
    celebrity_image: product.celebrity_image,
  },
})

export const favoriteFromRecord = (record: ProductRecord): Favorite =>
  record.detection_id === null
    ? { name: record.title, product: productFromRecord(record) }
    : { name: record.title, detection_id: record.detection_id, record }

/** What the saved list shows until the server answers. */
export const recordFromFavorite = (favorite: Favorite): ProductRecord =>
  'record' in favorite
    ? { ...favorite.record, is_liked: true }
    : recordFromProduct(favorite.product, new Date().toISOString())
