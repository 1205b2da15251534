import { createHash } from 'node:crypto'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/search.ts'
import { FIELD_LIMITS, REMOTE_MATCH_PREFIX } from '#shared/constants.ts'
import { lensConfidence, shoppingConfidence } from '#shared/domain/detection-rules.ts'
import { shoppingDetectionId } from '#shared/domain/detection.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { namesFromTitle } from '#shared/domain/search-terms.ts'

/** The same page is the same product, in whichever search it turns up. */
const keyOf = (link: string) => createHash('sha256').update(link).digest('base64url').slice(0, 24)

const short = (text: string | undefined, limit: number): string | undefined => text?.slice(0, limit)

/** A link is never truncated, because it would no longer work. */
const whole = (link: string | undefined): string | undefined =>
  isHttpLink(link) && link.length <= FIELD_LIMITS.linkChars ? link : undefined

const priceOf = ({ price, extracted_price }: ShoppingResult | VisualMatch) => ({
  price: short(price, FIELD_LIMITS.priceChars),
  extractedPrice: extracted_price,
})

/** No provider says how close a match is; the first one usually is the closest. */
export const productFromMatch = (
  match: VisualMatch,
  provider: string,
  index: number,
): ScanProduct => ({
  id: `${REMOTE_MATCH_PREFIX}${keyOf(match.link)}`,
  ...namesFromTitle(match.title),
  confidence: lensConfidence(index),
  ...priceOf(match),
  stockInfo: short(match.stock_information, FIELD_LIMITS.textChars),
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

/** The id of a shopping result; the provider's own may be missing, or differ between two calls. */
const shoppingId = ({ product_link, link, title }: ShoppingResult) =>
  shoppingDetectionId(keyOf(product_link ?? link ?? title))

/** Text matches are 'similar' at best. */
export const productFromShopping = (result: ShoppingResult, provider: string): ScanProduct => {
  const productLink = whole(result.product_link ?? result.link)
  const product = {
    ...namesFromTitle(result.title),
    ...priceOf(result),
    seller: short(result.seller, FIELD_LIMITS.nameChars),
    productLink,
  }
  return {
    id: shoppingId(result),
    ...product,
    confidence: shoppingConfidence(product),
    rating: result.rating,
    reviews: result.reviews,
    delivery: short(result.delivery, FIELD_LIMITS.textChars),
    durability: short(result.durability, FIELD_LIMITS.textChars),
    offers: short(result.offers, FIELD_LIMITS.textChars),
    extractedOffers: result.extracted_offers,
    offersLink: whole(result.offers_link),
    thumbnail: whole(result.thumbnail),
    imageUrl: whole(result.image),
    thumbnailVideo: whole(result.thumbnail_video),
    source: provider,
    sureness: 'similar',
  }
}
