import { displayPrice } from '#shared/domain/price.ts'
import { readItem } from './feed/feed-item.ts'
import { readProductPage } from './feed/product-page.ts'
import type { Checked, DueOffer, OfferChange } from './freshness/checks.store.ts'

/** A start page, perhaps of one language: where shops send visitors of products that are gone. */
const START_PAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home\/?)?$/i

export const isStartPage = (address: string): boolean => START_PAGE.test(new URL(address).pathname)

/** What the page says about the offer differently from us; null if it describes no product. */
export const changeOnPage = (
  html: string,
  pageUrl: string,
  offer: DueOffer,
): OfferChange | null => {
  const raw = readProductPage(html, pageUrl)
  const read = raw && readItem(raw, { currency: offer.currency ?? undefined, now: new Date() })
  if (!read || !('item' in read)) return null
  const { amount, currency, availability } = read.item
  const change: OfferChange = {}
  // Shops show other currencies to other countries; that is no change of the price.
  const isComparable = offer.currency === null || currency === offer.currency
  if (isComparable && (amount !== offer.amount || currency !== offer.currency))
    change.price = { text: displayPrice(amount, currency) ?? '', amount, currency }
  // A page that is there again without a word about stock sells it.
  const stated = availability ?? (offer.availability === 'removed' ? 'in_stock' : null)
  if (stated !== null && stated !== offer.availability) change.availability = stated
  return change
}

/** Keeps what the source said, as long as the page says something else. */
export const sourceSaysAfter = (
  offer: DueOffer,
  { price, availability }: OfferChange,
): Checked['sourceSays'] => {
  const source = {
    price: offer.price,
    availability: offer.availability,
    ...offer.sourceSays,
  }
  const now = {
    price: price?.text ?? offer.price,
    availability: availability ?? offer.availability,
  }
  const differing: Record<string, string | null> = {}
  if (source.price !== now.price) differing['price'] = source.price
  if (source.availability !== now.availability) differing['availability'] = source.availability
  return Object.keys(differing).length > 0 ? differing : null
}
