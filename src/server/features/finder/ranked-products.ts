import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { byPrice, type Comparable, type Rates } from '#shared/domain/money.ts'
import { parsePrice } from '#shared/domain/price.ts'
import type { Certainty, CertaintyThresholds } from '#shared/domain/similarity.ts'
import { sureMatches } from '#server/vision/matches.ts'
import type { VectorMatch } from '#server/vision/vectors/vector-search.ts'

/** Another product, and whether it is the same kind of thing. */
export type Other = VectorMatch & { isSameKind: boolean }

export type Ranked = VectorMatch & { certainty: Certainty | null }

/** What is similar, then what is of the same kind although it is less alike. */
export const rankLikeness = (
  others: readonly Other[],
  thresholds: CertaintyThresholds,
): Ranked[] => {
  const sure = sureMatches(others, thresholds)
  const known = new Set(sure.map(({ productKey }) => productKey))
  const rest = others.filter(({ productKey, isSameKind }) => isSameKind && !known.has(productKey))
  return [
    ...sure,
    ...rest.map(({ productKey, similarity }) => ({ productKey, similarity, certainty: null })),
  ]
}

const NO_PRICE: Comparable = { amount: null, currency: null }

export const priceOf = ({ price }: Pick<CatalogProduct, 'price'>): Comparable =>
  parsePrice(price) ?? NO_PRICE

/** Finer differences cannot be seen, and may depend on the processor. */
const likeness = ({ similarity }: RankedProduct) => Math.round(similarity * 100)

/** Among those that look equally alike the cheaper one comes first, whatever its currency. */
export const byLikenessThenPrice = (
  products: readonly RankedProduct[],
  rates: Rates,
): RankedProduct[] => {
  const cheapestFirst = byPrice(rates)
  return products.toSorted(
    (a, b) =>
      Number(a.certainty === null) - Number(b.certainty === null) ||
      likeness(b) - likeness(a) ||
      cheapestFirst(priceOf(a), priceOf(b)),
  )
}
