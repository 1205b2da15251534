import {
  type DocumentsStore,
  type FacetCount,
  MAX_COUNTED,
} from '#server/features/search/documents.store.ts'
import { type Section, sectionAt, SECTIONS } from '#server/features/search/list-order.store.ts'
import {
  EURO_BANDS,
  type Filter,
  type StatedCondition,
} from '#server/features/search/product-filter.store.ts'
import { createProductSearch } from '#server/features/search/product-search.service.ts'
import {
  buildSearchRules,
  type SearchRules,
} from '#server/features/search/rules/search-rules.service.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'

/** A product as search knows it. Departments, cuts and occasions are tags, as in documents. */
export type SmallProduct = {
  name: string
  kind: string | null
  colors?: readonly string[]
  patterns?: readonly string[]
  materials?: readonly string[]
  sizes?: readonly string[]
  tags?: readonly string[]
  brand?: string
  shop?: number
  people?: readonly number[]
  condition?: string
  euros?: number | null
  amount?: number
  currency?: string
  isSoldOut?: boolean
}

const overlaps = <T>(a: readonly T[], b: readonly T[]) => a.some((value) => b.includes(value))
const passes = <T>(wanted: readonly T[], has: readonly T[]) =>
  wanted.length === 0 || overlaps(wanted, has)

const hasWords = ({ name, brand = '' }: SmallProduct, groups: Filter['words']) =>
  groups === null || groups.every((group) => overlaps(splitIntoWords(`${name} ${brand}`), group))

const isWithin = (
  value: number | null | undefined,
  min: number | null,
  max: number | null,
): boolean =>
  (min === null && max === null) ||
  (typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value))

const valuesOf = (product: SmallProduct, column: 'tags' | 'sizes' | 'materials') =>
  product[column] ?? []

const meets = (product: SmallProduct, condition: StatedCondition): boolean => {
  if (condition.column !== 'price')
    return overlaps(condition.values, valuesOf(product, condition.column))
  const { bounds, min, max, currency } = condition
  const isConverted = bounds !== null && typeof product.euros === 'number'
  if (isConverted) return isWithin(product.euros, bounds.minEuros, bounds.maxEuros)
  return (currency === null || product.currency === currency) && isWithin(product.amount, min, max)
}

const mayMeet = (product: SmallProduct, condition: StatedCondition): boolean => {
  if (meets(product, condition)) return true
  if (condition.column === 'price')
    return typeof product.euros !== 'number' && product.currency !== condition.currency
  const values = valuesOf(product, condition.column)
  if (condition.unknown === 'any') return true
  return condition.unknown === 'empty' ? values.length === 0 : overlaps(values, condition.unknown)
}

const isListed = (product: SmallProduct, filter: Filter): boolean => {
  const { colors = [], patterns = [], materials = [], sizes = [], tags = [], people = [] } = product
  const { excluded } = filter
  const kinds = product.kind === null ? [] : [product.kind]
  const brands = product.brand === undefined ? [] : [product.brand]
  const shops = product.shop === undefined ? [] : [product.shop]
  const conditions = product.condition === undefined ? [] : [product.condition]
  const isOfName = filter.isBrandOrShop
    ? overlaps(filter.brands, brands) || overlaps(filter.shops, shops)
    : passes(filter.brands, brands) && passes(filter.shops, shops)
  return (
    isOfName &&
    (!filter.anyOf || filter.anyOf.some((other) => isListed(product, other))) &&
    passes([...filter.kinds, ...filter.widerKinds], kinds) &&
    passes(filter.colors, colors) &&
    (!filter.isEveryColor || filter.colors.every((color) => colors.includes(color))) &&
    (!filter.isMainColor || passes(filter.colors, colors.slice(0, 1))) &&
    passes(filter.patterns, patterns) &&
    passes(filter.materials, materials) &&
    passes(filter.people, people) &&
    passes(filter.conditions, conditions) &&
    passes(filter.sizes, sizes) &&
    filter.tags.every((group) => passes(group, tags)) &&
    (!filter.within || overlaps(filter.within.kinds, kinds)) &&
    (!filter.isInStock || !product.isSoldOut) &&
    isWithin(product.euros, filter.minEuros, filter.maxEuros) &&
    isWithin(product.amount, filter.minAmount, filter.maxAmount) &&
    hasWords(product, filter.words) &&
    hasWords(product, filter.narrower) &&
    filter.stated.every((condition) => meets(product, condition)) &&
    filter.mayLack.every((condition) => mayMeet(product, condition)) &&
    !overlaps(excluded.kinds, kinds) &&
    !overlaps(excluded.colors, colors) &&
    !overlaps(excluded.patterns, patterns) &&
    !overlaps(excluded.materials, materials) &&
    !overlaps(excluded.conditions, conditions) &&
    !overlaps(excluded.tags, tags) &&
    !overlaps(excluded.words, splitIntoWords(product.name))
  )
}

