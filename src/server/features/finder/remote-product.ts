import { createHash } from 'node:crypto'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/search.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { lensConfidence, shoppingConfidence } from '#shared/domain/detection-confidence.ts'
import { shoppingDetectionId } from '#shared/domain/detection.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { brandInTitle, productNameFromTitle } from '#shared/domain/search-terms.ts'

/** The same page is the same product, whichever search found it. */
const keyOf = (link: string) => createHash('sha256').update(link).digest('base64url').slice(0, 24)

const short = (text: string | undefined, limit: number): string | undefined => text?.slice(0, limit)

/** A link is never cut: half a link leads nowhere. */
const whole = (link: string | undefined): string | undefined =>
  isHttpLink(link) && link.length <= FIELD_LIMITS.linkChars ? link : undefined

/** §9: the name is made of the first words of a shop's title, the brand is one we know. */
const namesOf = (title: string) => ({
  title: short(productNameFromTitle(title), FIELD_LIMITS.nameChars) ?? '',
  originalTitle: short(title, FIELD_LIMITS.nameChars),
  brand: brandInTitle(title) ?? undefined,
})

/** The first match of a lens is usually the nearest; no provider says how near. */
export const productFromMatch = (
  match: VisualMatch,
  provider: string,
  index: number,
): ScanProduct => ({
  id: `remote_${keyOf(match.link)}`,
  ...namesOf(match.title),
  confidence: lensConfidence(index),
  price: short(match.price, FIELD_LIMITS.priceChars),
  seller: short(match.source, FIELD_LIMITS.nameChars),
  productLink: whole(match.link),
  rating: match.rating,
  reviews: match.reviews,
  thumbnail: whole(match.thumbnail),
  imageUrl: whole(match.image?.link),
  description: short(match.snippet, FIELD_LIMITS.textChars),
  source: provider,
  sureness: index === 0 ? 'close' : 'similar',
})

/** Found by words, not by looks: similar at best. */
export const productFromShopping = (result: ShoppingResult, provider: string): ScanProduct => {
  const productLink = whole(result.product_link ?? result.link)
  const product = {
    ...namesOf(result.title),
    price: short(result.price, FIELD_LIMITS.priceChars),
    seller: short(result.seller, FIELD_LIMITS.nameChars),
    productLink,
  }
  return {
    id: shoppingDetectionId(keyOf(productLink ?? result.title)),
    ...product,
    confidence: shoppingConfidence(product),
    rating: result.rating,
    reviews: result.reviews,
    thumbnail: whole(result.thumbnail),
    imageUrl: whole(result.image),
    source: provider,
    sureness: 'similar',
  }
}
