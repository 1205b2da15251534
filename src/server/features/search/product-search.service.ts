import { buildSearchLinks, type OtherShop } from '#server/core/search-elsewhere.ts'
import { GRID } from '#shared/constants.ts'
import type {
  AppliedFilter,
  ListSection,
  ProductFilterQuery,
  RelaxedWord,
} from '#shared/contract/product-search.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { Category } from '#shared/domain/category.ts'
import { CONDITION_LABELS } from '#shared/domain/offer.ts'
import { convertAmount, type Rates } from '#shared/domain/price.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { capitalize } from '#shared/domain/text.ts'
import { parseSelection, EVERYONE } from '#shared/paths.ts'
import {
  getKindLabel,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
  listSameWords,
} from '#shared/vocabulary/vocabulary.ts'
import {
  toListedProduct,
  type DocumentsStore,
  MAX_COUNTED,
  type SectionTotals,
} from './documents.store.ts'
import {
  appliedFilters,
  formatPosition,
  parsePosition,
  presentCounts,
  priceLabel,
  priceValue,
  shopsIn,
} from './filter-labels.ts'
import {
  EURO_BANDS,
  type Facet,
  FACETS,
  type Filter,
  priceBandsIn,
  type Section,
  sectionAt,
  SECTIONS,
  type Sort,
  type StatedCondition,
} from './product-filter.store.ts'
import { readPreferences } from './query-preferences.ts'
import {
  sayNothingCalled,
  sayNothingFits,
  sayNotNarrowed,
  sayNotStated,
  settlePlan,
} from './relaxations.ts'
import type { TypedPrice } from './words/query-conditions.ts'
import {
  type CatalogWords,
  type ParsedQuery,
  type QuerySpelling,
  readQuery,
} from './words/read-query.ts'
import { foldRuleWords, type SearchRules } from './rules/search-rules.service.ts'
import { isOfWordsAlone } from './rules/words-alone.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'

type ProductSearchDependencies = {
  store: Pick<
    DocumentsStore,
    'isPartial' | 'total' | 'page' | 'counts' | 'hasUnconvertedPrices' | 'byKeys' | 'stockOf'
  >
  rules: () => Promise<SearchRules>
  words: Omit<CatalogWords, 'rules'> & Pick<WordsStore, 'wordForms' | 'findPeople' | 'shopNames'>
  rates: () => Promise<Rates>
  otherShops: readonly OtherShop[]
}

const EMPTY_QUERY: ParsedQuery = {
  kinds: [],
  colors: [],
  isEveryColor: false,
  patterns: [],
  materials: [],
  brand: null,
  people: [],
  shop: null,
  isBrandOrShop: false,
  price: null,
  condition: null,
  isInStock: false,
  words: [],
  narrowingWords: [],
  unreadWords: [],
  departments: [],
  size: null,
  traits: [],
  occasions: [],
  excluded: { kinds: [], colors: [], patterns: [], materials: [], traits: [], condition: null },
  order: null,
  ignored: [],
  corrected: null,
  isByMeaning: false,
  nearest: [],
  unknown: null,
}

const ORDER_LABELS: Readonly<Record<string, string>> = {
  price: 'Cheapest first',
  'price-desc': 'Most expensive first',
}

/** A price without a currency must hold in the shop's currency and in this one. */
const DEFAULT_CURRENCY = 'USD'

const EMPTY_WORDS = { words: null, narrower: null }
const ALSO_CLOSE = 'Also close'

const PARTIAL_INDEX = {
  words: '',
  did: 'The search index is being built, so some products are missing. This takes a few minutes.',
}

const ofKindsAlone = ({ kinds, widerKinds }: Filter): Filter => ({
  kinds,
  widerKinds,
  colors: [],
  patterns: [],
  materials: [],
  brands: [],
  shops: [],
  people: [],
  conditions: [],
  isInStock: false,
  minEuros: null,
  maxEuros: null,
  minAmount: null,
  maxAmount: null,
  words: null,
  sizes: [],
  tags: [],
  excluded: { kinds: [], colors: [], patterns: [], materials: [], conditions: [], tags: [] },
  stated: [],
  mayLack: [],
  narrower: null,
  preferences: [],
})

/** If fewer products have the words of a narrower kind, the others of the kind are listed after them. */
const MIN_NARROWER = 3

