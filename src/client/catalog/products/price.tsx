import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { getStock } from '#shared/domain/offer.ts'
import {
  type Comparable,
  formatConvertedPrice,
  showPrice,
  parsePrice,
  formatPrice,
} from '#shared/domain/price.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { PRICE_TEXT } from '#shared/messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import styles from './price.module.css'
import { OFFER_TEXT } from './offer-messages.ts'

/** Not in queries.ts, because Home needs it and none of the other queries. */
export const ratesQuery = {
  ...createCallQuery(['rates'], 'GET /api/rates', {}),
  staleTime: Infinity,
}

/** An amount in the visitor's currency; null if it is in that already, or cannot be converted. */
export const useConverted = ({ amount, currency }: Comparable): string | null => {
  const visitorCurrency = useVisitorCurrency()
  const isForeign = visitorCurrency !== null && currency !== null && currency !== visitorCurrency
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isForeign })
  return isForeign && rates
    ? formatConvertedPrice({ amount, currency }, visitorCurrency, rates)
    : null
}

/** Writes an amount within a sentence: first in the shop's currency, then in the visitor's. */
export const usePriceText = (): typeof formatPrice => {
  const visitorCurrency = useVisitorCurrency()
  const { data: rates } = useQuery({ ...ratesQuery, enabled: visitorCurrency !== null })
  return (amount, currency) => {
    const shopPrice = formatPrice(amount, currency)
    const converted =
      rates && visitorCurrency && formatConvertedPrice({ amount, currency }, visitorCurrency, rates)
    return converted ? `${shopPrice} (${PRICE_TEXT.about(converted)})` : shopPrice
  }
}

type OfferPriceProps = { offer: Comparable & { price: string | null | undefined } }

/** A price everywhere: first in the shop's currency, then in the visitor's. */
export const OfferPrice = ({ offer }: OfferPriceProps) => {
  const converted = useConverted(offer)
  return (
    <>
      <bdi>{showPrice(offer.price, offer.currency ?? undefined)}</bdi>
      {converted && (
        <>
          {' '}
          <span className={styles.about}>{PRICE_TEXT.about(converted)}</span>
        </>
      )}
    </>
  )
}

type PriceProps = { price: string | null | undefined; currency?: string | undefined }

/** The price of a product in a list. */
export const Price = ({ price, currency = DETECTION.defaultCurrency }: PriceProps) => {
  const parsed = parsePrice(price)
  if (showPrice(price, currency) === null) return null
  const offer = { price, amount: parsed?.amount ?? null, currency: parsed?.currency ?? currency }
  return (
    <span className={styles.price}>
      <OfferPrice offer={offer} />
    </span>
  )
}

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
