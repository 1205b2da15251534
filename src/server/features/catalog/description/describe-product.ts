import { type Department, DEPARTMENTS } from '#shared/domain/department.ts'
import { METAL_COLORS, VAGUE_COLORS, WIDER_COLOR } from '#shared/vocabulary/appearance.ts'
import type { ComparableProduct, ProductAppearance } from '#shared/vocabulary/label-match.ts'
import {
  findPhrases,
  type PhraseMatch,
  findPhrasesInText,
  getObjectKind,
  listKindsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { toEnglishOf } from './languages/translate.ts'
import { computeProductTags } from './product-tags.ts'

/** What sources state about a product, and what was seen in its picture. */
export type SourceFacts = {
  title: string
  category?: string | null
  kind?: string | null
  /** A kind of the vocabulary. */
  type?: string | null
  colors?: readonly string[] | null
  pattern?: string | null
  material?: string | null
  seen_kind?: string | null
  seen_type?: string | null
  seen_colors?: readonly string[] | null
  seen_pattern?: string | null
  seen_material?: string | null
  sizes?: readonly string[] | null | undefined
  departments?: readonly string[] | null | undefined
  /** Only its beginning is used. */
  description?: string | null | undefined
  sleeve?: string | null | undefined
  /** Whether its shop lists it outside fashion and nobody wears it. */
  is_other?: boolean | undefined
  /** Whether it cost more before; null if that is unknown. */
  is_reduced?: boolean | null | undefined
}

/** Marks products that are not fashion, which the finder leaves out. */
export const NOT_FASHION_TAG = 'thing:other'

/** What is known of an earlier price; of most products nothing is. */
export const SALE_TAGS = { reduced: 'sale:yes', notReduced: 'sale:no' } as const

const listSaleTags = ({ is_reduced }: SourceFacts): string[] => {
  if (typeof is_reduced !== 'boolean') return []
  return [is_reduced ? SALE_TAGS.reduced : SALE_TAGS.notReduced]
}

export type ProductDescription = ComparableProduct & {
  /** Further search terms: `dept:women`, `sleeves:none`, `for:office`. */
  tags: string[]
}

/** Sizes such as `shoe38` or `xl`; `?` if none is stated. */
type SizedDescription = ProductDescription & {
  sizes: string[]
  sources: NonNullable<ComparableProduct['sources']>
}

/** Kinds of the detector's labels and of categories, for titles that name no kind. */
const KIND_OF_WORD: Readonly<Record<string, string>> = {
  top: 'tops',
  outerwear: 'outerwear',
  dress: 'dresses',
  pants: 'trousers',
  skirt: 'skirts',
  shorts: 'shorts',
  legwear: 'legwear',
  footwear: 'footwear',
  bag: 'bags',
  bags: 'bags',
  hat: 'hats',
  eyewear: 'eyewear',
  belt: 'belts',
  scarf: 'scarves',
  tie: 'ties',
  gloves: 'gloves',
  jewelry: 'jewelry',
  watch: 'watches',
  clothing: 'clothing',
  accessories: 'accessories',
  other: 'other',
}

/** What follows describes the product or names another one ('dress with belt'). */
const ASIDE_START = /\s(?:with|for|by|from|and|over|on)\s|[,|(]/i
const DESCRIPTION_CHARS = 300
const COLOR_TAIL = /\sin\s([^,|(]{2,40})$/i

const findLastKind = (phrases: readonly PhraseMatch[]): string | undefined =>
  phrases.findLast(({ meaning }) => meaning.kind !== undefined)?.meaning.kind

const findKindIn = (text: string): string | undefined => {
  const [head = ''] = text.split(ASIDE_START)
  const [thing = ''] = head.split(/\sin\s/i)
  return findLastKind(findPhrasesInText(thing)) ?? findLastKind(findPhrasesInText(text))
}

/** The kind that a text in any language names. */
export const findKindInText = (text: string): string | null =>
  findKindIn(toEnglishOf([text])(text)) ?? null

/** A title names things more precisely than its shop's category, unless it names something else. */
const chooseReliableKind = (inTitle: string | undefined, type: string | null | undefined) => {
  if (inTitle === undefined || !type) return inTitle ?? type ?? undefined
  if (listKindsWithin(inTitle).includes(type)) return type
  return getObjectKind(inTitle) === getObjectKind(type) ? inTitle : type
}

const chooseKind = (facts: SourceFacts): string | null => {
  // A 'Dog Coat' in the pet department is not a coat, whatever its title says.
  if (facts.is_other) return KIND_OF_WORD['other'] ?? null
  const findKindOfWord = (word: string | null | undefined) => KIND_OF_WORD[word ?? '']
  return (
    chooseReliableKind(findKindIn(facts.title), facts.type) ??
    findKindIn(facts.seen_type ?? '') ??
    findKindOfWord(facts.kind) ??
    findKindOfWord(facts.seen_kind) ??
    findKindOfWord(facts.category) ??
    null
  )
}

const findColorFamilies = (text: string, mayBeVague: boolean): string[] =>
  findPhrasesInText(text).flatMap(({ meaning }) =>
    mayBeVague || !VAGUE_COLORS.has(meaning.name) ? (meaning.colors ?? []) : [],
  )

/** Adds wider families, so that navy is found as blue. */
const withWiderFamilies = (families: readonly string[]): string[] => [
  ...new Set([...families, ...families.flatMap((family) => WIDER_COLOR[family] ?? [])]),
]

const chooseColors = (
  { title, colors, seen_colors }: SourceFacts,
  isJewelry: boolean,
): string[] => {
  const statedFamilies = (colors ?? []).flatMap((name) => findColorFamilies(name, true))
  if (statedFamilies.length > 0) return withWiderFamilies(statedFamilies)
  const tail = COLOR_TAIL.exec(title)?.[1]
  const tailFamilies = tail === undefined ? [] : findColorFamilies(tail, true)
  if (tailFamilies.length > 0) return withWiderFamilies(tailFamilies)
  // On clothes gold is a detail, on jewelry it is the main colour.
  const titleFamilies = findColorFamilies(title, isJewelry)
  return withWiderFamilies(
    titleFamilies.length > 0
      ? titleFamilies
      : (seen_colors ?? []).flatMap((name) => findColorFamilies(name, true)),
  )
}

/** The colour family of a shop's names for a colour: burgundy for 'Bordeaux'. */
export const findColorFamily = (colors: readonly string[]): string | null => {
  const english = toEnglishOf(colors)
  return colors.flatMap((name) => findColorFamilies(english(name), true))[0] ?? null
}

const SIZE_WORD = /^(?:x{0,4}[sl]|m|\dxl|size|eu|uk|us)$/

/** The words of a title that all variants share: without colours and letter sizes. */
export const listVariantWords = (title: string): string[] => {
  const words = splitIntoWords(toEnglishOf([title])(title))
  const colorWords = new Set(
    findPhrases(words)
      .filter(({ meaning }) => meaning.colors !== undefined && meaning.kind === undefined)
      .flatMap(({ from, to }) => words.slice(from, to)),
  )
  return words.filter((word) => !colorWords.has(word) && !SIZE_WORD.test(word))
}

const findAttributes = (text: string, part: 'pattern' | 'material'): string[] => [
  ...new Set(findPhrasesInText(text).flatMap(({ meaning }) => meaning[part] ?? [])),
]

export const JEWELRY_KINDS = new Set(['jewelry', 'watches'].flatMap(listKindsWithin))

const chooseDepartments = (stated: readonly string[], title: string): Department[] => {
  const statedDepartments = DEPARTMENTS.filter((department) => stated.includes(department))
  if (statedDepartments.length > 0) return statedDepartments
  const titleDepartments = new Set(
    findPhrasesInText(title).flatMap(({ meaning }) => meaning.departments ?? []),
  )
  return DEPARTMENTS.filter((department) => titleDepartments.has(department))
}

/** `facts` are in English. */
const describeAppearance = (facts: SourceFacts): ProductAppearance => {
  const [head = ''] = facts.title.split(ASIDE_START)
  const chooseAttribute = (part: 'pattern' | 'material', seen: string | null | undefined) => {
    const statedValues = findAttributes(facts[part] ?? '', part)
    if (statedValues.includes('plain')) return statedValues
    const values = [...new Set([...statedValues, ...findAttributes(head, part)])]
    return values.length > 0 ? values : findAttributes(seen ?? '', part)
  }
  const kind = chooseKind(facts)
  const isJewelry = kind !== null && JEWELRY_KINDS.has(kind)
  const colors = chooseColors(facts, isJewelry)
  const metals = isJewelry
    ? [
        ...new Set([
          ...colors,
          ...findColorFamilies(facts.material ?? '', true),
          ...findColorFamilies(head, true),
        ]),
      ]
    : []
  return {
    kind,
    colors,
    patterns: chooseAttribute('pattern', facts.seen_pattern),
    materials: [
      ...new Set([
        ...chooseAttribute('material', facts.seen_material),
        ...metals.filter((name) => Object.hasOwn(METAL_COLORS, name)),
      ]),
    ],
  }
}

const NOTHING_SEEN = {
  seen_kind: null,
  seen_type: null,
  seen_colors: null,
  seen_pattern: null,
  seen_material: null,
} satisfies Partial<SourceFacts>

/** Describes a product in terms of the vocabulary. Stated facts take precedence over seen ones. */
export const describeProduct = (stated: SourceFacts): SizedDescription => {
  const english = toEnglishOf([
    stated.title,
    ...(stated.colors ?? []),
    stated.material,
    stated.pattern,
  ])
  const facts: SourceFacts = {
    ...stated,
    title: english(stated.title),
    colors: stated.colors?.map(english) ?? null,
    pattern: english(stated.pattern ?? ''),
    material: english(stated.material ?? ''),
  }
  const appearance = describeAppearance(facts)
  const departments = chooseDepartments(facts.departments ?? [], facts.title)
  const { tags, sizes } = computeProductTags({
    ...appearance,
    departments,
    title: facts.title,
    text: english(stated.description ?? '').slice(0, DESCRIPTION_CHARS),
    sleeve: facts.sleeve ?? null,
    sizes: facts.sizes ?? [],
    seenType: facts.seen_type ?? null,
  })
  return {
    ...appearance,
    departments,
    sizes,
    tags: [...tags, ...listSaleTags(stated), ...(stated.is_other ? [NOT_FASHION_TAG] : [])],
    sources: {
      title: describeAppearance({ title: facts.title }),
      stated: describeAppearance({ ...facts, ...NOTHING_SEEN }),
    },
  }
}

type ItemWords = { kind: string } & Readonly<Record<string, string | null>>

export const describeItem = (words: ItemWords): ComparableProduct =>
  describeProduct({
    title: '',
    kind: words.kind,
    seen_type: words['type'] ?? null,
    colors: words['colour'] ? [words['colour']] : null,
    pattern: words['pattern'] === 'other' ? null : (words['pattern'] ?? null),
    material: words['material'] ?? null,
  })

export const describeTitle = (title: string): ComparableProduct => describeProduct({ title })
