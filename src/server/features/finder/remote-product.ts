import { createHash } from 'node:crypto'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { VisualMatch } from '#shared/contract/search.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'

/** The same page is the same product, whichever search found it. */
const idOf = (link: string) =>
  `remote_${createHash('sha256').update(link).digest('base64url').slice(0, 24)}`

const short = (text: string | undefined, limit: number): string | undefined => text?.slice(0, limit)

/** No address is cut: half of one leads nowhere. */
const whole = (link: string | undefined): string | undefined =>
  isHttpLink(link) && link.length <= FIELD_LIMITS.linkChars ? link : undefined

/** The first match of a lens is usually the nearest; no provider says how near. */
export const productFromMatch = (
  match: VisualMatch,
  provider: string,
  index: number,
): ScanProduct => ({
  id: idOf(match.link),
  title: short(match.title, FIELD_LIMITS.nameChars) ?? '',
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
