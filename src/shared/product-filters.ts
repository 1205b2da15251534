import { SORT_LABELS } from './sort-messages.ts'

/** Filters with counted values. */
export const FACET_NAMES = [
  'kind',
  'colour',
  'size',
  'department',
  'brand',
  'shop',
  'price',
  'condition',
  'stock',
] as const
export type FacetName = (typeof FACET_NAMES)[number]

/** In the order of the URL, so that equal filters have equal URLs. */
export const FILTER_NAMES = [...FACET_NAMES, 'sort', 'exact', 'without'] as const
type FilterName = (typeof FILTER_NAMES)[number]
export type ProductFilters = Partial<Record<FilterName, string>>

export type ProductSort = keyof typeof SORT_LABELS
export const isProductSort = (value: string | undefined): value is ProductSort =>
  value !== undefined && Object.hasOwn(SORT_LABELS, value)

const SEPARATOR = '|'
/** A price and the stock have one value at a time. */
const SINGLE_VALUE_FACETS: ReadonlySet<string> = new Set(['price', 'stock'])

const MAX_CHARS = 2_000

/** `read` returns the value of a query parameter. */
export const readFilters = (read: (name: string) => string | null | undefined): ProductFilters =>
  Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = read(name)?.slice(0, MAX_CHARS)
      return value ? [[name, value]] : []
    }),
  )

export const isFiltered = (filters: ProductFilters): boolean => Object.keys(filters).length > 0

/** Whether a list has all products of one kind, and so a page of its own. */
export const isOfOneKind = (
  filters: ProductFilters,
  applied: readonly { facet: string }[],
): boolean =>
  Object.keys(filters).join() === 'kind' && applied.length === 1 && applied[0]?.facet === 'kind'

type FacetChoice = { facet: string; value: string }

const isFacet = (name: string): name is FacetName => FACET_NAMES.some((facet) => facet === name)
const splitValues = (value: string | undefined): string[] =>
  value?.split(SEPARATOR).filter(Boolean) ?? []

const setFilterValues = (filters: ProductFilters, name: FilterName, values: readonly string[]) => {
  const next = { ...filters }
  if (values.length > 0) next[name] = values.join(SEPARATOR)
  else delete next[name]
  return readFilters((key) => next[key as FilterName])
}

/** Overrides filters that the search words imply. */
const excludeImplied = (filters: ProductFilters, applied: readonly FacetChoice[]): ProductFilters =>
  setFilterValues(filters, 'without', [
    ...new Set([
      ...splitValues(filters.without),
      ...applied.map(({ facet, value }) => `${facet}:${value}`),
    ]),
  ])

/** Whether the search words imply it, and it was not chosen. */
export const isImplied = (filters: ProductFilters, { facet, value }: FacetChoice): boolean =>
  !isFacet(facet) || !splitValues(filters[facet]).includes(value)

/** The filters for further words, which count even if they name a value that was removed before. */
export const allowWords = (filters: ProductFilters, words: string): ProductFilters =>
  setFilterValues(
    filters,
    'without',
    splitValues(filters.without).filter(
      (choice) =>
        !words.toLowerCase().includes(choice.slice(choice.indexOf(':') + 1).toLowerCase()),
    ),
  )

/**
 * Adds a value of a facet, or removes it if it applies. Chosen values replace those that the search
 * words imply; `applied` has both.
 */
export const toggleFilter = (
  filters: ProductFilters,
  applied: readonly FacetChoice[],
  { facet, value }: FacetChoice,
): ProductFilters => {
  const appliedToFacet = applied.filter((choice) => choice.facet === facet)
  const isApplied = appliedToFacet.some((choice) => choice.value === value)
  if (!isFacet(facet)) return excludeImplied(filters, [{ facet, value }])
  const chosenValues = splitValues(filters[facet])
  if (!isApplied)
    return setFilterValues(
      filters,
      facet,
      SINGLE_VALUE_FACETS.has(facet) ? [value] : [...chosenValues, value],
    )
  const remainingValues = chosenValues.filter((chosenValue) => chosenValue !== value)
  const next = setFilterValues(filters, facet, remainingValues)
  // Otherwise the search words would imply it again.
  return chosenValues.includes(value) && remainingValues.length > 0
    ? next
    : excludeImplied(next, appliedToFacet)
}

export const setSort = (filters: ProductFilters, sort: ProductSort): ProductFilters =>
  setFilterValues(filters, 'sort', sort === 'relevance' ? [] : [sort])

/** The query of a list. Its members always have this order, because the server inlines replies by URL. */
export const buildProductListQuery = <List extends object>(
  list: List,
  { sort, stock, exact, ...filters }: ProductFilters,
) => ({
  ...list,
  ...filters,
  ...(isProductSort(sort) ? { sort } : {}),
  ...(stock === undefined ? {} : { stock: 'in_stock' as const }),
  ...(exact === undefined ? {} : { exact: '1' as const }),
})

/** A search without some of its words; null if it does not contain them, or nothing else. */
export const removeWords = (query: string, words: string): string | null => {
  const at = query.toLowerCase().indexOf(words.toLowerCase())
  if (at < 0 || words === '') return null
  const rest = `${query.slice(0, at)} ${query.slice(at + words.length)}`
  return rest.replaceAll(/\s+/g, ' ').trim() || null
}
