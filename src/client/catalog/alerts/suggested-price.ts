import type { Offer } from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'

/** The suggested limit as a share of the present price. */
const SUGGESTED_SHARE = 0.9

/** The offer whose price a limit is compared with; null if no offer has a price. */
export const findPricedOffer = (offers: readonly Offer[]): Offer | null => {
  const priced = offers.filter(({ amount, currency }) => amount !== null && currency !== null)
  return priced.find(isBuyable) ?? priced[0] ?? null
}

/** A whole amount that is worth waiting for; null without a price. */
export const suggestPrice = (offer: Offer | null): number | null =>
  offer?.amount ? Math.max(1, Math.floor(offer.amount * SUGGESTED_SHARE)) : null
