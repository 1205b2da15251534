import { type Department, DEPARTMENTS } from '#shared/domain/department.ts'
import { toEnglishOf } from './languages/translate.ts'
import { productTags, type TaggedProduct } from './product-tags.ts'
import { METAL_COLOURS } from '#shared/vocabulary/patterns-and-materials.ts'
import { VAGUE_COLOURS, WIDER_COLOUR } from '#shared/vocabulary/colours.ts'
import {
  findPhrases,
  phrasesIn,
  type PhraseMatch,
  withinKind,
} from '#shared/vocabulary/vocabulary.ts'
import type { Description as Comparable } from '#shared/vocabulary/label-match.ts'
import { wordsOf } from '#shared/vocabulary/word-forms.ts'

/** What sources state about a product, and what its picture shows. */
export type ProductFacts = {
  title: string
  category: string | null
  kind: string | null
  colors: readonly string[] | null
  pattern: string | null
  material: string | null
  seen_kind: string | null
  seen_type: string | null
  seen_colors: readonly string[] | null
  seen_pattern: string | null
  seen_material: string | null
  /** Of all offers. */
  sizes?: readonly string[] | null | undefined
  departments?: readonly string[] | null | undefined
  /** Its beginning is enough. */
  description?: string | null | undefined
  sleeve?: string | null | undefined
  /** Its shop lists it outside fashion, and nobody wears it. */
  is_other?: boolean | undefined
}

/** The tag of what is not fashion: the finder leaves it out. */
export const NOTHING_TO_WEAR = 'thing:other'

export type Description = Comparable & {
  /** What else it can be found by: `dept:women`, `sleeves:none`, `for:office`. */
  tags: string[]
}

/** With `shoe38`, `xl`, or `?` where no size is stated. */
type SizedDescription = Description & { sizes: string[] }

/** The detector's kinds and the categories, for titles that name no kind. */
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

