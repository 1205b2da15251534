import { z } from 'zod'
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts'
import type { TypedPrice } from '#server/features/search/words/query-conditions.ts'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import { getConditionLabel } from '#shared/domain/offer.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { getKindLabel, listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { type ListPosition, TIERS } from './list-order.store.ts'
import type { Facet, PriceBands } from './product-filter.store.ts'
import { type FacetCount, MAX_VALUES } from './documents.store.ts'
import {
  formatSizeToken,
  getSizeRank,
  getSizeSystem,
} from '#server/features/catalog/description/index.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { getDepartmentLabel } from '#shared/vocabulary/labels.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

/** The `price` filter as addresses have it. */
export const priceValue = ({ min, max, currency = '' }: TypedPrice): string =>
  `${min ?? ''}-${max ?? ''}${currency}`

const money = (amount: number, currency: string | undefined): string =>
  currency === undefined
    ? String(amount)
    : new Intl.NumberFormat(LOCALE_TEXT.formatLocale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 2,
        minimumFractionDigits: 0,
      }).format(amount)

export const priceLabel = ({ min, max, currency }: TypedPrice): string => {
  if (min === undefined) return SEARCH_RESULT_TEXT.under(money(max ?? 0, currency))
  if (max === undefined) return SEARCH_RESULT_TEXT.over(money(min, currency))
  return SEARCH_RESULT_TEXT.between(money(min, currency), money(max, currency))
}

const bandPrice = (band: number, { bounds, currency }: PriceBands): TypedPrice => {
  const [min, max] = [bounds[band - 1], bounds[band]]
  return {
    currency,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

type ShopName = { id: number; name: string }

export const shopsIn = (counts: readonly FacetCount[]): number[] =>
  counts.flatMap(({ facet, value }) => (facet === 'shop' ? [Number(value)] : []))

/** A counted value in the form of the filters, with its label. */
const presentCount = (
  { facet, value, count }: FacetCount,
  shops: readonly ShopName[],
  bands: PriceBands,
): FacetValue => {
  if (facet === 'price') {
    const price = bandPrice(Number(value), bands)
    return { facet, value: priceValue(price), label: priceLabel(price), count }
  }
  const labels: Readonly<Record<Exclude<Facet, 'price'>, string>> = {
    kind: getKindLabel(value),
    colour: getColorLabel(value),
    size: formatSizeToken(value, getSizeSystem(bands.currency)),
    department: getDepartmentLabel(value),
    brand: value,
    shop: formatDisplaySeller({
      seller: shops.find(({ id }) => String(id) === value)?.name ?? value,
    }),
    condition: getConditionLabel(value),
    stock: PRODUCT_TEXT.inStock,
  }
  return { facet, value, label: labels[facet], count }
}

/** Choosing a kind also lists its descendants, so its count includes them. */
const withNarrowerKinds = (counts: readonly FacetCount[]): FacetCount[] => {
  const isKind = ({ facet }: FacetCount) => facet === 'kind'
  const countsByKind = new Map(counts.filter(isKind).map(({ value, count }) => [value, count]))
  const kinds = counts
    .filter(isKind)
    .map(({ facet, value }) => {
      const count = listKindsWithin(value).reduce(
        (sum, kind) => sum + (countsByKind.get(kind) ?? 0),
        0,
      )
      return { facet, value, count }
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_VALUES)
  return [...kinds, ...counts.filter((count) => !isKind(count))]
}

const sortSizes = (counts: readonly FacetCount[]): FacetCount[] => [
  ...counts.filter(({ facet }) => facet !== 'size'),
  ...counts
    .filter(({ facet }) => facet === 'size')
    .toSorted((a, b) => getSizeRank(a.value) - getSizeRank(b.value)),
]

type FacetCounts = { values: readonly FacetCount[]; isSample: boolean; bands: PriceBands }

/** Values with their labels, most frequent first; without numbers if only a sample was counted. */
export const presentCounts = (
  { values, isSample, bands }: FacetCounts,
  shops: readonly ShopName[],
): FacetValue[] =>
  sortSizes(withNarrowerKinds(values)).map((facetCount) => {
    const value = presentCount(facetCount, shops, bands)
    return Object.assign(value, { count: isSample ? null : value.count })
  })

export const appliedFilters = (
  facet: AppliedFilter['facet'],
  values: readonly string[],
  labelOf: (value: string) => string,
): AppliedFilter[] => values.map((value) => ({ facet, value, label: labelOf(value) }))

export const formatPosition = ({ tier, value, id }: ListPosition): string =>
  encodeCursor(tier, value, id)

const positionCursor = z
  .tuple([z.int().min(0).lt(TIERS), z.number().nullable(), z.string().regex(/^\d{1,18}$/)])
  .transform(([tier, value, id]) => ({ tier, value, id }))

export const parsePosition = (cursor: string): ListPosition => decodeCursor(cursor, positionCursor)
