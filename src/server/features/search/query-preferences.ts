import type { AppliedFilter, ProductFilterQuery } from '#shared/contract/product-search.ts'
import { getConditionLabel } from '#shared/domain/offer.ts'
import { RELATED_MATERIALS } from '#shared/vocabulary/appearance.ts'
import { TRAIT_VALUES } from '#shared/vocabulary/occasions-and-traits.ts'
import {
  getKindLabel,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import { appliedFilters } from './filter-labels.ts'
import { capitalize } from '#shared/domain/text.ts'
import type { Filter, ValueCondition } from './product-filter.store.ts'
import type { ParsedQuery } from './words/parsed-query.ts'
import {
  formatSizeToken,
  getSizeSystem,
  SALE_TAGS,
} from '#server/features/catalog/description/index.ts'
import {
  getPatternLabel,
  getMaterialLabel,
  getTraitLabel,
  getDepartmentLabel,
  getOccasionLabel,
} from '#shared/vocabulary/labels.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

/** Conditions beside kind, colour and price: department, size, cut, occasion and exclusions. */
type PreferenceFilter = Pick<Filter, 'sizes' | 'tags' | 'excluded' | 'preferences'> & {
  stated: readonly ValueCondition[]
}

type IsKept = (facet: AppliedFilter['facet'], value: string) => boolean
type PreferenceResult = { filter: PreferenceFilter; applied: AppliedFilter[] }

const CUT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  sleeves: ['none', 'some', 'short', 'long'],
  heel: ['flat', 'high'],
  hood: ['yes', 'no'],
  length: ['mini', 'midi', 'maxi'],
  waist: ['high', 'low'],
  fastening: ['laces', 'none'],
}

/** Cuts that a requested one excludes. Products that state no cut stay, in a section of their own. */
const otherCuts = (traits: readonly string[]): string[] => {
  const accepted = new Set(traits.flatMap((trait) => TRAIT_VALUES[trait] ?? [trait]))
  const groups = new Set(traits.map((trait) => trait.split(':')[0] ?? ''))
  return [...groups].flatMap((group) =>
    (CUT_GROUPS[group] ?? [])
      .map((value) => `${group}:${value}`)
      .filter((cut) => !accepted.has(cut)),
  )
}

const statedCuts = (traits: readonly string[]): ValueCondition[] =>
  [...new Set(traits.map((trait) => trait.split(':')[0] ?? ''))].map((group) => {
    const ofGroup = traits.filter((trait) => trait.startsWith(`${group}:`))
    return {
      subject: group,
      filters: ofGroup.map((trait) => `cut:${trait}`),
      column: 'tags',
      values: ofGroup.flatMap((trait) => TRAIT_VALUES[trait] ?? [trait]),
      unknown: 'any',
    }
  })

const CHILDREN: ReadonlySet<string> = new Set(['girls', 'boys', 'baby'])

/** Includes unisex, which is for all adults. */
const tagsOf = (departments: readonly string[]): string[] => [
  ...departments.map((department) => `dept:${department}`),
  ...(departments.every((department) => CHILDREN.has(department)) ? [] : ['dept:unisex']),
]

/**
 * Whether a query names a thing to look for. One that names only a condition would list nearly the whole
 * catalogue, because most products do not say whether they meet it.
 */
const isOfSomething = (query: ProductFilterQuery, parsed: ParsedQuery): boolean =>
  query.kind !== undefined ||
  query.celebrities !== undefined ||
  parsed.brand !== null ||
  parsed.shop !== null ||
  [parsed.kinds, parsed.people, parsed.words, parsed.occasions].some((list) => list.length > 0)

const readDepartments = (query: ProductFilterQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const departments =
    query.department ?? parsed.departments.filter((name) => isKept('department', name))
  if (departments.length === 0) return { departments, tags: [], stated: [] }
  const values = tagsOf(departments)
  // A chosen filter excludes products without a department; words list them in a section of their own.
  if (query.department || !isOfSomething(query, parsed))
    return { departments, tags: [values], stated: [] }
  const stated: ValueCondition = {
    subject: 'department',
    filters: departments.map((name) => `department:${name}`),
    column: 'tags',
    values,
    unknown: ['dept:?'],
  }
  return { departments, tags: [], stated: [stated] }
}

