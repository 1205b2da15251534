import { useQuery } from '@tanstack/react-query'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import {
  type Comparable,
  formatConvertedPrice,
  showPrice,
  parsePrice,
  formatPrice,
} from '#shared/domain/price.ts'
import { PRICE_TEXT } from '#shared/messages.ts'
import styles from './price.module.css'

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
