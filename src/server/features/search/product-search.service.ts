import { linksElsewhere, type OtherShop } from '#server/core/search-elsewhere.ts'
import { GRID } from '#shared/constants.ts'
import type {
  AppliedFilter,
  ProductFilterQuery,
  RelaxedWord,
} from '#shared/contract/product-search.ts'
import { convertAmount, type Rates } from '#shared/domain/money.ts'
import { celebritiesFromQuery, FEED } from '#shared/paths.ts'
import { capitalize } from '#shared/domain/text.ts'
import { CONDITION_LABELS } from '#shared/domain/offer.ts'
import {
  appliedAs,
  formatPosition,
  parsePosition,
  presentCounts,
  priceLabel,
  priceValue,
  shopsIn,
} from './filter-labels.ts'
import { type DocumentsStore, MOST_COUNTED } from './documents.store.ts'
import { EURO_BANDS, FACETS, type Filter, priceBandsIn, type Sort } from './product-filter.ts'
import { settlePlan } from './relaxations.ts'
import { readWishes } from './wishes.ts'
import { type ParsedQuery, type CatalogueWords, readQuery } from './words/read-query.ts'
import {
  kindLabel,
  withinKind,
  withinMaterial,
  withinPattern,
} from '#shared/vocabulary/vocabulary.ts'

type Parts = {
  store: Pick<DocumentsStore, 'isPartial' | 'total' | 'page' | 'counts'>
  words: CatalogueWords
  /** The forms of each word in the catalogue; null if there are none. */
  wordForms: (words: readonly string[]) => Promise<string[][] | null>
  findPeople: (names: readonly string[]) => Promise<readonly { id: number; name: string }[]>
  shopNames: (ids: readonly number[]) => Promise<readonly { id: number; name: string }[]>
  rates: () => Promise<Rates>
  otherShops: readonly OtherShop[]
}

const NOTHING: ParsedQuery = {
  kinds: [],
  colours: [],
  patterns: [],
  materials: [],
  brand: null,
  people: [],
  shop: null,
  price: null,
  condition: null,
  isInStock: false,
  words: [],
  preferred: [],
  isNarrower: false,
  departments: [],
  size: null,
  traits: [],
  occasions: [],
  unwanted: { kinds: [], colours: [], patterns: [], materials: [], traits: [], condition: null },
  order: null,
  ignored: [],
  isUnknown: false,
}

const ORDER_LABELS: Readonly<Record<string, string>> = {
  price: 'Cheapest first',
  'price-desc': 'Most expensive first',
}

/** A price without a currency must hold as the shop writes it, and in this currency too. */
const DEFAULT_CURRENCY = 'USD'

/** Part of the products must not look like all there are. */
const PARTIAL = {
  words: '',
  did: 'The search index is being built, so some products are missing. This takes a few minutes.',
}

/** Fewer are a coincidence: 'high' in the title of some heels. */
const ENOUGH = 3

export type Plan = {
  filter: Filter
  /** The words of a narrower kind, which are kept when others find nothing; null if there are none. */
  narrowerWords: Filter['words']
  applied: AppliedFilter[]
  /** Words that could not be used, and wishes that were given up. */
  relaxed: RelaxedWord[]
  /** What the words ask for, unless another order was chosen. */
  order: Sort | null
  isUnknown: boolean
}