/** A chosen kind is one of those that the words name, so their kinds are counted as they are. */
const REPLACED_FACETS: ReadonlySet<string> = new Set(FACETS.filter((facet) => facet !== 'kind'))

/** `category` holds beside the kinds that the words name. */
type PlannedQuery = ProductFilterQuery & {
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
}

const headingOf = ({ filter, heading }: Plan, section: Section): string | null =>
  ({ matches: heading, close: ALSO_CLOSE, unstated: sayNotStated(filter.stated) })[section]

/** The parts of a list that have a heading, and where they begin on a page. */
const sectionsIn = (
  plan: Plan,
  totals: SectionTotals,
  page: readonly { tier: number }[],
): ListSection[] =>
  SECTIONS.flatMap((section) => {
    const heading = headingOf(plan, section)
    const from = page.findIndex(({ tier }) => sectionAt(tier) === section)
    return heading === null || totals[section] === 0
      ? []
      : [{ section, heading, ...countReply(totals[section]), from: from < 0 ? null : from }]
  })

/** The total in replies: exact, or the limit up to which matches are counted. */
const countReply = (total: number, isPartial = false) => ({
  total: Math.min(total, MAX_COUNTED),
  isMore: total > MAX_COUNTED || isPartial,
})

const PINNED = 'Picked for this search'

/** Puts the pinned products first, under a heading; the matches then need one too. */
const addPinned = (
  pinned: number,
  sections: readonly ListSection[],
  matches: { total: number; isMore: boolean; from: number | null },
): ListSection[] => {
  if (pinned === 0) return [...sections]
  const moved = sections.map((section) => ({
    ...section,
    from: section.from === null ? null : section.from + pinned,
  }))
  const hasMatches = moved.some(({ section }) => section === 'matches')
  return [
    { section: 'pinned', heading: PINNED, total: pinned, isMore: false, from: 0 },
    ...(hasMatches || matches.from === null
      ? []
      : [{ ...matches, section: 'matches' as const, heading: 'Results', from: pinned }]),
    ...moved,
  ]
}

