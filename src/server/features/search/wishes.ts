import type { AppliedFilter, ProductFilterQuery } from '#shared/contract/product-search.ts'
import { capitalize } from '#shared/domain/text.ts'
import { CONDITION_LABELS } from '#shared/domain/offer.ts'
import { appliedAs } from './filter-labels.ts'
import type { Filter } from './product-filter.ts'
import type { ParsedQuery } from './words/read-query.ts'
import { sizeLabel, systemOfCurrency } from './words/sizes.ts'
import { RELATED_MATERIALS } from '#shared/vocabulary/patterns-and-materials.ts'
import { TRAIT_LABELS, TRAIT_VALUES } from '#shared/vocabulary/traits.ts'
import {
  kindLabel,
  withinKind,
  withinMaterial,
  withinPattern,
} from '#shared/vocabulary/vocabulary.ts'

/** Beside kinds, colours and prices: for whom, in what size, how cut, what for, and what not. */
type Wishes = Pick<Filter, 'sizes' | 'tags' | 'unwanted' | 'first'>

type IsKept = (facet: AppliedFilter['facet'], value: string) => boolean
type Read = { wishes: Wishes; applied: AppliedFilter[] }

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  sleeves: ['none', 'some', 'short', 'long'],
  heel: ['flat', 'high'],
  hood: ['yes', 'no'],
  length: ['mini', 'midi', 'maxi'],
}

/** What a wish for a cut rules out; products of which nobody says it stay, after the others. */
const otherCuts = (trait: string): string[] => {
  const [group = ''] = trait.split(':')
  const fine = TRAIT_VALUES[trait] ?? [trait]
  return (GROUPS[group] ?? [])
    .map((value) => `${group}:${value}`)
    .filter((one) => !fine.includes(one))
}

const CHILDREN: ReadonlySet<string> = new Set(['girls', 'boys', 'baby'])

/** Unisex is for every grown-up. */
const tagsOf = (departments: readonly string[]): string[] => [
  ...departments.map((one) => `dept:${one}`),
  ...(departments.every((one) => CHILDREN.has(one)) ? [] : ['dept:unisex']),
]

const readDepartments = (query: ProductFilterQuery, parsed: ParsedQuery, isKept: IsKept) => {
  const wanted = query.department ?? parsed.departments.filter((one) => isKept('department', one))
  if (wanted.length === 0) return { departments: wanted, tags: [], first: [] }
  const tags = tagsOf(wanted)
  // Words include what nobody says, after the rest; a filter that was chosen does not.
  const isChosen = query.department !== undefined
  return {
    departments: wanted,
    tags: [isChosen ? tags : [...tags, 'dept:?']],
    first: isChosen ? [] : [{ tags }],
  }
}

const readSizes = (query: ProductFilterQuery, { size }: ParsedQuery, isKept: IsKept) => {
  const system = systemOfCurrency(query.currency)
  const chip = (token: string) =>
    appliedAs('size', [token], () => `Size ${sizeLabel(token, system)}`)
  if (query.size) return { sizes: query.size, first: [], applied: query.size.flatMap(chip) }
  const [token] = size?.exact ?? []
  if (!size || token === undefined || !isKept('size', token))
    return { sizes: [], first: [], applied: [] }
  const fitting = [...size.exact, ...size.near]
  return {
    sizes: [...fitting, 'one', '?'],
    first: [{ sizes: fitting }, ...(size.near.length > 0 ? [{ sizes: size.exact }] : [])],
    applied: appliedAs(
      'size',
      [token],
      () => `Size ${size.words.replace(/^(?:in |sizes? )+/, '').toUpperCase()}`,
    ),
  }
}

const readUnwanted = ({ unwanted }: ParsedQuery, isKept: IsKept) => {
  const kept = (values: readonly string[]) => values.filter((value) => isKept('not', value))
  const [kinds, colours, materials, traits] = [
    kept(unwanted.kinds),
    kept(unwanted.colours),
    kept(unwanted.materials),
    kept(unwanted.traits),
  ]
  const isAnyPrint = unwanted.patterns.length > 1
  const patterns = isAnyPrint
    ? isKept('not', 'print')
      ? unwanted.patterns
      : []
    : kept(unwanted.patterns)
  const condition =
    unwanted.condition && isKept('not', unwanted.condition) ? unwanted.condition : null
  return {
    unwanted: {
      kinds: kinds.flatMap(withinKind),
      colours,
      patterns: patterns.flatMap(withinPattern),
      materials: materials.flatMap((name) =>
        [name, ...(RELATED_MATERIALS[name] ?? [])].flatMap(withinMaterial),
      ),
      conditions: condition ? [condition] : [],
      tags: traits.flatMap((trait) => TRAIT_VALUES[trait] ?? [trait]),
    },
    first: materials.length > 0 ? [{ tags: ['stated:material'] }] : [],
    applied: [
      ...appliedAs('not', kinds, (kind) => `Not ${kindLabel(kind).toLowerCase()}`),
      ...appliedAs('not', colours, (colour) => `Not ${colour}`),
      ...appliedAs(
        'not',
        isAnyPrint && patterns.length > 0 ? ['print'] : patterns,
        (name) => `No ${name}`,
      ),
      ...appliedAs('not', materials, (material) => `No ${material}`),
      ...appliedAs('not', traits, (trait) => `Not ${(TRAIT_LABELS[trait] ?? trait).toLowerCase()}`),
      ...appliedAs(
        'not',
        condition ? [condition] : [],
        (value) => `Not ${(CONDITION_LABELS[value] ?? value).toLowerCase()}`,
      ),
    ],
  }
}

/** What the words and the filters ask for, as conditions and as chips that can be removed. */
export const readWishes = (
  query: ProductFilterQuery,
  parsed: ParsedQuery,
  isKept: IsKept,
): Read => {
  const { departments, ...people } = readDepartments(query, parsed, isKept)
  const sizes = readSizes(query, parsed, isKept)
  const traits = parsed.traits.filter((trait) => isKept('cut', trait))
  const occasions = parsed.occasions.filter((occasion) => isKept('occasion', occasion))
  const unwanted = readUnwanted(parsed, isKept)
  return {
    wishes: {
      sizes: sizes.sizes,
      tags: [
        ...people.tags,
        ...occasions.map((occasion) => [`best:${occasion}`, `for:${occasion}`]),
      ],
      unwanted: {
        ...unwanted.unwanted,
        tags: [...unwanted.unwanted.tags, ...traits.flatMap(otherCuts)],
      },
      first: [
        ...people.first,
        ...sizes.first,
        ...occasions.map((occasion) => ({ tags: [`best:${occasion}`] })),
        ...traits.map((trait) => ({ tags: [...(TRAIT_VALUES[trait] ?? [trait])] })),
        ...unwanted.first,
      ],
    },
    applied: [
      ...appliedAs('department', departments, capitalize),
      ...sizes.applied,
      ...appliedAs('occasion', occasions, (id) => capitalize(id.replaceAll('-', ' '))),
      ...appliedAs('cut', traits, (trait) => TRAIT_LABELS[trait] ?? trait),
      ...unwanted.applied,
    ],
  }
}