const readSizes = (query: ProductFilterQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const { size } = parsed
  const system = getSizeSystem(query.currency)
  const chip = (token: string) =>
    appliedFilters('size', [token], () => SEARCH_RESULT_TEXT.size(formatSizeToken(token, system)))
  const none = { sizes: [], stated: [], preferences: [], applied: [] }
  if (query.size) return { ...none, sizes: query.size, applied: query.size.flatMap(chip) }
  const [token] = size?.exact ?? []
  if (!size || token === undefined || !isKept('size', token)) return none
  const isShoe = token.startsWith('shoe')
  const stated: ValueCondition = {
    subject: 'size',
    filters: [`size:${token}`],
    column: 'sizes',
    // One size fits all that is worn, except shoes.
    values: [...size.exact, ...size.near, ...(isShoe ? [] : ['one'])],
    unknown: ['?'],
  }
  const isListed = isOfSomething(query, parsed)
  return {
    sizes: isListed ? [] : stated.values,
    stated: isListed ? [stated] : [],
    preferences: [{ sizes: size.exact }],
    applied: appliedFilters('size', [token], () =>
      SEARCH_RESULT_TEXT.size(size.words.replace(/^(?:in |sizes? )+/, '').toUpperCase()),
    ),
  }
}

const hasKind = (query: ProductFilterQuery, { kinds }: ParsedQuery, isKept: IsKept): boolean =>
  query.kind !== undefined || kinds.some((kind) => isKept('kind', kind))

/** Most shops state no earlier price, so the others are listed only in a section of their own. */
const readSale = (query: ProductFilterQuery, parsed: ParsedQuery, isKept: IsKept) => {
  if (!parsed.isReduced || !isKept('sale', 'reduced'))
    return { tags: [], excluded: [], stated: [], applied: [] }
  const values = [SALE_TAGS.reduced]
  const stated: ValueCondition = {
    subject: 'sale',
    filters: ['sale:reduced'],
    column: 'tags',
    values,
    unknown: 'any',
  }
  const isListed = isOfSomething(query, parsed)
  return {
    tags: isListed ? [] : [values],
    excluded: isListed ? [SALE_TAGS.notReduced] : [],
    stated: isListed ? [stated] : [],
    applied: appliedFilters('sale', ['reduced'], () => SEARCH_RESULT_TEXT.onSale),
  }
}

/** Most products lack a material, so those that do not say are listed only if they are of a kind. */
const statedMaterials = (
  query: ProductFilterQuery,
  parsed: ParsedQuery,
  isKept: IsKept,
): ValueCondition[] => {
  const requested = parsed.materials.filter((material) => isKept('material', material))
  if (requested.length === 0 || !hasKind(query, parsed, isKept)) return []
  return [
    {
      subject: 'material',
      filters: requested.map((material) => `material:${material}`),
      column: 'materials',
      values: requested.flatMap(listMaterialsWithin),
      unknown: 'empty',
    },
  ]
}

/** Its names in titles: a coat with a fur collar is no coat without fur, whatever it is made of. */
const titleWordsOf = (materials: readonly string[]): string[] =>
  materials.filter((name) => !name.includes(' '))

/** Who avoids a material needs to know which one it is. */
const statedAnyMaterial = (excluded: readonly string[]): ValueCondition => ({
  subject: 'material',
  filters: excluded.map((material) => `not:${material}`),
  column: 'tags',
  values: ['stated:material'],
  unknown: 'any',
})

