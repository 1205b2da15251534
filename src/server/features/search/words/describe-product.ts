import { VAGUE_COLOURS, WIDER_COLOUR } from './vocabulary/colours.ts'
import { findPhrases, type PhraseMatch } from './vocabulary/vocabulary.ts'
import { wordsOf } from './vocabulary/word-forms.ts'

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
}

export type Description = {
  kind: string | null
  colors: string[]
  patterns: string[]
  materials: string[]
}

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
const COLOUR_TAIL = /\sin\s([^,|(]{2,40})$/i

const lastKind = (phrases: readonly PhraseMatch[]): string | undefined =>
  phrases.findLast(({ meaning }) => meaning.kind !== undefined)?.meaning.kind

const kindIn = (text: string): string | undefined => {
  const [head = ''] = text.split(ASIDE)
  const [thing = ''] = head.split(/\sin\s/i)
  return lastKind(findPhrases(wordsOf(thing))) ?? lastKind(findPhrases(wordsOf(text)))
}

const kindOf = (facts: ProductFacts): string | null => {
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
  findPhrases(wordsOf(text)).flatMap(({ meaning }) =>
    mayBeVague || !VAGUE_COLOURS.has(meaning.name) ? (meaning.colours ?? []) : [],
  )

/** With the wider families of each, so that navy is found as blue. */
const widened = (families: readonly string[]): string[] => [
  ...new Set([...families, ...families.flatMap((family) => WIDER_COLOUR[family] ?? [])]),
]

const colorsOf = ({ title, colors, seen_colors }: ProductFacts): string[] => {
  const stated = (colors ?? []).flatMap((name) => familiesIn(name, true))
  if (stated.length > 0) return widened(stated)
  const tail = COLOUR_TAIL.exec(title)?.[1]
  const tailFamilies = tail === undefined ? [] : familiesIn(tail, true)
  if (tailFamilies.length > 0) return widened(tailFamilies)
  const named = familiesIn(title, false)
  return widened(
    named.length > 0 ? named : (seen_colors ?? []).flatMap((name) => familiesIn(name, true)),
  )
}

const clothIn = (text: string, part: 'pattern' | 'material'): string[] => [
  ...new Set(findPhrases(wordsOf(text)).flatMap(({ meaning }) => meaning[part] ?? [])),
]

/** Kind, colours, patterns and materials in the vocabulary's terms. What is stated counts first. */
export const describeProduct = (facts: ProductFacts): Description => {
  const [head = ''] = facts.title.split(ASIDE)
  const cloth = (part: 'pattern' | 'material', seen: string | null) => {
    const stated = clothIn(facts[part] ?? '', part)
    if (stated.includes('plain')) return stated
    const values = [...new Set([...stated, ...clothIn(head, part)])]
    return values.length > 0 ? values : clothIn(seen ?? '', part)
  }
  return {
    kind: kindOf(facts),
    colors: colorsOf(facts),
    patterns: cloth('pattern', facts.seen_pattern),
    materials: cloth('material', facts.seen_material),
  }
}