/** What follows describes the thing, or names another one ('dress with belt'). */
const ASIDE = /\s(?:with|for|by|from|and|over|on)\s|[,|(]/i
const DESCRIPTION_CHARS = 300
const COLOUR_TAIL = /\sin\s([^,|(]{2,40})$/i

const lastKind = (phrases: readonly PhraseMatch[]): string | undefined =>
  phrases.findLast(({ meaning }) => meaning.kind !== undefined)?.meaning.kind

const kindIn = (text: string): string | undefined => {
  const [head = ''] = text.split(ASIDE)
  const [thing = ''] = head.split(/\sin\s/i)
  return lastKind(phrasesIn(thing)) ?? lastKind(phrasesIn(text))
}

const kindOf = (facts: ProductFacts): string | null => {
  // 'Dog Coat' among pets is no coat, whatever its title says.
  if (facts.is_other) return KIND_OF_WORD['other'] ?? null
  const byWord = (word: string | null) => (word === null ? undefined : KIND_OF_WORD[word])
  return (
    kindIn(facts.title) ??
    (facts.seen_type === null ? undefined : kindIn(facts.seen_type)) ??
    byWord(facts.kind) ??
    byWord(facts.seen_kind) ??
    byWord(facts.category) ??
    null
  )
}

const familiesIn = (text: string, mayBeVague: boolean): string[] =>
  phrasesIn(text).flatMap(({ meaning }) =>
    mayBeVague || !VAGUE_COLOURS.has(meaning.name) ? (meaning.colours ?? []) : [],
  )

/** With the wider families of each, so that navy is found as blue. */
const widened = (families: readonly string[]): string[] => [
  ...new Set([...families, ...families.flatMap((family) => WIDER_COLOUR[family] ?? [])]),
]

const colorsOf = ({ title, colors, seen_colors }: ProductFacts, isJewelry: boolean): string[] => {
  const stated = (colors ?? []).flatMap((name) => familiesIn(name, true))
  if (stated.length > 0) return widened(stated)
  const tail = COLOUR_TAIL.exec(title)?.[1]
  const tailFamilies = tail === undefined ? [] : familiesIn(tail, true)
  if (tailFamilies.length > 0) return widened(tailFamilies)
  // On clothes, gold is a detail; on jewelry it is the thing.
  const named = familiesIn(title, isJewelry)
  return widened(
    named.length > 0 ? named : (seen_colors ?? []).flatMap((name) => familiesIn(name, true)),
  )
}

/** The first family that a shop's names of a colour belong to: 'Bordeaux' is burgundy. */
export const colourFamily = (colors: readonly string[]): string | null => {
  const english = toEnglishOf(colors)
  return colors.flatMap((name) => familiesIn(english(name), true))[0] ?? null
}

const SIZE_WORD = /^(?:x{0,4}[sl]|m|\dxl|size|eu|uk|us)$/

/** The words of a title without colours and letter sizes: what all variants of a thing have in common. */
export const wordsOfVariant = (title: string): string[] => {
  const words = wordsOf(toEnglishOf([title])(title))
  const isColour = new Set(
    findPhrases(words)
      .filter(({ meaning }) => meaning.colours !== undefined && meaning.kind === undefined)
      .flatMap(({ from, to }) => words.slice(from, to)),
  )
  return words.filter((word) => !isColour.has(word) && !SIZE_WORD.test(word))
}

const clothIn = (text: string, part: 'pattern' | 'material'): string[] => [
  ...new Set(phrasesIn(text).flatMap(({ meaning }) => meaning[part] ?? [])),
]

export const JEWELRY = new Set(['jewelry', 'watches'].flatMap(withinKind))

const departmentsOf = (stated: readonly string[], title: string): Department[] => {
  const statedDepartments = DEPARTMENTS.filter((department) => stated.includes(department))
  if (statedDepartments.length > 0) return statedDepartments
  const named = new Set(phrasesIn(title).flatMap(({ meaning }) => meaning.departments ?? []))
  return DEPARTMENTS.filter((department) => named.has(department))
}

/** In the vocabulary's terms. What is stated counts first. */
export const describeProduct = (given: ProductFacts): SizedDescription => {
  const english = toEnglishOf([given.title, ...(given.colors ?? []), given.material, given.pattern])
  const facts: ProductFacts = {
    ...given,
    title: english(given.title),
    colors: given.colors?.map(english) ?? null,
    pattern: given.pattern === null ? null : english(given.pattern),
    material: given.material === null ? null : english(given.material),
  }
  const [head = ''] = facts.title.split(ASIDE)
  const cloth = (part: 'pattern' | 'material', seen: string | null) => {
    const stated = clothIn(facts[part] ?? '', part)
    if (stated.includes('plain')) return stated
    const values = [...new Set([...stated, ...clothIn(head, part)])]
    return values.length > 0 ? values : clothIn(seen ?? '', part)
  }
  const kind = kindOf(facts)
  const isJewelry = kind !== null && JEWELRY.has(kind)
  const colors = colorsOf(facts, isJewelry)
  const metals = isJewelry
    ? [
        ...new Set([
          ...colors,
          ...familiesIn(facts.material ?? '', true),
          ...familiesIn(head, true),
        ]),
      ]
    : []
  const product: TaggedProduct = {
    title: facts.title,
    text: english(given.description ?? '').slice(0, DESCRIPTION_CHARS),
    sleeve: facts.sleeve ?? null,
    kind,
    colors,
    patterns: cloth('pattern', facts.seen_pattern),
    materials: [
      ...new Set([
        ...cloth('material', facts.seen_material),
        ...metals.filter((name) => Object.hasOwn(METAL_COLOURS, name)),
      ]),
    ],
    departments: departmentsOf(facts.departments ?? [], facts.title),
    sizes: facts.sizes ?? [],
    seenType: facts.seen_type,
  }
  const { patterns, materials, departments } = product
  const { tags, sizes } = productTags(product)
  return {
    kind,
    colors,
    patterns,
    materials,
    departments,
    sizes,
    tags: facts.is_other ? [...tags, NOTHING_TO_WEAR] : tags,
  }
}

const NOTHING_STATED = {
  category: null,
  kind: null,
  colors: null,
  pattern: null,
  material: null,
  seen_kind: null,
  seen_type: null,
  seen_colors: null,
  seen_pattern: null,
  seen_material: null,
}

type ItemWords = { kind: string } & Readonly<Record<string, string | null>>

/** What somebody labelled, in the vocabulary's terms. */
export const describeItem = (words: ItemWords): Comparable =>
  describeProduct({
    ...NOTHING_STATED,
    title: '',
    kind: words.kind,
    seen_type: words['type'] ?? null,
    colors: words['colour'] ? [words['colour']] : null,
    pattern: words['pattern'] === 'other' ? null : (words['pattern'] ?? null),
    material: words['material'] ?? null,
  })

/** What a title alone tells, as of a product in a web shop. */
export const describeTitle = (title: string): Comparable =>
  describeProduct({ ...NOTHING_STATED, title })
