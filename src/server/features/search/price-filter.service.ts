import { convertAmount, type Rates } from '#shared/domain/price.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { DocumentsStore } from './documents.store.ts'
import { priceValue } from './filter-labels.ts'
import type { StatedCondition } from './product-filter.store.ts'
import type { TypedPrice } from './words/query-conditions.ts'

/** A price without a currency must hold in the shop's currency and in this one. */
const DEFAULT_CURRENCY = 'USD'

/** Reads a price as bounds, or as a condition that prices without a rate may not state. */
export const createPriceFilter = (
  store: Pick<DocumentsStore, 'hasUnconvertedPrices'>,
  rates: () => Promise<Rates>,
) => {
  let unconverted: { isAny: boolean; until: number } | null = null
  const hasUnconvertedPrices = async (): Promise<boolean> => {
    if (!unconverted || unconverted.until < performance.now())
      unconverted = {
        isAny: await store.hasUnconvertedPrices(),
        until: performance.now() + MINUTE_MS,
      }
    return unconverted.isAny
  }

  return async (price: TypedPrice | null) => {
    const noBounds = { minEuros: null, maxEuros: null, minAmount: null, maxAmount: null }
    if (!price) return { bounds: noBounds, stated: [] }
    const { min = null, max = null, currency = null } = price
    const exchangeRates = await rates()
    const euros = (amount: number | null) =>
      amount === null
        ? null
        : convertAmount(amount, currency ?? DEFAULT_CURRENCY, 'EUR', exchangeRates)
    const bounds = {
      minEuros: euros(min),
      maxEuros: euros(max),
      minAmount: currency === null ? min : null,
      maxAmount: currency === null ? max : null,
    }
    const isConverted = euros(1) !== null
    const isOpen = min === null && max === null
    if (isOpen || (isConverted && !(await hasUnconvertedPrices()))) return { bounds, stated: [] }
    const condition: StatedCondition = {
      subject: 'price',
      filters: [`price:${priceValue(price)}`],
      column: 'price',
      bounds: isConverted ? bounds : null,
      min,
      max,
      currency,
    }
    return { bounds: noBounds, stated: [condition] }
  }
}
