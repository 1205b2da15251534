import type { Board } from '#shared/contract/boards.ts'
import { convertAmount, type Rates } from './money.ts'
import { parsePrice } from './price.ts'

export const boardTotal = (
  prices: readonly string[],
  currency: string,
  rates: Rates,
  defaultCurrency: string,
): Board['total'] => {
  const amounts = prices.flatMap((price) => {
    const parsed = parsePrice(price)
    if (parsed === null) return []
    return convertAmount(parsed.amount, parsed.currency ?? defaultCurrency, currency, rates) ?? []
  })
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return {
    amount: Math.round(sum * 100) / 100,
    currency,
    priced: amounts.length,
    products: prices.length,
  }
}
