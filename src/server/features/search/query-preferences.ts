import type { AppliedFilter, ProductFilterQuery } from '#shared/contract/product-search.ts'
import { CONDITION_LABELS } from '#shared/domain/offer.ts'
import { capitalize } from '#shared/domain/text.ts'
import { RELATED_MATERIALS } from '#shared/vocabulary/appearance.ts'
import { TRAIT_LABELS, TRAIT_VALUES } from '#shared/vocabulary/occasions-and-traits.ts'
import {
  getKindLabel,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import { appliedFilters } from './filter-labels.ts'
import type { Filter } from './product-filter.store.ts'
import type { ParsedQuery } from './words/read-query.ts'
import { sizeLabel, systemOfCurrency } from '#server/features/catalog/description/index.ts'

/** Conditions beside kind, colour and price: department, size, cut, occasion and exclusions. */
type PreferenceFilter = Pick<Filter, 'sizes' | 'tags' | 'excluded' | 'preferences'>

type IsKept = (facet: AppliedFilter['facet'], value: string) => boolean
type PreferenceResult = { filter: PreferenceFilter; applied: AppliedFilter[] }

const CUT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  sleeves: ['none', 'some', 'short', 'long'],
  heel: ['flat', 'high'],
  hood: ['yes', 'no'],
  length: ['mini', 'midi', 'maxi'],
}

/** Cuts that a requested one excludes. Products that state no cut stay, after the others. */
const otherCuts = (trait: string): string[] => {
  const [group = ''] = trait.split(':')
  const accepted = TRAIT_VALUES[trait] ?? [trait]
  return (CUT_GROUPS[group] ?? [])
    .map((value) => `${group}:${value}`)
    .filter((cut) => !accepted.includes(cut))
}

const CHILDREN: ReadonlySet<string> = new Set(['girls', 'boys', 'baby'])

/** Includes unisex, which is for all adults. */
const tagsOf = (departments: readonly string[]): string[] => [
  ...departments.map((department) => `dept:${department}`),
  ...(departments.every((department) => CHILDREN.has(department)) ? [] : ['dept:unisex']),
]

const readDepartments = (query: ProductFilterQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const departments =
    query.department ?? parsed.departments.filter((name) => isKept('department', name))
  if (departments.length === 0) return { departments, tags: [], preferences: [] }
  const tags = tagsOf(departments)
  // A chosen filter excludes products without a department; words only list them last.
  const isChosen = query.department !== undefined
  return {
    departments,
    tags: [isChosen ? tags : [...tags, 'dept:?']],
    preferences: isChosen ? [] : [{ tags }],
  }
}

const readSizes = (query: ProductFilterQuery, { size }: ParsedQuery, isKept: IsKept) => {
  const system = systemOfCurrency(query.currency)
  const chip = (token: string) =>
    appliedFilters('size', [token], () => `Size ${sizeLabel(token, system)}`)
  if (query.size) return { sizes: query.size, preferences: [], applied: query.size.flatMap(chip) }
  const [token] = size?.exact ?? []
  if (!size || token === undefined || !isKept('size', token))
    return { sizes: [], preferences: [], applied: [] }
  const fittingSizes = [...size.exact, ...size.near]
  return {
    sizes: [...fittingSizes, 'one', '?'],
    preferences: [
      { sizes: fittingSizes },
      ...(size.near.length > 0 ? [{ sizes: size.exact }] : []),
    ],
    applied: appliedFilters(
      'size',
      [token],
      () => `Size ${size.words.replace(/^(?:in |sizes? )+/, '').toUpperCase()}`,
    ),
  }
}

const readExclusions = ({ excluded }: ParsedQuery, isKept: IsKept) => {
  const keptValues = (values: readonly string[]) => values.filter((value) => isKept('not', value))
  const kinds = keptValues(excluded.kinds)
  const colors = keptValues(excluded.colors)
  const materials = keptValues(excluded.materials)
  const traits = keptValues(excluded.traits)
  const isAnyPrint = excluded.patterns.length > 1
  const patterns = isAnyPrint
    ? isKept('not', 'print')
      ? excluded.patterns
      : []
    : keptValues(excluded.patterns)
  const condition =
    excluded.condition && isKept('not', excluded.condition) ? excluded.condition : null
  return {
    excluded: {
      kinds: kinds.flatMap(listKindsWithin),
      colors,
      patterns: patterns.flatMap(listPatternsWithin),
      materials: materials.flatMap((name) =>
        [name, ...(RELATED_MATERIALS[name] ?? [])].flatMap(listMaterialsWithin),
      ),
      conditions: condition ? [condition] : [],
      tags: traits.flatMap((trait) => TRAIT_VALUES[trait] ?? [trait]),
    },
    preferences: materials.length > 0 ? [{ tags: ['stated:material'] }] : [],
    applied: [
      ...appliedFilters('not', kinds, (kind) => `Not ${getKindLabel(kind).toLowerCase()}`),
      ...appliedFilters('not', colors, (color) => `Not ${color}`),
      ...appliedFilters(
        'not',
        isAnyPrint && patterns.length > 0 ? ['print'] : patterns,
        (name) => `No ${name}`,
      ),
      ...appliedFilters('not', materials, (material) => `No ${material}`),
      ...appliedFilters(
        'not',
        traits,
        (trait) => `Not ${(TRAIT_LABELS[trait] ?? trait).toLowerCase()}`,
      ),
      ...appliedFilters(
        'not',
        condition ? [condition] : [],
        (value) => `Not ${(CONDITION_LABELS[value] ?? value).toLowerCase()}`,
      ),
    ],
  }
}

/** The preferences of words and filters, as conditions and as filters that visitors can remove. */
export const readPreferences = (
  query: ProductFilterQuery,
  parsed: ParsedQuery,
  isKept: IsKept,
): PreferenceResult => {
  const { departments, ...departmentFilter } = readDepartments(query, parsed, isKept)
  const sizes = readSizes(query, parsed, isKept)
  const traits = parsed.traits.filter((trait) => isKept('cut', trait))
  const occasions = parsed.occasions.filter((occasion) => isKept('occasion', occasion))
  const exclusions = readExclusions(parsed, isKept)
  return {
    filter: {
      sizes: sizes.sizes,
      tags: [
        ...departmentFilter.tags,
        ...occasions.map((occasion) => [`best:${occasion}`, `for:${occasion}`]),
      ],
      excluded: {
        ...exclusions.excluded,
        tags: [...exclusions.excluded.tags, ...traits.flatMap(otherCuts)],
      },
      preferences: [
        ...departmentFilter.preferences,
        ...sizes.preferences,
        ...occasions.map((occasion) => ({ tags: [`best:${occasion}`] })),
        ...traits.map((trait) => ({ tags: [...(TRAIT_VALUES[trait] ?? [trait])] })),
        ...exclusions.preferences,
      ],
    },
    applied: [
      ...appliedFilters('department', departments, capitalize),
      ...sizes.applied,
      ...appliedFilters('occasion', occasions, (id) => capitalize(id.replaceAll('-', ' '))),
      ...appliedFilters('cut', traits, (trait) => TRAIT_LABELS[trait] ?? trait),
      ...exclusions.applied,
    ],
  }
}
