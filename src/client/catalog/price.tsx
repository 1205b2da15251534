import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/call-query.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { DETECTION } from '#shared/constants.ts'
import { type Comparable, convertedPrice } from '#shared/domain/money.ts'
import { displayPrice, parsePrice } from '#shared/domain/price.ts'
import { PRICE_TEXT } from '#shared/messages.ts'
import styles from './price.module.css'

/** Not in queries.ts, because Home needs it and none of the other queries. */
export const ratesQuery = { ...callQuery(['rates'], 'GET /api/rates', {}), staleTime: Infinity }

/** An amount in the visitor's currency; null if it is in that already, or cannot be converted. */
export const useConverted = ({ amount, currency }: Comparable): string | null => {
  const visitorCurrency = useVisitorCurrency()
  const isForeign = visitorCurrency !== null && currency !== null && currency !== visitorCurrency
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isForeign })
  return isForeign && rates ? convertedPrice({ amount, currency }, visitorCurrency, rates) : null
}

type PriceProps = { price: string | null | undefined; currency?: string | undefined }

/** A price on a card, in the visitor's currency. Screen readers also hear the shop's own price. */
export const Price = ({ price, currency = DETECTION.defaultCurrency }: PriceProps) => {
  const parsed = parsePrice(price)
  const shopPrice = displayPrice(price, currency)
  const converted = useConverted({
    amount: parsed?.amount ?? null,
    currency: parsed?.currency ?? currency,
  })
  if (shopPrice === null) return null
  return (
    <span className={styles.price} title={converted ? PRICE_TEXT.inShop(shopPrice) : undefined}>
      {/* Without cents, like the converted prices beside it. */}
      {converted ?? shopPrice.replace(/\.00$/, '')}
      {converted && <span className="visually-hidden">, {PRICE_TEXT.inShop(shopPrice)}</span>}
    </span>
  )
}
