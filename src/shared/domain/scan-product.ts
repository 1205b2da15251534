import { FIELD_LIMITS } from '#shared/constants.ts'
import { CATALOG_SOURCE } from '#shared/finder-constants.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { DraftProduct } from '#shared/contract/studio.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { CATEGORIES, type Category, parseCategory } from './category.ts'
import { parseSeller } from './seller.ts'
import { SCAN_PRODUCT_TEXT } from '#shared/attribute-messages.ts'

const isCategory = (text: string | null): text is Category =>
  (CATEGORIES as readonly (string | null)[]).includes(text)

/** The line under a card's title: the brand, and who wore it. */
const formatMakerAndWearer = ({ brand, celebrity_name, isAddedByUser }: RankedProduct) =>
  [brand, isAddedByUser || !celebrity_name ? null : SCAN_PRODUCT_TEXT.asWornBy(celebrity_name)]
    .filter(Boolean)
    .join(', ') || undefined

/** A product of the catalogue, or one the user added, as the photo screen shows it. */
export const toScanProduct = (product: RankedProduct): ScanProduct => {
  const picture = product.product_image ?? product.celebrity_image
  return {
    id: product.id,
    title: product.name.slice(0, FIELD_LIMITS.nameChars),
    price: product.price.slice(0, FIELD_LIMITS.priceChars),
    seller: parseSeller(product.website) ?? undefined,
    productLink: product.website,
    thumbnail: picture || undefined,
    imageUrl: picture || undefined,
    brand: product.brand ?? undefined,
    description: formatMakerAndWearer(product),
    category: isCategory(product.category) ? product.category : parseCategory(product.name),
    labelMatch: product.labelMatch,
    source: CATALOG_SOURCE,
    sureness: product.isAddedByUser ? 'added by you' : (product.certainty ?? 'closest we have'),
  }
}

/** A product that the finder proposes, as a draft stores it. */
export const toDraftProduct = (product: ScanProduct): DraftProduct => ({
  id: product.id,
  title: product.title.slice(0, FIELD_LIMITS.nameChars) || SCAN_PRODUCT_TEXT.untitled,
  brand: product.brand ?? null,
  price: product.price?.slice(0, FIELD_LIMITS.priceChars) ?? '',
  shop: product.seller ?? null,
  link: product.productLink ?? '',
  category: product.category ?? null,
  picture: product.imageUrl ?? product.thumbnail ?? null,
})