export const createProductSearch = ({
  store,
  words,
  rules,
  rates,
  otherShops,
}: ProductSearchDependencies) => {
  const { wordForms, findPeople, shopNames } = words
  const readableWords = { ...words, rules }
  const kindFilter = (kinds: readonly string[]) => {
    const [first] = kinds
    const all = new Set(kinds.flatMap(listKindsWithin))
    return {
      kinds: first === undefined ? [] : [first],
      widerKinds: [...all].filter((kind) => kind !== first),
    }
  }

  let unconverted: { isAny: boolean; until: number } | null = null
  const hasUnconvertedPrices = async (): Promise<boolean> => {
    if (!unconverted || unconverted.until < performance.now())
      unconverted = {
        isAny: await store.hasUnconvertedPrices(),
        until: performance.now() + MINUTE_MS,
      }
    return unconverted.isAny
  }

  const priceFilter = async (price: TypedPrice | null) => {
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

  /** Lists other products of the kind after the few that have the words of the title. */
  const openWords = async (filter: Filter): Promise<Filter> => {
    const { words: titleWords, kinds } = filter
    if (titleWords === null || kinds.length === 0) return filter
    const total = await store.total(filter)
    return total === 0 || total >= MIN_NARROWER
      ? filter
      : { ...filter, words: null, narrower: titleWords }
  }

  /** The forms of each word in titles, with those of the words that mean the same. */
  const formsOf = async (typed: readonly string[]) => {
    const groups = await Promise.all(
      typed.map(async (word) => (await wordForms([word, ...listSameWords(word)]))?.flat() ?? []),
    )
    return groups.filter((group) => group.length > 0)
  }

  /** Adds the words of a narrower kind; products without them follow if only a few have them. */
  const narrow = async (
    filter: Filter,
    titleWords: readonly string[],
    { narrowingWords }: ParsedQuery,
  ): Promise<{ filter: Filter; isNarrowed: boolean; isNamed: boolean }> => {
    const all = [...titleWords, ...narrowingWords]
    const forms = narrowingWords.length > 0 ? await formsOf(all) : null
    // A word that no title has would be left out.
    if (forms?.length !== all.length)
      return { filter: await openWords(filter), isNarrowed: false, isNamed: false }
    const narrower = { ...filter, words: forms }
    const total = await store.total(narrower)
    if (total >= MIN_NARROWER) return { filter: narrower, isNarrowed: true, isNamed: true }
    if (total > 0)
      return {
        filter: { ...(await openWords(filter)), narrower: forms },
        isNarrowed: true,
        isNamed: true,
      }
    const { stated, mayLack } = filter
    const listed =
      stated.length > 0
        ? await store.total({ ...narrower, stated: [], mayLack: [...mayLack, ...stated] })
        : 0
    if (listed > 0) return { filter: narrower, isNarrowed: true, isNamed: true }
    const named = await formsOf(narrowingWords)
    return {
      filter: await openWords(filter),
      isNarrowed: false,
      isNamed: (await store.total({ ...ofKindsAlone(filter), words: named })) > 0,
    }
  }

  /** Combines the words with the chosen filters, which take precedence. */
  const planOf = async (query: PlannedQuery): Promise<Plan> => {
    const parsed =
      query.q === undefined
        ? EMPTY_QUERY
        : await readQuery(
            query.q,
            readableWords,
            query.exact === undefined ? query.spelling : 'exact',
          )
    const without = new Set(query.without ?? [])
    const isKept = (facet: string, value: string) => !without.has(`${facet}:${value}`)
    const selection = parseSelection(query.celebrities ?? EVERYONE)
    const chosenPeople = selection === EVERYONE ? [] : await findPeople(selection)
    const kinds = query.kind ?? parsed.kinds.filter((kind) => isKept('kind', kind))
    const colors = query.colour ?? parsed.colors.filter((color) => isKept('colour', color))
    const patterns = parsed.patterns.filter((pattern) => isKept('pattern', pattern))
    const materials = parsed.materials.filter((material) => isKept('material', material))
    const brands =
      query.brand ?? (parsed.brand && isKept('brand', parsed.brand) ? [parsed.brand] : [])
    const shops =
      query.shop ?? (parsed.shop && isKept('shop', String(parsed.shop.id)) ? [parsed.shop.id] : [])
    const people = parsed.people.filter(({ name }) => isKept('person', name))
    const condition =
      query.condition ??
      (parsed.condition && isKept('condition', parsed.condition) ? [parsed.condition] : [])
    const isInStock = query.stock !== undefined || (parsed.isInStock && isKept('stock', 'in_stock'))
    const requestedPrice = query.price ?? parsed.price
    // An amount without a currency is in the visitor's.
    const amount =
      requestedPrice && query.currency
        ? { currency: query.currency, ...requestedPrice }
        : requestedPrice
    const isPriceApplied =
      query.price !== undefined || (amount && isKept('price', priceValue(amount)))
    const price = amount && isPriceApplied ? amount : null
    const order = parsed.order && isKept('sort', parsed.order) ? parsed.order : null
    const { filter: preferences, applied: preferenceFilters } = readPreferences(
      query,
      parsed,
      isKept,
    )
    const isMainColorFirst = order !== null && colors.length > 0
    const prices = await priceFilter(price)
    const filter: Filter = {
      ...(query.kind
        ? { kinds: [], widerKinds: [...new Set(kinds.flatMap(listKindsWithin))] }
        : kindFilter(kinds)),
      colors,
      patterns: patterns.flatMap(listPatternsWithin),
      materials: materials.flatMap(listMaterialsWithin),
      brands,
      shops,
      ...(parsed.isBrandOrShop &&
        !query.brand &&
        !query.shop &&
        brands.length > 0 &&
        shops.length > 0 && { isBrandOrShop: true }),
      people: [...chosenPeople, ...people].map(({ id }) => id),
      conditions: condition,
      isInStock,
      ...prices.bounds,
      words: await wordForms(parsed.words),
      narrower: null,
      mayLack: [],
      ...(isMainColorFirst && { isMainColorFirst }),
      ...(!query.colour &&
        parsed.isEveryColor &&
        colors.length === parsed.colors.length && { isEveryColor: true }),
      ...preferences,
      stated: [...prices.stated, ...preferences.stated],
      ...(query.category && { within: { kinds: listKindsWithin(query.category), productIds: [] } }),
    }
    const { filter: narrower, isNarrowed, isNamed } = await narrow(filter, parsed.words, parsed)
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
    // Somebody who is not in the catalogue has no products.
    const isNobody = selection !== EVERYONE && chosenPeople.length === 0
    const names = await shopNames(shops)
    const applied: AppliedFilter[] = [
      ...appliedFilters('kind', query.kind ?? kinds.slice(0, 1), getKindLabel),
      ...appliedFilters('colour', colors, capitalize),
      ...appliedFilters('pattern', patterns, capitalize),
      ...appliedFilters('material', materials, capitalize),
      ...appliedFilters('brand', brands, (brand) => brand),
      ...people
        .slice(0, 1)
        .map(({ name }) => ({ facet: 'person' as const, value: name, label: name })),
      ...names.map(({ id, name }) => ({ facet: 'shop' as const, value: String(id), label: name })),
      ...(price ? appliedFilters('price', [priceValue(price)], () => priceLabel(price)) : []),
      ...appliedFilters('condition', condition, (value) => CONDITION_LABELS[value] ?? value),
      ...(isInStock ? appliedFilters('stock', ['in_stock'], () => 'In stock') : []),
      ...preferenceFilters,
      ...appliedFilters('sort', order ? [order] : [], (value) => ORDER_LABELS[value] ?? value),
    ]
    return {
      filter: narrower,
      narrowerWords,
      heading: null,
      applied,
      relaxed:
        parsed.unknown === null
          ? [
              ...parsed.ignored,
              ...(isUnread ? sayNotNarrowed(parsed.unreadWords, kinds[0] ?? null, isNamed) : []),
            ]
          : [sayNothingCalled(parsed.unknown)],
      order,
      corrected: parsed.corrected,
      isByMeaning: parsed.isByMeaning,
      nearest: parsed.nearest,
      isUnknown: parsed.unknown !== null || isNobody,
    }
  }

  /** Runs the plan, or the nearest one that finds something. */
  const settle = async <Result extends { total: number }>(
    query: PlannedQuery,
    find: (plan: Plan) => Promise<Result>,
  ): Promise<{ plan: Plan; result: Result | null }> => {
    const plan = await planOf(query)
    if (plan.isUnknown) return { plan, result: null }
    const result = await find(plan)
    if (query.q === undefined) return { plan, result }
    const settled = await settlePlan(plan, result.total, store.total)
    return { plan: settled, result: settled === plan ? result : await find(settled) }
  }

  const settledPlan = async (query: ProductFilterQuery): Promise<Plan> =>
    (await settle(query, async ({ filter }) => ({ total: await store.total(filter) }))).plan

  /** Queries that find something as they are. */
  const keepFindable = async (queries: readonly string[]): Promise<string[]> => {
    const plans = await Promise.all(queries.map((q) => planOf({ q, exact: '1' })))
    const totals = await Promise.all(
      plans.map(async (plan) => (plan.isUnknown ? 0 : store.total(plan.filter))),
    )
    return queries.filter((_, index) => (totals[index] ?? 0) > 0)
  }

  /** What the operator pinned to these words, as long as somebody sells it. */
  const readPins = async (query: PlannedQuery, plan: Plan): Promise<CatalogProduct[]> => {
    if (!isOfWordsAlone(query)) return []
    const { pins } = await rules()
    const searches = [query.q ?? '', plan.corrected ?? ''].map(foldRuleWords)
    const keys = searches.flatMap((words) => pins.get(words) ?? [])
    if (keys.length === 0) return []
    const [products, stock] = await Promise.all([store.byKeys(keys), store.stockOf(keys)])
    return [...new Set(keys)].flatMap((key) =>
      stock.get(key)?.isInStock ? (products.get(key) ?? []) : [],
    )
  }

  const present = async (counts: Awaited<ReturnType<typeof store.counts>>) =>
    presentCounts(counts, await shopNames(shopsIn(counts.values)))

  const bandsIn = async (currency: string | undefined) =>
    currency === undefined ? EURO_BANDS : priceBandsIn(currency, await rates())

  return {
    read: planOf,

    settle: (q: string) => settledPlan({ q }),

    /** How many products a query finds, and what it changes to find them. */
    count: async (q: string) => {
      const { plan, result } = await settle({ q }, async ({ filter }) => ({
        total: await store.total(filter),
      }))
      return {
        ...countReply(result?.total ?? 0),
        relaxed: plan.relaxed,
        corrected: plan.corrected,
      }
    },

    bandsIn,

    products: async (
      query: PlannedQuery & { sort: Sort; after?: string | undefined; limit?: number },
    ) => {
      const after = query.after === undefined ? null : parsePosition(query.after)
      // Checked before the search, so that an index that is completed meanwhile does not make it look whole.
      const isPartial = await store.isPartial()
      const limit = query.limit ?? GRID.productPageSize
      const { plan, result } = await settle(query, async ({ filter, order }) => {
        const found = await store.page({
          filter,
          sort: query.sort === 'relevance' ? (order ?? 'relevance') : query.sort,
          after,
          limit: limit + 1,
        })
        return { ...found, total: found.totals.matches }
      })
      const { total, totals, rows } = result ?? { total: 0, totals: null, rows: [] }
      const isNothing = total === 0 && query.q !== undefined
      const pinned = await readPins(query, plan)
      const rest = rows.slice(0, limit)
      const last = rest.at(-1)
      // They are not listed a second time.
      const page = rest.filter(({ id }) => !pinned.some((product) => product.id === id))
      const shownPins = after === null ? pinned : []
      return {
        ...countReply(total, isPartial),
        applied: plan.applied,
        relaxed: [
          ...(isPartial ? [PARTIAL_INDEX] : []),
          ...plan.relaxed,
          ...(isNothing && !plan.isUnknown ? [sayNothingFits(plan)] : []),
        ],
        corrected:
          query.q === undefined || plan.corrected === null
            ? null
            : {
                typed: query.q,
                query: plan.corrected,
                reason: plan.isByMeaning ? ('meaning' as const) : ('spelling' as const),
              },
        nearest: await keepFindable(plan.nearest),
        products: [...shownPins, ...page.map(toListedProduct)],
        sections: addPinned(shownPins.length, totals ? sectionsIn(plan, totals, page) : [], {
          ...countReply(total),
          from: page.findIndex(({ tier }) => sectionAt(tier) === 'matches') < 0 ? null : 0,
        }),
        next:
          last && rows.length > limit
            ? formatPosition({ tier: last.tier, value: last.value, id: last.own_id })
            : null,
        ...(isNothing ? { elsewhere: buildSearchLinks(otherShops, query.q ?? '') } : {}),
      }
    },

    /**
     * How many products choosing each value would list. A choice replaces the other values of its facet,
     * whether they were chosen before or implied by the words, so the count ignores those values.
     */
    counts: async (query: ProductFilterQuery) => {
      const isPartial = await store.isPartial()
      const bands = await bandsIn(query.currency)
      const chosenFacets = FACETS.filter((facet) => query[facet] !== undefined)
      const { plan, result } = await settle(query, ({ filter }) =>
        store.counts(
          filter,
          FACETS.filter((facet) => query[facet] === undefined),
          bands,
        ),
      )
      const implied = plan.applied.filter(
        ({ facet }) => REPLACED_FACETS.has(facet) && !chosenFacets.some((name) => name === facet),
      )
      const withoutFacet = (facet: Facet): ProductFilterQuery => ({
        ...query,
        [facet]: undefined,
        without: [
          ...(query.without ?? []),
          ...implied
            .filter((filter) => filter.facet === facet)
            .map(({ value }) => `${facet}:${value}`),
        ],
      })
      const impliedFacets = FACETS.filter((facet) =>
        implied.some((filter) => filter.facet === facet),
      )
      const lists = await Promise.all([
        result ? present(result) : [],
        ...[...chosenFacets, ...impliedFacets].map(async (facet) => {
          const others = withoutFacet(facet)
          const other = await (query.q === undefined ? planOf(others) : settledPlan(others))
          if (other.isUnknown) return []
          return present(await store.counts(other.filter, [facet], bands))
        }),
      ])
      const [values, ...replacing] = lists
      const ownFacets = values.filter(({ facet }) => !impliedFacets.includes(facet))
      const { total } = result ?? { total: 0 }
      return {
        ...countReply(total, isPartial),
        applied: plan.applied,
        facets: [ownFacets, ...replacing].flat(),
      }
    },
  }
}
export type ProductSearch = ReturnType<typeof createProductSearch>
