import type {
  AppliedFilter,
  ProductFilterQuery,
  RelaxedWord,
} from '#shared/contract/product-search.ts'
import type { Category } from '#shared/domain/category.ts'
import { getConditionLabel } from '#shared/domain/offer.ts'
import type { Rates } from '#shared/domain/price.ts'
import { EVERYONE, parseSelection } from '#shared/paths.ts'
import {
  getKindLabel,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'
import type { DocumentsStore } from './documents.store.ts'
import { appliedFilters, priceLabel, priceValue } from './filter-labels.ts'
import { joinParts } from './join-parts.ts'
import { createNarrowerWords } from './narrower-words.service.ts'
import { createPriceFilter } from './price-filter.service.ts'
import type { Sort } from './list-order.store.ts'
import type { Filter } from './product-filter.store.ts'
import { readPreferences } from './query-preferences.ts'
import { sayNoShade, sayNothingCalled, sayNotNarrowed } from './describe-request.ts'
import type { SearchRules } from './rules/search-rules.service.ts'
import { sayNotListed } from './words/ignored-words.ts'
import { EMPTY_QUERY, type ParsedQuery } from './words/parsed-query.ts'
import { type CatalogWords, type QuerySpelling, readQuery } from './words/read-query.ts'
import { getPatternLabel, getMaterialLabel } from '#shared/vocabulary/labels.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

export type QueryPlanDependencies = {
  store: Pick<DocumentsStore, 'total' | 'hasUnconvertedPrices'>
  rules: () => Promise<SearchRules>
  words: Omit<CatalogWords, 'rules'> & Pick<WordsStore, 'wordForms' | 'findPeople' | 'shopNames'>
  rates: () => Promise<Rates>
}

const isListedOrder = (order: string): order is keyof typeof SEARCH_RESULT_TEXT.orders =>
  Object.hasOwn(SEARCH_RESULT_TEXT.orders, order)

/** `category` holds beside the kinds that the words name. */
export type PlannedQuery = ProductFilterQuery & {
  category?: Category | undefined
  spelling?: QuerySpelling
}

export type Plan = {
  filter: Filter
  /** Words of a narrower kind, which are kept when others find nothing; null if there are none. */
  narrowerWords: Filter['words']
  /** Of the first section, if its products do not state all that was asked for. */
  heading: string | null
  applied: AppliedFilter[]
  /** Words that could not be used, and conditions that were dropped. */
  relaxed: RelaxedWord[]
  order: Sort | null
  /** The query as it was read, if words were corrected. */
  corrected: string | null
  isByMeaning: boolean
  /** Other queries that may be meant. */
  nearest: readonly string[]
  isUnknown: boolean
  /** A plan for each garment, if the query names several. */
  parts: readonly Plan[]
}

type IsKept = (facet: AppliedFilter['facet'], value: string) => boolean

const EMPTY_WORDS = { words: null, narrower: null }

const kindFilter = (query: PlannedQuery, kinds: readonly string[]) => {
  const all = [...new Set(kinds.flatMap(listKindsWithin))]
  const [first] = query.kind ? [] : kinds
  return first === undefined
    ? { kinds: [], widerKinds: all }
    : { kinds: [first], widerKinds: all.filter((kind) => kind !== first) }
}

/** An amount without a currency is in the visitor's. */
const readAmount = (query: PlannedQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const requested = query.price ?? parsed.price
  if (!requested) return null
  const amount = query.currency ? { currency: query.currency, ...requested } : requested
  return query.price !== undefined || isKept('price', priceValue(amount)) ? amount : null
}

/** The words of a query combined with the chosen filters, which take precedence. */
const combineValues = (query: PlannedQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const keepWords = (facet: AppliedFilter['facet'], values: readonly string[]) =>
    values.filter((value) => isKept(facet, value))
  const { brand, shop, condition, order } = parsed
  return {
    kinds: query.kind ?? keepWords('kind', parsed.kinds),
    colors: query.colour ?? keepWords('colour', parsed.colors),
    patterns: keepWords('pattern', parsed.patterns),
    materials: keepWords('material', parsed.materials),
    brands: query.brand ?? keepWords('brand', brand === null ? [] : [brand]),
    shops: query.shop ?? (shop && isKept('shop', String(shop.id)) ? [shop.id] : []),
    people: parsed.people.filter(({ name }) => isKept('person', name)),
    conditions: query.condition ?? keepWords('condition', condition === null ? [] : [condition]),
    isInStock: query.stock !== undefined || (parsed.isInStock && isKept('stock', 'in_stock')),
    price: readAmount(query, parsed, isKept),
    order: order !== null && isKept('sort', order) ? order : null,
  }
}
type PlannedValues = ReturnType<typeof combineValues>

/** The values as filters that visitors see and can remove. */
const listApplied = (
  query: PlannedQuery,
  { kinds, colors, patterns, materials, brands, people, conditions, ...values }: PlannedValues,
  shopNames: readonly { id: number; name: string }[],
  preferences: readonly AppliedFilter[],
): AppliedFilter[] => [
  ...appliedFilters('kind', query.kind ?? kinds.slice(0, 1), getKindLabel),
  ...appliedFilters('colour', colors, getColorLabel),
  ...appliedFilters('pattern', patterns, getPatternLabel),
  ...appliedFilters('material', materials, getMaterialLabel),
  ...appliedFilters('brand', brands, (brand) => brand),
  ...people.slice(0, 1).map(({ name }) => ({ facet: 'person' as const, value: name, label: name })),
  ...shopNames.map(({ id, name }) => ({ facet: 'shop' as const, value: String(id), label: name })),
  ...(values.price
    ? [
        {
          facet: 'price' as const,
          value: priceValue(values.price),
          label: priceLabel(values.price),
        },
      ]
    : []),
  ...appliedFilters('condition', conditions, getConditionLabel),
  ...(values.isInStock ? appliedFilters('stock', ['in_stock'], () => PRODUCT_TEXT.inStock) : []),
  ...preferences,
  ...appliedFilters('sort', values.order ? [values.order] : [], (value) =>
    isListedOrder(value) ? SEARCH_RESULT_TEXT.orders[value] : value,
  ),
]

/** Plans what a query and the chosen filters list, before anything is found. */
export const createQueryPlanner = ({ store, words, rules, rates }: QueryPlanDependencies) => {
  const { wordForms, findPeople, shopNames } = words
  const readableWords = { ...words, rules }
  const { narrow, putShadeFirst } = createNarrowerWords(store, wordForms)
  const priceFilter = createPriceFilter(store, rates)

  const readWords = async ({ q, exact, spelling }: PlannedQuery): Promise<ParsedQuery> => {
    if (q === undefined) return EMPTY_QUERY
    const parsed = await readQuery(q, readableWords, exact === undefined ? spelling : 'exact')
    const { unknown, corrected, isByMeaning, nearest } = parsed
    // A belt sander is no belt, so no filter says so.
    return unknown === null ? parsed : { ...EMPTY_QUERY, unknown, corrected, isByMeaning, nearest }
  }

  const buildFilter = async (
    query: PlannedQuery,
    parsed: ParsedQuery,
    values: PlannedValues,
    people: readonly { id: number }[],
    preferences: ReturnType<typeof readPreferences>['filter'],
  ): Promise<Filter> => {
    const { colors, brands, shops } = values
    const prices = await priceFilter(values.price)
    const isEither =
      parsed.isBrandOrShop && !query.brand && !query.shop && brands.length > 0 && shops.length > 0
    const isEveryColor =
      !query.colour && parsed.isEveryColor && colors.length === parsed.colors.length
    return {
      ...kindFilter(query, values.kinds),
      colors,
      patterns: values.patterns.flatMap(listPatternsWithin),
      materials: values.materials.flatMap(listMaterialsWithin),
      brands,
      shops,
      ...(isEither && { isBrandOrShop: true }),
      people: [...people, ...values.people].map(({ id }) => id),
      conditions: values.conditions,
      isInStock: values.isInStock,
      ...prices.bounds,
      words: await wordForms(parsed.words),
      narrower: null,
      mayLack: [],
      ...(values.order !== null && colors.length > 0 && { isMainColorFirst: true }),
      ...(isEveryColor && { isEveryColor }),
      ...preferences,
      excluded: {
        ...preferences.excluded,
        words: (await wordForms(preferences.excluded.words))?.flat() ?? [],
      },
      stated: [...prices.stated, ...preferences.stated],
      ...(query.category && { within: { kinds: listKindsWithin(query.category), productIds: [] } }),
    }
  }

  /** What stays of the words of titles, and whether those of a narrower kind name anything here. */
  const narrowByWords = async (filter: Filter, parsed: ParsedQuery) => {
    const { filter: ofWords, isNarrowed, isNamed } = await narrow(filter, parsed.words, parsed)
    const hasShade = parsed.shade !== null && filter.colors.join() === parsed.colors.join()
    const shaded = hasShade && parsed.shade ? await putShadeFirst(ofWords, parsed.shade) : null
    const { filter: withoutTitleWords } =
      parsed.words.length > 0
        ? await narrow({ ...filter, words: null }, [], parsed)
        : { filter: EMPTY_WORDS }
    const narrowerWords = withoutTitleWords.words ?? withoutTitleWords.narrower
    // If the other words find nothing, they are dropped and those of the narrower kind may stay.
    const isUnread =
      parsed.unreadWords.length > 0 &&
      !isNarrowed &&
      (narrowerWords === null || (await store.total(filter)) > 0)
    return {
      filter: shaded ?? ofWords,
      narrowerWords,
      isUnread,
      isNamed,
      missingShade: hasShade && !shaded && (await store.total(ofWords)) > 0 ? parsed.shade : null,
    }
  }

  const planQuery = async (query: PlannedQuery, parsed: ParsedQuery): Promise<Plan> => {
    const without = new Set(query.without ?? [])
    const isKept: IsKept = (facet, value) => !without.has(`${facet}:${value}`)
    const selection = parseSelection(query.celebrities ?? EVERYONE)
    const chosenPeople = selection === EVERYONE ? [] : await findPeople(selection)
    // Somebody who is not in the catalogue has no products.
    const isNobody = selection !== EVERYONE && chosenPeople.length === 0
    const values = combineValues(query, parsed, isKept)
    const preferences = readPreferences(query, parsed, isKept)
    const wholeFilter = await buildFilter(query, parsed, values, chosenPeople, preferences.filter)
    const { filter, narrowerWords, isUnread, isNamed, missingShade } = await narrowByWords(
      wholeFilter,
      parsed,
    )
    return {
      filter,
      narrowerWords,
      heading: null,
      applied: listApplied(query, values, await shopNames(values.shops), preferences.applied),
      relaxed:
        parsed.unknown === null
          ? [
              ...parsed.ignored,
              ...(isUnread
                ? sayNotNarrowed(parsed.unreadWords, values.kinds[0] ?? null, isNamed)
                : []),
              ...(missingShade ? [sayNoShade(missingShade.name, values.colors)] : []),
            ]
          : [sayNothingCalled(parsed.unknown)],
      order: values.order,
      corrected: parsed.corrected,
      isByMeaning: parsed.isByMeaning,
      nearest: parsed.nearest,
      isUnknown: parsed.unknown !== null || isNobody,
      parts: [],
    }
  }

  return async (query: PlannedQuery): Promise<Plan> => {
    const parsed = await readWords(query)
    if (parsed.garments === null) return planQuery(query, parsed)
    const { corrected, isByMeaning, nearest, garments } = parsed
    const parts = await Promise.all(
      garments.queries.map(async (q) => planQuery(query, await readWords({ ...query, q }))),
    )
    const whole = await planQuery(query, { ...EMPTY_QUERY, corrected, isByMeaning, nearest })
    return joinParts({ ...whole, relaxed: sayNotListed(garments.unread) }, parts)
  }
}