const readExclusions = ({ excluded }: ParsedQuery, isKept: IsKept) => {
  const keptValues = (values: readonly string[]) => values.filter((value) => isKept('not', value))
  const kinds = keptValues(excluded.kinds)
  const colors = keptValues(excluded.colors)
  const materials = keptValues(excluded.materials)
  const traits = keptValues(excluded.traits)
  const words = keptValues(excluded.words)
  const avoidedMaterials = materials.flatMap((name) =>
    [name, ...(RELATED_MATERIALS[name] ?? [])].flatMap(listMaterialsWithin),
  )
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
      materials: avoidedMaterials,
      conditions: condition ? [condition] : [],
      tags: traits.flatMap((trait) => TRAIT_VALUES[trait] ?? [trait]),
      words: [...words, ...titleWordsOf(avoidedMaterials)],
    },
    stated: materials.length > 0 ? [statedAnyMaterial(materials)] : [],
    applied: [
      ...appliedFilters('not', kinds, (kind) =>
        SEARCH_RESULT_TEXT.not(LABEL_FORMS.inSentence(getKindLabel(kind))),
      ),
      ...appliedFilters('not', colors, (color) =>
        SEARCH_RESULT_TEXT.not(LABEL_FORMS.inSentence(getColorLabel(color))),
      ),
      ...appliedFilters('not', isAnyPrint && patterns.length > 0 ? ['print'] : patterns, (name) =>
        name === 'print'
          ? SEARCH_RESULT_TEXT.noPrint
          : SEARCH_RESULT_TEXT.no(LABEL_FORMS.inSentence(getPatternLabel(name))),
      ),
      ...appliedFilters('not', materials, (material) =>
        SEARCH_RESULT_TEXT.no(LABEL_FORMS.inSentence(getMaterialLabel(material))),
      ),
      ...appliedFilters('not', traits, (trait) =>
        SEARCH_RESULT_TEXT.not(LABEL_FORMS.inSentence(getTraitLabel(trait))),
      ),
      ...appliedFilters('not', words, (word) => SEARCH_RESULT_TEXT.notCalled(word)),
      ...appliedFilters('not', condition ? [condition] : [], (value) =>
        SEARCH_RESULT_TEXT.not(LABEL_FORMS.inSentence(getConditionLabel(value))),
      ),
    ],
  }
}

/** How well a product suits an occasion, the best first. */
const LEVELS = ['top', 'best', 'for'] as const

/** What suits the occasions best comes first; for two, only those that suit each well. */
const rankOccasions = (occasions: readonly string[]): { tags: string[] }[] => {
  const well = occasions.map((occasion) => ({ tags: [`top:${occasion}`, `best:${occasion}`] }))
  const [only] = occasions
  return occasions.length === 1 ? [{ tags: [`top:${only}`] }, ...well] : well
}

/** The preferences of words and filters, as conditions and as filters that visitors can remove. */
export const readPreferences = (
  query: ProductFilterQuery,
  parsed: ParsedQuery,
  isKept: IsKept,
): PreferenceResult => {
  const { departments, tags, stated } = readDepartments(query, parsed, isKept)
  const sizes = readSizes(query, parsed, isKept)
  const traits = parsed.traits.filter((trait) => isKept('cut', trait))
  const occasions = parsed.occasions.filter((occasion) => isKept('occasion', occasion))
  const cuts = statedCuts(traits)
  const areCutsListed = hasKind(query, parsed, isKept)
  const exclusions = readExclusions(parsed, isKept)
  const sale = readSale(query, parsed, isKept)
  return {
    filter: {
      sizes: sizes.sizes,
      tags: [
        ...tags,
        ...sale.tags,
        ...(areCutsListed ? [] : cuts.map(({ values }) => values)),
        ...occasions.map((occasion) => LEVELS.map((level) => `${level}:${occasion}`)),
      ],
      excluded: {
        ...exclusions.excluded,
        tags: [...exclusions.excluded.tags, ...otherCuts(traits), ...sale.excluded],
      },
      stated: [
        ...stated,
        ...exclusions.stated,
        ...statedMaterials(query, parsed, isKept),
        ...sizes.stated,
        ...(areCutsListed ? cuts : []),
        ...sale.stated,
      ],
      preferences: [...sizes.preferences, ...rankOccasions([...occasions, ...parsed.leanings])],
    },
    applied: [
      ...appliedFilters('department', departments, getDepartmentLabel),
      ...sizes.applied,
      ...sale.applied,
      ...appliedFilters('occasion', occasions, (id) => {
        const typed = parsed.occasionWords.find((occasion) => occasion.id === id)
        return typed ? capitalize(typed.words) : getOccasionLabel(id)
      }),
      ...appliedFilters('cut', traits, getTraitLabel),
      ...exclusions.applied,
    ],
  }
}
