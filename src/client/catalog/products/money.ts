import { useQuery } from '@tanstack/react-query'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import { convertAmount, showPrice, parsePrice } from '#shared/domain/price.ts'
import { ratesQuery } from './price.tsx'
import { PRICE_TEXT } from '#shared/messages.ts'

/** A product that could be bought. The amount is in the visitor's currency; null if unknown. */
export type PricedOption = { id: string; amount: number | null }

/** The sum of the prices, and how many options have no known price. */
export const sumPrices = (options: readonly PricedOption[]) => ({
  amount: options.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  unpriced: options.filter(({ amount }) => amount === null).length,
})

const FALLBACK_CURRENCY = 'EUR'

/** Adds up prices of any currency in that of the visitor. */
export const useMoney = () => {
  const currency = useVisitorCurrency() ?? FALLBACK_CURRENCY
  const { data: rates } = useQuery(ratesQuery)
  return {
    currency,
    amountOf: (price: string | null | undefined): number | null => {
      const parsed = parsePrice(price)
      const from = parsed?.currency ?? DETECTION.defaultCurrency
      if (!parsed) return null
      if (from === currency) return parsed.amount
      return rates ? convertAmount(parsed.amount, from, currency, rates) : null
    },
    /** Without cents, because the exchange rates are not those of today. */
    display: (amount: number): string =>
      PRICE_TEXT.about(showPrice(Math.round(amount), currency) ?? ''),
  }
}
