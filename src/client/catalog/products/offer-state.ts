import { useState } from 'react'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { getStock } from '#shared/domain/offer.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { OFFER_TEXT } from './offer-messages.ts'

type Availability = Offer['availability'] | undefined

/** A warning for buyers; null if there is nothing to warn of. */
export const describeOfferState = ({
  availability,
}: {
  availability?: Availability
}): string | null => {
  if (availability === 'out_of_stock') return PRODUCT_TEXT.soldOut
  if (availability === 'removed') return PRODUCT_TEXT.gone
  if (availability === 'preorder') return OFFER_TEXT.preOrder
  return availability === 'backorder' ? OFFER_TEXT.shipsLater : null
}

/** Like `describeOfferState`, with words for the two states that need no warning: in stock, and unknown. */
export const describeStock = (offer: Pick<Offer, 'availability'>): string =>
  describeOfferState(offer) ??
  (getStock(offer) === 'in-stock' ? PRODUCT_TEXT.inStock : PRODUCT_TEXT.stockUnknown)

/** 'checked 3 h ago' */
export const formatCheckedAgo = (checkedAt: string | null, now: number): string | null => {
  if (checkedAt === null) return null
  const ageMs = Math.max(0, now - Date.parse(checkedAt))
  if (ageMs < HOUR_MS)
    return OFFER_TEXT.checkedMinutesAgo(Math.max(1, Math.round(ageMs / MINUTE_MS)))
  if (ageMs < 2 * DAY_MS) return OFFER_TEXT.checkedHoursAgo(Math.round(ageMs / HOUR_MS))
  return OFFER_TEXT.checkedDaysAgo(Math.round(ageMs / DAY_MS))
}

/** Nothing during hydration, because the server's clock and the visitor's would disagree. */
export const useCheckedAgo = (): ((checkedAt: string | null | undefined) => string | null) => {
  const isHydrating = useIsHydrating()
  const [now] = useState(() => Date.now())
  return (checkedAt) => (isHydrating ? null : formatCheckedAgo(checkedAt ?? null, now))
}
