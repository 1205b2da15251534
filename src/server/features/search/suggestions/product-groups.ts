import type { Attributes } from './suggestion-terms.ts'

/** Products that have the same of what suggestions are made of. */
export type ProductGroup = {
  kind: string
  colors: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  departments: readonly string[]
  count: number
}
export type BrandGroup = { brand: string; kind: string; count: number }
export type CatalogGroups = { products: readonly ProductGroup[]; brands: readonly BrandGroup[] }

const hasAny = (values: readonly string[], requested: readonly string[] | undefined): boolean =>
  requested === undefined || requested.some((value) => values.includes(value))

const hasAttributes = (group: ProductGroup, attributes: Attributes): boolean =>
  (attributes.kinds === undefined || attributes.kinds.includes(group.kind)) &&
  (attributes.color === undefined || group.colors.includes(attributes.color)) &&
  hasAny(group.patterns, attributes.patterns) &&
  hasAny(group.materials, attributes.materials) &&
  (attributes.department === undefined || group.departments.includes(attributes.department))

/** The groups with some attributes. Brands are counted by kind only. */
export const selectGroups = (
  { products, brands }: CatalogGroups,
  attributes: Attributes,
): ProductGroup[] => {
  const { brand } = attributes
  if (brand === undefined) return products.filter((group) => hasAttributes(group, attributes))
  const { kinds } = attributes
  return brands
    .filter((group) => group.brand === brand && (kinds === undefined || kinds.includes(group.kind)))
    .map(({ kind, count }) => ({
      kind,
      count,
      colors: [],
      patterns: [],
      materials: [],
      departments: [],
    }))
}

/** How many products of the groups have all the attributes. */
export const countProductsWith = (
  groups: readonly ProductGroup[],
  attributes: Attributes = {},
): number =>
  groups.reduce((sum, group) => sum + (hasAttributes(group, attributes) ? group.count : 0), 0)

/** The values that most products of the groups have, most frequent first. */
export const listMostFrequent = (
  groups: readonly ProductGroup[],
  valuesOf: (group: ProductGroup) => readonly string[],
): string[] => {
  const counts = new Map<string, number>()
  for (const group of groups)
    for (const value of valuesOf(group)) counts.set(value, (counts.get(value) ?? 0) + group.count)
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([value]) => value)
}
