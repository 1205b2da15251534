import { toEnglish } from '#server/features/catalog/description/index.ts'
import { findPhrases, type Meaning } from '#shared/vocabulary/vocabulary.ts'
import {
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import {
  type CatalogGroups,
  countProductsWith,
  listMostFrequent,
  type ProductGroup,
  selectGroups,
} from './product-groups.ts'
import { type Attributes, ENGLISH_WORDING, type Term, type Wording } from './suggestion-terms.ts'

export type Completion = {
  text: string
  /** How likely it is meant. */
  score: number
  titleWords: readonly string[]
}

/** Names of several words may be continued in the second or third one: 'ankle b'. */
const MAX_CONTINUED = 2
/** Other names of a kind, and brands, are completed from so many letters on. */
const MIN_LETTERS = 3
const KINDS_PER_MODIFIER = 3
const COLORS_PER_KIND = 4
const MODIFIERS_WITH_KINDS = 4

const LAST_WORD = /[\p{L}\p{N}'’`]+[^\p{L}\p{N}]*$/u
/** Text without its last words, as it was typed. */
const dropLastWords = (text: string, count: number): string =>
  Array.from({ length: count }).reduce<string>((rest) => rest.replace(LAST_WORD, ''), text)

const attributesOf = ({ kind, material, pattern, colors, departments }: Meaning): Attributes => ({
  ...(kind !== undefined && { kinds: listKindsWithin(kind) }),
  ...(material !== undefined && { materials: listMaterialsWithin(material) }),
  ...(pattern !== undefined && { patterns: listPatternsWithin(pattern) }),
  // 'Denim' is a blue, but it is meant as a material.
  ...(material === undefined && colors?.[0] !== undefined && { color: colors[0] }),
  ...(departments?.length === 1 && { department: departments[0] }),
})

/** The attributes that finished words name, and the brand among them. */
const readAttributes = (words: readonly string[], brandsByKey: ReadonlyMap<string, string>) => {
  const attributes: Attributes = Object.assign(
    {},
    ...findPhrases(splitIntoWords(toEnglish(words.join(' ')))).map(({ meaning }) =>
      attributesOf(meaning),
    ),
  )
  const names = words.flatMap((_, from) =>
    words.slice(from).map((__, length) => words.slice(from, from + length + 1).join(' ')),
  )
  const brand = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => brandsByKey.get(name))
    .find((name) => name !== undefined)
  return brand === undefined ? attributes : { ...attributes, brand }
}

/** Brands by their names in the form of typed words, and by the first of several words. */
export const indexBrands = ({ brands }: CatalogGroups): ReadonlyMap<string, string> => {
  const names = [...new Set(brands.map(({ brand }) => brand))]
  const keyed = names.map((name) => ({ name, words: splitIntoWords(name) }))
  return new Map([
    ...keyed.map(({ name, words }) => [words[0] ?? '', name] as const).toReversed(),
    ...keyed.map(({ name, words }) => [words.join(' '), name] as const),
  ])
}

const listTopKinds = (groups: readonly ProductGroup[]): string[] =>
  listMostFrequent(groups, ({ kind }) => [kind]).slice(0, KINDS_PER_MODIFIER)

/** A modifier with the kinds that most of its products are: 'women's' becomes 'women's boots'. */
const addKinds = (
  text: string,
  groups: readonly ProductGroup[],
  weight: number,
  { addKind }: Wording,
): Completion[] =>
  listTopKinds(groups).map((kind) => ({
    text: addKind(text, kind),
    score: weight * countProductsWith(groups, { kinds: [kind] }),
    titleWords: [],
  }))

/** Searches that begin with what was typed, whose last word may be unfinished; most likely first. */
export const completeQuery = (
  text: string,
  catalog: CatalogGroups,
  brandsByKey: ReadonlyMap<string, string>,
  wording: Wording = ENGLISH_WORDING,
): Completion[] => {
  const words = splitIntoWords(text)
  const isOpen = /[\p{L}\p{N}'’]$/u.test(text)
  const completions: Completion[] = []
  for (let continued = 0; continued <= MAX_CONTINUED; continued += 1) {
    const startAt = words.length - (isOpen ? 1 : 0) - continued
    if (startAt < 0) break
    const start = words.slice(startAt).join(' ') + (isOpen ? '' : ' ')
    if (continued > 0 || isOpen)
      completions.push(
        ...completeWord(
          dropLastWords(text, words.length - startAt),
          words.slice(0, startAt),
          start,
        ),
      )
    else completions.push(...continueQuery(text.trimEnd(), words))
  }
  return completions.toSorted((a, b) => b.score - a.score)

  /** After finished words without a kind: the kinds that most of their products are. */
  function continueQuery(head: string, headWords: readonly string[]): Completion[] {
    const attributes = readAttributes(headWords, brandsByKey)
    if (Object.keys(attributes).length === 0 || attributes.kinds) return []
    return addKinds(head, selectGroups(catalog, attributes), 1, wording)
  }

  /** `start`: the beginning of a term. */
  function completeWord(head: string, headWords: readonly string[], start: string): Completion[] {
    const attributes = readAttributes(headWords, brandsByKey)
    const groups = selectGroups(catalog, attributes)
    const isLong = start.length >= MIN_LETTERS
    const fits = ({ key, isNoun, weight }: Term) =>
      key.startsWith(start) && (isLong || weight === 1) && !(isNoun && attributes.kinds)
    const fitting = wording.terms.filter(fits).map((term) => {
      const matches = groups.filter((group) => countProductsWith([group], term.attributes) > 0)
      return { term, matches, score: term.weight * countProductsWith(matches) }
    })
    const nouns = fitting.filter(({ term, score }) => term.isNoun && score > 0)
    const modifiers = fitting
      .filter(({ term, score }) => !term.isNoun && score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MODIFIERS_WITH_KINDS)
    const isConnected = wording.connectors.has(headWords.at(-1) ?? '')
    const besideKind = ({ text: word, beside }: Term) => head + (isConnected ? word : beside)
    const exact = nouns.find(({ term }) => term.key === start && term.weight > SYNONYMS_UP_TO)
    return [
      ...nouns.map(({ term, score }) => ({
        text: head + term.text,
        score,
        titleWords: term.titleWords,
      })),
      ...modifiers.flatMap(({ term, matches, score }) =>
        attributes.kinds
          ? [{ text: besideKind(term), score, titleWords: [] }]
          : addKinds(besideKind(term), matches, term.weight, wording),
      ),
      ...(exact && attributes.color === undefined
        ? addColors(head, exact.term, exact.matches)
        : []),
      ...(isLong && attributes.brand === undefined ? completeBrands(head, start, attributes) : []),
    ]
  }

  function addColors(head: string, { text: noun }: Term, groups: readonly ProductGroup[]) {
    return listMostFrequent(groups, ({ colors }) => colors.slice(0, 1))
      .slice(0, COLORS_PER_KIND)
      .map((color) => ({
        text: head + wording.addColor(color, noun),
        score: countProductsWith(groups, { color }),
        titleWords: [],
      }))
  }

  function completeBrands(head: string, start: string, { kinds }: Attributes): Completion[] {
    const names = [...brandsByKey].filter(([key]) => key.startsWith(start)).map(([, name]) => name)
    return [...new Set(names)].flatMap((brand) => {
      const groups = selectGroups(catalog, { brand, ...(kinds && { kinds }) })
      const whole: Completion = {
        text: head + brand,
        score: countProductsWith(groups),
        titleWords: [],
      }
      return kinds ? [whole] : [whole].concat(addKinds(whole.text, groups, 1, wording))
    })
  }
}

const SYNONYMS_UP_TO = 0.5
