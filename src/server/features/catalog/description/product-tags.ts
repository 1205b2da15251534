import type { Department } from '#shared/domain/department.ts'
import { WIDER_COLOR } from '#shared/vocabulary/appearance.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import { TRAITS_OF_KIND } from '#shared/vocabulary/occasions-and-traits.ts'
import {
  type Occasion,
  OCCASION_LIST,
  getParentKind,
  getParentTextile,
  findPhrasesInText,
} from '#shared/vocabulary/vocabulary.ts'
import { listSingulars, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { computeProductSizeTokens } from './sizes.ts'

type TaggedProduct = {
  title: string
  /** The beginning of its description. */
  text: string
  sleeve: string | null
  kind: string | null
  colors: readonly string[]
  patterns: string[]
  materials: string[]
  departments: Department[]
  sizes: readonly string[]
  seenType: string | null
}

const UNKNOWN = '?'
/** Values of the sleeve attribute in feeds. */
const SLEEVES: Readonly<Record<string, string>> = {
  sleeveless: 'sleeves:none',
  short: 'sleeves:short',
  long: 'sleeves:long',
}

const findTraits = (text: string): string[] =>
  findPhrasesInText(text).flatMap(({ meaning }) => meaning.trait ?? [])

/** The title takes precedence over the description, and that over what the kind suggests. */
const listTraits = ({ title, text, sleeve, seenType, kind }: TaggedProduct): string[] => {
  const statedSleeve = SLEEVES[sleeve ?? '']
  const traits = new Map<string, string>()
  const sources = [
    statedSleeve === undefined ? [] : [statedSleeve],
    findTraits(title),
    findTraits(text),
    (TRAITS_OF_KIND[kind ?? ''] ?? '').split(' '),
    findTraits(seenType ?? ''),
  ]
  for (const trait of sources.flat()) {
    const [group = ''] = trait.split(':')
    if (group !== '' && !traits.has(group)) traits.set(group, trait)
  }
  return [...traits.values()]
}

const getWeight = ({ weights }: Occasion, kind: string): number => {
  for (let ancestor: string | null = kind; ancestor !== null; ancestor = getParentKind(ancestor)) {
    const weight = weights.get(ancestor)
    if (weight !== undefined) return weight
  }
  return 0
}
/** Index of occasions by term, because products are described by the million. */
const groupOccasionsByTerm = (termsOf: (occasion: Occasion) => readonly string[]) => {
  const byTerm = new Map<string, Occasion[]>()
  for (const occasion of OCCASION_LIST)
    for (const term of termsOf(occasion)) byTerm.set(term, [...(byTerm.get(term) ?? []), occasion])
  return byTerm
}
const occasionById = new Map(OCCASION_LIST.map((occasion) => [occasion.id, occasion]))
const fittingOccasions = groupOccasionsByTerm(({ preferredWords }) => preferredWords)
const unfittingOccasions = groupOccasionsByTerm(({ excludedWords }) => excludedWords)
const weightsByKind = new Map(
  KINDS.map(({ id }): [string, (readonly [Occasion, number])[]] => [
    id,
    OCCASION_LIST.flatMap((occasion) => {
      const weight = getWeight(occasion, id)
      return weight > 0 ? [[occasion, weight] as const] : []
    }),
  ]),
)
const phraseTerms = [...fittingOccasions.keys(), ...unfittingOccasions.keys()].filter((term) =>
  term.includes(' '),
)

const withWider = (names: readonly string[]): string[] =>
  names.flatMap((name) => [name, getParentTextile(name) ?? name])

/** The least score for each tag. */
const LEVELS = [
  ['top', 5],
  ['best', 4],
  ['for', 3],
] as const
const NAMED_SCORE = 5
const MAX_FITTING_TERMS = 2
const CHILDREN = new Set<string>(['girls', 'boys', 'baby'])
const LARGE = /^(?:xxl|[3-5]xl|women(?:4[68]|5\d))$/

/** The terms of occasions that say the same as a trait. */
const TERMS_OF_TRAITS: Readonly<Record<string, string>> = {
  'sleeves:none': 'sleeveless',
  'sleeves:long': 'long sleeve',
  'heel:high': 'heeled',
  'length:maxi': 'maxi',
  'length:mini': 'mini',
}

/** `for:` the occasions that a product suits, `best:` and `top:` those that it suits particularly well. */
const listOccasions = (
  product: TaggedProduct,
  traits: readonly string[],
  sizes: readonly string[],
): string[] => {
  const { title, text, kind, colors, patterns, materials, departments } = product
  const titleWords = splitIntoWords(title).flatMap(listSingulars)
  const isChilds =
    departments.length > 0 && departments.every((department) => CHILDREN.has(department))
  const productTerms = new Set([
    ...titleWords,
    ...colors.slice(0, 1),
    ...withWider(patterns),
    ...withWider(materials),
    ...traits.flatMap((trait) => TERMS_OF_TRAITS[trait] ?? []),
  ])
  const padded = ` ${titleWords.join(' ')} `
  const terms = [...productTerms, ...phraseTerms.filter((term) => padded.includes(` ${term} `))]
  const [color = ''] = colors
  const widerColor = WIDER_COLOR[color]
  const ruledOut = new Set([
    ...terms.flatMap((term) => unfittingOccasions.get(term) ?? []),
    // Navy counts as blue, except for occasions that navy itself suits.
    ...(unfittingOccasions.get(widerColor ?? '') ?? []).filter(
      ({ preferredWords }) => !preferredWords.includes(color),
    ),
  ])
  const namedOccasions = new Set(
    [title, text].flatMap((source) =>
      findPhrasesInText(source).flatMap(
        ({ meaning }) => occasionById.get(meaning.occasion ?? '') ?? [],
      ),
    ),
  )
  const plusSize = occasionById.get('plus-size')
  if (plusSize && sizes.some((size) => LARGE.test(size))) namedOccasions.add(plusSize)
  const scores = new Map(weightsByKind.get(kind ?? '') ?? [])
  for (const occasion of ruledOut) if (!namedOccasions.has(occasion)) scores.delete(occasion)
  for (const occasion of namedOccasions)
    if (scores.has(occasion) || occasion.weights.size === 0) scores.set(occasion, NAMED_SCORE)
  const isExclusive = [...namedOccasions].some(
    (occasion) => occasion.isExclusive && (occasion.weights.size === 0 || scores.has(occasion)),
  )
  if (isExclusive)
    for (const occasion of scores.keys())
      if (!namedOccasions.has(occasion) && !occasion.isForChildren && !occasion.needsWord)
        scores.delete(occasion)
  const counts = new Map<Occasion, number>()
  for (const term of terms)
    for (const occasion of fittingOccasions.get(term) ?? [])
      counts.set(occasion, (counts.get(occasion) ?? 0) + 1)
  return [...scores].flatMap(([occasion, weight]) => {
    if (isChilds && !occasion.isForChildren) return []
    if (occasion.needsWord && !counts.has(occasion) && !namedOccasions.has(occasion)) return []
    const score = weight + Math.min(MAX_FITTING_TERMS, counts.get(occasion) ?? 0)
    const level = LEVELS.find(([, from]) => score >= from)
    return level ? [`${level[0]}:${occasion.id}`] : []
  })
}

/** Sizes in comparable terms, and further search terms. */
export const computeProductTags = (product: TaggedProduct): { sizes: string[]; tags: string[] } => {
  const { departments, materials, kind } = product
  const sizes = computeProductSizeTokens(product.sizes, { kind, departments })
  const traits = listTraits(product)
  return {
    sizes: sizes.length === 0 ? [UNKNOWN] : sizes,
    tags: [
      ...(departments.length === 0 ? [UNKNOWN] : departments).map(
        (department) => `dept:${department}`,
      ),
      ...traits,
      ...(materials.length > 0 ? ['stated:material'] : []),
      ...listOccasions(product, traits, sizes),
    ],
  }
}