/** As `listConditionsOf` says it in SQL. */
const toWholeList = (filter: Filter): Filter => ({
  ...filter,
  stated: [],
  mayLack: [...filter.mayLack, ...filter.stated],
  narrower: null,
  ...(filter.stated.some(({ column }) => column === 'materials') ? { materials: [] } : {}),
})

const sectionOf = (product: SmallProduct, filter: Filter): Section => {
  if (!filter.stated.every((condition) => meets(product, condition))) return 'unstated'
  return hasWords(product, filter.narrower) ? 'matches' : 'close'
}

/** The first tier of each section. */
const FIRST_TIERS = Object.fromEntries(
  SECTIONS.map((section) => {
    let tier = 0
    while (sectionAt(tier) !== section) tier += 1
    return [section, tier]
  }),
)

const facetValues = (product: SmallProduct): FacetCount[] =>
  [
    { facet: 'kind' as const, value: product.kind },
    ...(product.colors ?? []).map((value) => ({ facet: 'colour' as const, value })),
    { facet: 'brand' as const, value: product.brand ?? null },
  ].flatMap(({ facet, value }) => (value === null ? [] : [{ facet, value, count: 1 }]))

type Names = { brands?: string[]; people?: string[]; shops?: string[]; rules?: SearchRules }

/** The real search over products in memory, with what the database would answer for each filter. */
export const searchSmallCatalog = (
  products: readonly SmallProduct[],
  { brands = [], people = [], shops = [], rules = buildSearchRules([]) }: Names = {},
) => {
  const named = (names: readonly string[]) =>
    names.map((name, index) => ({ id: index + 1, name, key: splitIntoWords(name).join(' ') }))
  const titleWords = new Set(products.flatMap(({ name }) => splitIntoWords(name)))
  const formsOf = (word: string) =>
    [word, `${word}s`, word.replace(/s$/, '')].filter((form) => titleWords.has(form))
  const list = (filter: Filter) => products.filter((product) => isListed(product, filter))
  const toRow = (product: SmallProduct, section: Section, index: number) => ({
    ...product,
    id: products.indexOf(product) + 1,
    tier: FIRST_TIERS[section] ?? 0,
    value: index,
    own_id: String(index),
  })
  const store = {
    byKeys: async () => new Map(),
    stockOf: async () => new Map(),
    withTitle: async () => [],
    isPartial: async () => false,
    hasUnconvertedPrices: async () => products.some(({ euros }) => euros === null),
    total: async (filter: Filter) => Math.min(list(filter).length, MAX_COUNTED + 1),
    page: async ({ filter, limit }: Parameters<DocumentsStore['page']>[0]) => {
      const rows = list(toWholeList(filter))
        .map((product) => ({ product, section: sectionOf(product, filter) }))
        .toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section))
      const totals = Object.fromEntries(
        SECTIONS.map((name) => [name, rows.filter(({ section }) => section === name).length]),
      ) as Record<Section, number>
      return {
        totals,
        rows: rows
          .slice(0, limit)
          .map(({ product, section }, index) => toRow(product, section, index)),
      }
    },
    inOrder: async () => [],
    counts: async (filter: Filter, facets: readonly string[]) => {
      const found = list(filter)
      const values = found.flatMap(facetValues).filter(({ facet }) => facets.includes(facet))
      return { total: found.length, values, isSample: false, bands: EURO_BANDS }
    },
  }
  const search = createProductSearch({
    store: store as unknown as Parameters<typeof createProductSearch>[0]['store'],
    rules: async () => rules,
    words: {
      namesWith: async () => ({
        brands: named(brands),
        people: named(people),
        shops: named(shops),
      }),
      inTitles: async (words) => new Set(words.filter((word) => formsOf(word).length > 0)),
      similarWords: async () => new Map(),
      wordForms: async (words) => {
        const groups = words.map(formsOf).filter((group) => group.length > 0)
        return groups.length === 0 ? null : groups
      },
      findPeople: async (names) => named(people).filter(({ name }) => names.includes(name)),
      shopNames: async (ids) => named(shops).filter(({ id }) => ids.includes(id)),
    },
    rates: async () => ({ date: '2026-11-17', perEuro: { USD: 1.25, GBP: 0.8 } }),
    colorFamilies: async () => new Map(),
    otherShops: [],
  })

  type Request = Partial<Parameters<typeof search.products>[0]>
  /** A reply in the words that a visitor reads. */
  const find = async (q: string, more: Request = {}) => {
    const reply = await search.products({ q, sort: 'relevance', ...more })
    return {
      found: (reply.products as unknown as SmallProduct[]).map(({ name }) => name),
      total: reply.total,
      filters: reply.applied.map(({ label }) => label),
      said: reply.relaxed.map(({ words, did }) => `${words}: ${did}`),
      headings: reply.sections.map(
        ({ heading, total, from }) => `${heading} (${total}) from ${from}`,
      ),
      nearest: reply.nearest,
      corrected: reply.corrected,
    }
  }
  return { ...search, find, store }
}
