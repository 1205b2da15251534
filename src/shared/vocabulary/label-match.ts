import type { Department } from '#shared/domain/department.ts'
import {
  findPhrases,
  listKindsMeant,
  listKindsOfObject,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from './vocabulary.ts'
import { splitIntoWords } from './word-forms.ts'

/** What a text or a picture says of a product. */
export type ProductAppearance = {
  kind: string | null
  colors: string[]
  patterns: string[]
  materials: string[]
}

export type ComparableProduct = ProductAppearance & {
  departments: Department[]
  /** What else is stated, such as `length:mini`; absent if nothing is known. */
  tags?: readonly string[] | undefined
  /** What the title alone says, and what title and shop state; absent if nothing else is known. */
  sources?: { title: ProductAppearance; stated: ProductAppearance } | null | undefined
}

/** What the label of an object means: 'striped navy shirt'. */
export type LabelMeaning = {
  /** The kinds that its noun means, with all narrower ones; empty if it names no kind. */
  kinds: ReadonlySet<string>
  /** All kinds that an object of its detected kind may be: a jacket is outerwear, and so is a coat. */
  kindsOfObject: ReadonlySet<string>
  /** Families of the colour that it names, the main one first. */
  colors: readonly string[]
  patterns: ReadonlySet<string>
  materials: ReadonlySet<string>
  /** Only if the visitor chose one: we do not guess a person's sex from a photo. */
  department: Department | null
}

/**
 * How much each part of a label counts beside the others, fitted with `npm run vision -- fit-order`.
 * The kind comes before everything together, and the colour before the cut.
 */
export const LABEL_WEIGHTS = {
  kind: 20,
  department: 10,
  colour: 4,
  cut: 2,
  pattern: 1,
  material: 0.5,
}
export type LabelWeights = typeof LABEL_WEIGHTS

/** Families that look alike in the shade, or that people confuse. */
const NEAR_COLORS: Readonly<Record<string, readonly string[]>> = {
  black: ['grey', 'navy'],
  grey: ['black', 'silver', 'beige'],
  white: ['cream', 'beige', 'grey'],
  beige: ['cream', 'tan', 'brown', 'white', 'grey'],
  brown: ['tan', 'beige', 'rust', 'burgundy'],
  red: ['burgundy', 'coral', 'rust', 'orange'],
  pink: ['coral', 'lilac', 'purple'],
  purple: ['lilac', 'burgundy', 'pink'],
  orange: ['coral', 'rust', 'red'],
  yellow: ['mustard', 'gold', 'cream'],
  green: ['olive', 'teal'],
  blue: ['navy', 'light blue', 'teal'],
}
const SECOND_COLOR = 0.6
const NEAR_COLOR = 0.3
const UNKNOWN_DEPARTMENT = 0.5

const isNearColor = (a: string, b: string): boolean =>
  (NEAR_COLORS[a] ?? []).includes(b) || (NEAR_COLORS[b] ?? []).includes(a)

/** The first family is that of the main colour; others may belong to a second colour. */
export const rateColorAgreement = (
  labelFamilies: readonly string[],
  colors: readonly string[],
): number => {
  const [home = ''] = labelFamilies
  const [main = ''] = colors
  if (main === home) return 1
  if (labelFamilies.includes(main) || colors.includes(home)) return SECOND_COLOR
  return isNearColor(home, main) ? NEAR_COLOR : 0
}

/** People call the same cloth either, so a white label leaves it to likeness which of both comes first. */
const SAME_COLORS: ReadonlySet<string> = new Set(['white', 'cream'])

const rateLabelColor = (labelFamilies: readonly string[], colors: readonly string[]): number => {
  const mains = [labelFamilies[0] ?? '', colors[0] ?? '']
  return mains.every((main) => SAME_COLORS.has(main))
    ? 1
    : rateColorAgreement(labelFamilies, colors)
}

/** Whether a product has the colour that the label names, as its main one or beside another. */
export const isOfLabeledColor = ({ colors }: LabelMeaning, ofProduct: readonly string[]): boolean =>
  colors.length > 0 && rateColorAgreement(colors, ofProduct) >= SECOND_COLOR

/** A product without a department ranks between those that fit and those that do not. */
const rateDepartmentAgreement = (
  requested: Department | null,
  departments: readonly Department[],
): number => {
  if (departments.length === 0) return UNKNOWN_DEPARTMENT
  return Number(
    departments.some((department) => department === requested || department === 'unisex'),
  )
}

/** `objectKind` is the detector's; null where there is only a text. */
export const readLabel = (label: string, objectKind: string | null = null): LabelMeaning => {
  const phrases = findPhrases(splitIntoWords(label))
  const noun = phrases.findLast(({ meaning }) => meaning.kind !== undefined)
  const modifiers = phrases.filter((phrase) => phrase !== noun)
  const nounKinds = new Set(noun ? listKindsMeant(noun.meaning).flatMap(listKindsWithin) : [])
  const [widest, ...ofObject] = listKindsOfObject(objectKind)
  // 'Top', 'shoes' or 'glasses' say no more than the kind: a sweater is as good as a shirt. Outerwear is
  // called a jacket if no more is known of it; with a material such as leather, it really is one.
  const isGeneral =
    noun?.meaning.kind === widest ||
    (ofObject.length > 0 && ofObject.every((kind) => nounKinds.has(kind))) ||
    (objectKind === 'outerwear' &&
      noun?.meaning.name === 'jacket' &&
      modifiers.every(({ meaning }) => meaning.material === undefined))
  const kinds = isGeneral ? [] : [...nounKinds]
  return {
    kinds: new Set(kinds),
    kindsOfObject: new Set([...(widest === undefined ? [] : [widest]), ...ofObject, ...kinds]),
    department: null,
    colors: modifiers.find(({ meaning }) => meaning.colors)?.meaning.colors ?? [],
    patterns: new Set(
      modifiers.flatMap(({ meaning }) => listPatternsWithin(meaning.pattern ?? '')),
    ),
    materials: new Set(
      modifiers.flatMap(({ meaning }) => listMaterialsWithin(meaning.material ?? '')),
    ),
  }
}

/** Whether a product is of the kind that the label names; null if the product's kind is unknown. */
export const isOfLabeledKind = (
  { kindsOfObject: right }: LabelMeaning,
  kind: string | null,
): boolean | null => {
  if (right.size === 0) return true
  return kind === null || VAGUE_KINDS.has(kind) ? null : right.has(kind)
}
/** Kinds of products of which only the category is known. */
const VAGUE_KINDS: ReadonlySet<string> = new Set(['clothing', 'accessories', 'other'])

/** Names that say nothing of the cut: 'boots' may be ankle boots, but 'trousers' are hardly jeans. */
const KINDS_WITHOUT_CUT: ReadonlySet<string> = new Set([
  'bags',
  'boots',
  'hats',
  'knitwear',
  'tops',
])
const POSSIBLE_CUT = 0.6

const rateCutAgreement = (kinds: ReadonlySet<string>, kind: string | null): number => {
  if (kind === null) return 0
  if (kinds.has(kind)) return 1
  const mayBe =
    KINDS_WITHOUT_CUT.has(kind) && listKindsWithin(kind).some((narrower) => kinds.has(narrower))
  return mayBe ? POSSIBLE_CUT : 0
}

/** The share of what the label names that a product has, by weight. */
const labelShare = (
  label: LabelMeaning,
  { kind, colors, patterns, materials }: ProductAppearance,
  departments: readonly Department[],
  weights: LabelWeights,
): number => {
  const has = (labelValues: ReadonlySet<string>, values: readonly string[]) =>
    Number(values.some((value) => labelValues.has(value)))
  const parts: [isNamed: boolean, weight: number, agreement: number][] = [
    [label.kindsOfObject.size > 0, weights.kind, Number(isOfLabeledKind(label, kind) ?? 0)],
    [
      label.department !== null,
      weights.department,
      rateDepartmentAgreement(label.department, departments),
    ],
    [label.kinds.size > 0, weights.cut, rateCutAgreement(label.kinds, kind)],
    [label.colors.length > 0, weights.colour, rateLabelColor(label.colors, colors)],
    [label.patterns.size > 0, weights.pattern, has(label.patterns, patterns)],
    [label.materials.size > 0, weights.material, has(label.materials, materials)],
  ]
  const namedParts = parts.filter(([isNamed]) => isNamed)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const totalWeight = sum(namedParts.map(([, weight]) => weight))
  return totalWeight === 0
    ? 0
    : sum(namedParts.map(([, weight, agreement]) => weight * agreement)) / totalWeight
}

/** Finer than the differences between shares. */
const SHARE_STEPS = 1_000

/**
 * How well a product matches the label, 0 to 1. The words of its title decide; among equal titles what
 * the shop states, and then what was seen in the picture.
 */
export const rateLabelMatch = (
  label: LabelMeaning,
  product: ComparableProduct,
  weights: LabelWeights = LABEL_WEIGHTS,
): number => {
  const { departments, sources } = product
  const rateAppearance = (appearance: ProductAppearance) =>
    Math.round(labelShare(label, appearance, departments, weights) * SHARE_STEPS)
  const all = rateAppearance(product)
  if (!sources) return all / SHARE_STEPS
  // Digits of one number, so that a list can be sorted by it.
  const base = SHARE_STEPS + 1
  return (
    ((rateAppearance(sources.title) * base + rateAppearance(sources.stated)) * base + all) /
    (base ** 3 - 1)
  )
}

type Chances = Readonly<Record<string, readonly (readonly [word: string, chance: number])[]>>

/** What a type says: the kinds, and what they are made of (denim jacket) or how long they are (mini skirt). */
type Cut = { kinds: ReadonlySet<string>; materials: ReadonlySet<string>; length: string | null }

/** Guesses of the models below the thresholds for showing them, with probabilities. */
export type LikelyMeaning = {
  cuts: readonly (readonly [cut: Cut, chance: number])[]
  colors: readonly (readonly [families: readonly string[], chance: number])[]
  /** Null stands for no pattern. */
  patterns: readonly (readonly [patterns: ReadonlySet<string> | null, chance: number])[]
}

const MIN_CHANCE = 0.02

const LENGTH_WORD = /^(?:mini|midi|maxi)(?= )/

/** Without the kinds that a narrower type names: 'trousers' excludes jeans. */
const createCutReader = (types: readonly string[]) => {
  const readKindsOfType = (type: string) => readLabel(type).kinds
  const all = types.map(readKindsOfType)
  return (type: string): Cut => {
    const { kinds: kindsOfType, materials } = readLabel(type)
    const narrower = all.filter(
      (kinds) => kinds.size < kindsOfType.size && [...kinds].every((kind) => kindsOfType.has(kind)),
    )
    const kinds = [...kindsOfType].filter((kind) => !narrower.some((other) => other.has(kind)))
    const [length] = LENGTH_WORD.exec(type) ?? []
    return { kinds: new Set(kinds), materials, length: length ? `length:${length}` : null }
  }
}

/** Nothing stated agrees less than the same, and more than something else. */
const NOTHING_STATED = 0.7
const OTHERWISE_STATED = 0.4

const rateStated = (values: readonly string[], isWanted: (value: string) => boolean): number => {
  if (values.some(isWanted)) return 1
  return values.length === 0 ? NOTHING_STATED : OTHERWISE_STATED
}

const rateTypeAgreement = (
  { kinds, materials, length }: Cut,
  product: ComparableProduct,
): number => {
  const agreement = rateCutAgreement(kinds, product.kind)
  if (agreement === 0) return 0
  const lengths = (product.tags ?? []).filter((tag) => tag.startsWith('length:'))
  const ofMaterial =
    materials.size === 0 ? 1 : rateStated(product.materials, (value) => materials.has(value))
  const ofLength = length === null ? 1 : rateStated(lengths, (value) => value === length)
  return agreement * ofMaterial * ofLength
}

/**
 * Of glasses and jewelry the words model has learned nothing: it names the skin around them. Most frames are
 * black, and most jewelry is of gold or silver.
 */
const COLORS_OF_UNKNOWN_KINDS: Readonly<Record<string, LikelyMeaning['colors']>> = {
  eyewear: [[['black'], 1]],
  jewelry: [
    [['gold'], 0.5],
    [['silver'], 0.5],
  ],
}

export const readLikely = (chances: Chances, objectKind: string | null = null): LikelyMeaning => {
  const read = <Value>(name: string, valueOf: (word: string) => Value) =>
    (chances[name] ?? [])
      .filter(([, chance]) => chance >= MIN_CHANCE)
      .map(([word, chance]) => [valueOf(word), chance] as const)
  return {
    cuts: read('type', createCutReader((chances['type'] ?? []).map(([word]) => word))),
    colors:
      COLORS_OF_UNKNOWN_KINDS[objectKind ?? ''] ?? read('colour', (word) => readLabel(word).colors),
    patterns: read('pattern', (word) => (word === 'plain' ? null : readLabel(word).patterns)),
  }
}

/** The kinds of its likely cuts with their share of the chances, the likeliest first. */
export const listLikelyCuts = (
  { cuts }: LikelyMeaning,
  { kindsOfObject }: LabelMeaning,
): (readonly [kinds: ReadonlySet<string>, share: number])[] => {
  const possibleCuts = cuts.filter(([{ kinds }]) =>
    [...kinds].some((kind) => kindsOfObject.has(kind)),
  )
  const total = possibleCuts.reduce((sum, [, chance]) => sum + chance, 0)
  const shares = new Map<string, readonly [kinds: ReadonlySet<string>, share: number]>()
  for (const [{ kinds }, chance] of possibleCuts) {
    const key = [...kinds].toSorted().join(' ')
    shares.set(key, [kinds, (shares.get(key)?.[1] ?? 0) + chance / total])
  }
  return [...shares.values()].toSorted(([, a], [, b]) => b - a)
}

/** In units of similarity, fitted with `npm run vision -- fit-order`. */
export const LIKELY_WEIGHTS = { cut: 0.4, colour: 0.8, pattern: 0.2 }
export type LikelyWeights = typeof LIKELY_WEIGHTS

/** Something an object may be: how far a product agrees with it, 0 to 1, and its probability. */
type Guess = readonly [agreement: (product: ComparableProduct) => number, chance: number]

const toGuesses = ({ cuts, colors, patterns }: LikelyMeaning) => ({
  cut: cuts.map(([ofType, chance]): Guess => [
    (product) => rateTypeAgreement(ofType, product),
    chance,
  ]),
  colour: colors.map(([families, chance]): Guess => [
    ({ colors }) => rateColorAgreement(families, colors),
    chance,
  ]),
  pattern: patterns.map(([likelyPatterns, chance]): Guess => {
    const isLikelyPattern = (pattern: string) => likelyPatterns?.has(pattern) ?? false
    return [
      (product) =>
        Number(
          likelyPatterns === null
            ? product.patterns.every((pattern) => pattern === 'plain')
            : product.patterns.some(isLikelyPattern),
        ),
      chance,
    ]
  }),
})

/** How far a product agrees with what the object probably is; added to visual similarity. */
export const rateLikelyMatch = (
  likely: LikelyMeaning,
  product: ComparableProduct,
  weights: LikelyWeights = LIKELY_WEIGHTS,
): number => {
  const { cut, colour, pattern } = toGuesses(likely)
  const computeExpectedAgreement = (guesses: readonly Guess[]) =>
    guesses.reduce((sum, [agreement, chance]) => sum + chance * agreement(product), 0)
  return (
    weights.cut * computeExpectedAgreement(cut) +
    weights.colour * computeExpectedAgreement(colour) +
    weights.pattern * computeExpectedAgreement(pattern)
  )
}