export const createProductSearch = ({
  store,
  words,
  wordForms,
  findPeople,
  shopNames,
  rates,
  otherShops,
}: Parts) => {
  const kindFilter = (kinds: readonly string[]) => {
    const [first] = kinds
    const all = new Set(kinds.flatMap(withinKind))
    return {
      kinds: first === undefined ? [] : [first],
      widerKinds: [...all].filter((kind) => kind !== first),
    }
  }

  const priceFilter = (price: ParsedQuery['price'], exchangeRates: Rates) => {
    const euros = (amount: number | undefined) =>
      amount === undefined
        ? null
        : convertAmount(amount, price?.currency ?? DEFAULT_CURRENCY, 'EUR', exchangeRates)
    const isOwn = price !== null && price.currency === undefined
    return {
      minEuros: euros(price?.min),
      maxEuros: euros(price?.max),
      minAmount: isOwn ? (price.min ?? null) : null,
      maxAmount: isOwn ? (price.max ?? null) : null,
    }
  }

  /** With the words of a narrower kind, if the catalogue has several such products. */
  const narrowed = async (
    filter: Filter,
    all: readonly string[],
    parsed: ParsedQuery,
  ): Promise<Filter> => {
    if (parsed.preferred.length === 0) return filter
    const narrower = { ...filter, words: await wordForms(all) }
    return (await store.total(narrower)) >= (parsed.isNarrower ? 1 : ENOUGH) ? narrower : filter
  }

  /** Joins what the words ask for with what was chosen; what was chosen counts instead. */
  const planOf = async (query: ProductFilterQuery): Promise<Plan> => {
    const parsed = query.q === undefined ? NOTHING : await readQuery(query.q, words)
    const without = new Set(query.without ?? [])
    const isKept = (facet: string, value: string) => !without.has(`${facet}:${value}`)
    const selection = celebritiesFromQuery(query.celebrities ?? FEED)
    const chosenPeople = selection === FEED ? [] : await findPeople(selection)
    const kinds = query.kind ?? parsed.kinds.filter((kind) => isKept('kind', kind))
    const colours = query.colour ?? parsed.colours.filter((colour) => isKept('colour', colour))
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
    const priceWish = query.price ?? parsed.price
    // An amount without a currency is in the one that the visitor sees.
    const amount =
      priceWish && query.currency ? { currency: query.currency, ...priceWish } : priceWish
    const isAsked = query.price !== undefined || (amount && isKept('price', priceValue(amount)))
    const price = amount && isAsked ? amount : null
    const order = parsed.order && isKept('sort', parsed.order) ? parsed.order : null
    const { wishes, applied: others } = readWishes(query, parsed, isKept)
    const exchangeRates = price ? await rates() : null
    const filter: Filter = {
      ...(query.kind
        ? { kinds: [], widerKinds: [...new Set(kinds.flatMap(withinKind))] }
        : kindFilter(kinds)),
      colours,
      patterns: patterns.flatMap(withinPattern),
      materials: materials.flatMap(withinMaterial),
      brands,
      shops,
      people: [...chosenPeople, ...people].map(({ id }) => id),
      conditions: condition,
      isInStock,
      ...priceFilter(price, exchangeRates ?? { date: '', perEuro: {} }),
      words: await wordForms(parsed.words),
      ...wishes,
    }
    const narrower = await narrowed(filter, [...parsed.words, ...parsed.preferred], parsed)
    const withoutWords = { ...filter, words: null }
    const { words: narrowerWords } =
      parsed.words.length > 0
        ? await narrowed(withoutWords, parsed.preferred, parsed)
        : withoutWords
    // Someone who is not in the catalogue wears nothing.
    const isNobody = selection !== FEED && chosenPeople.length === 0
    const names = await shopNames(shops)
    const applied: AppliedFilter[] = [
      ...appliedAs('kind', query.kind ?? kinds.slice(0, 1), kindLabel),
      ...appliedAs('colour', colours, capitalize),
      ...appliedAs('pattern', patterns, capitalize),
      ...appliedAs('material', materials, capitalize),
      ...appliedAs('brand', brands, (brand) => brand),
      ...people
        .slice(0, 1)
        .map(({ name }) => ({ facet: 'person' as const, value: name, label: name })),
      ...names.map(({ id, name }) => ({ facet: 'shop' as const, value: String(id), label: name })),
      ...(price ? appliedAs('price', [priceValue(price)], () => priceLabel(price)) : []),
      ...appliedAs('condition', condition, (value) => CONDITION_LABELS[value] ?? value),
      ...(isInStock ? appliedAs('stock', ['in_stock'], () => 'In stock') : []),
      ...others,
      ...appliedAs('sort', order ? [order] : [], (value) => ORDER_LABELS[value] ?? value),
    ]
    return {
      filter: narrower,
      narrowerWords,
      applied,
      relaxed: [...parsed.ignored],
      order,
      isUnknown: parsed.isUnknown || isNobody,
    }
  }

  /** The plan, or the nearest to it that finds something, and what it finds. */
  const settle = async <Found extends { total: number }>(
    query: ProductFilterQuery,
    find: (plan: Plan) => Promise<Found>,
  ): Promise<{ plan: Plan; found: Found | null }> => {
    const plan = await planOf(query)
    if (plan.isUnknown) return { plan, found: null }
    const found = await find(plan)
    if (query.q === undefined) return { plan, found }
    const settled = await settlePlan(plan, found.total, store.total)
    return { plan: settled, found: settled === plan ? found : await find(settled) }
  }

  const settledPlan = async (query: ProductFilterQuery): Promise<Plan> =>
    (await settle(query, async ({ filter }) => ({ total: await store.total(filter) }))).plan

  const present = async (counts: Awaited<ReturnType<typeof store.counts>>) =>
    presentCounts(counts, await shopNames(shopsIn(counts.values)))

  /** Prices are offered in the currency that the visitor sees. */
  const bandsIn = async (currency: string | undefined) =>
    currency === undefined ? EURO_BANDS : priceBandsIn(currency, await rates())

  /** The total as replies have it: exact, or the most that is counted. */
  const counted = (total: number, isPartial: boolean) => ({
    total: Math.min(total, MOST_COUNTED),
    isMore: total > MOST_COUNTED || isPartial,
  })

  return {
    read: planOf,

    settle: (q: string) => settledPlan({ q }),

    bandsIn,

    products: async (
      query: ProductFilterQuery & { sort: Sort; after?: string | undefined; limit?: number },
    ) => {
      const after = query.after === undefined ? null : parsePosition(query.after)
      // Before the search: what is filled meanwhile must not make a part look like all.
      const isPartial = await store.isPartial()
      const limit = query.limit ?? GRID.productPageSize
      const { plan, found } = await settle(query, ({ filter, order }) =>
        store.page({
          filter,
          sort: query.sort === 'relevance' ? (order ?? 'relevance') : query.sort,
          after,
          limit: limit + 1,
        }),
      )
      const { total, rows } = found ?? { total: 0, rows: [] }
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        ...counted(total, isPartial),
        applied: plan.applied,
        relaxed: isPartial ? [PARTIAL, ...plan.relaxed] : plan.relaxed,
        products: page.map(({ tier: _tier, value: _value, own_id: _id, ...product }) => product),
        next:
          last && rows.length > limit
            ? formatPosition({ tier: last.tier, value: last.value, id: last.own_id })
            : null,
        ...(total === 0 && query.q !== undefined
          ? { elsewhere: linksElsewhere(otherShops, query.q) }
          : {}),
      }
    },

    /** How many products each value would leave: those of a chosen facet as if it were not chosen. */
    counts: async (query: ProductFilterQuery) => {
      const isPartial = await store.isPartial()
      const chosen = FACETS.filter((facet) => query[facet] !== undefined)
      const others = FACETS.filter((facet) => query[facet] === undefined)
      const bands = await bandsIn(query.currency)
      const { plan, found } = await settle(query, ({ filter }) =>
        store.counts(filter, others, bands),
      )
      const lists = await Promise.all([
        found ? present(found) : [],
        ...chosen.map(async (facet) => {
          const otherFilters = { ...query, [facet]: undefined }
          const other = await (query.q === undefined
            ? planOf(otherFilters)
            : settledPlan(otherFilters))
          if (other.isUnknown) return []
          return present(await store.counts(other.filter, [facet], bands))
        }),
      ])
      const { total } = found ?? { total: 0 }
      return { ...counted(total, isPartial), applied: plan.applied, facets: lists.flat() }
    },
  }
}
export type ProductSearch = ReturnType<typeof createProductSearch>
