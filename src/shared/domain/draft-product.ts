import type { ScanProduct } from '#shared/contract/scan.ts'
import type { DraftProduct } from '#shared/contract/studio.ts'

/** A product that the finder proposes, as a draft stores it. */
export const draftProductFrom = (product: ScanProduct): DraftProduct => ({
  id: product.id,
  title: product.title.slice(0, 500) || 'Product',
  brand: product.brand ?? null,
  price: product.price ?? '',
  shop: product.seller ?? null,
  link: product.productLink ?? '',
  category: product.category ?? null,
  picture: product.imageUrl ?? product.thumbnail ?? null,
})
