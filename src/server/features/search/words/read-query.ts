import { type PriceRange, readPrice } from './price-words.ts'
import { FILLER_WORDS, OCCASION_WORDS } from './vocabulary/ignored-words.ts'
import { inWords } from './vocabulary/short-forms.ts'
import {
  describingWords,
  findPhrases,
  isKnownWord,
  isMeaningful,
  kindsMeantBy,
  type Meaning,
  type PhraseMatch,
  VOCABULARY_WORDS,
} from './vocabulary/vocabulary.ts'
import { editDistance, foldText, slipsAllowed, wordsOf } from './vocabulary/word-forms.ts'

/** What a query asks for. Absent members ask for nothing. */
export type ParsedQuery = {
  /** The likeliest first. */
  kinds: readonly string[]
  colours: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  brand: string | null
  people: readonly { id: number; name: string }[]
  shop: { id: number; name: string } | null
  price: PriceRange | null
  condition: 'new' | 'refurbished' | 'used' | null
  isInStock: boolean
  /** Words of titles that are in no vocabulary, as the catalogue has them. */
  words: readonly string[]
  /** Words that tell a narrower kind: 'pencil' of 'pencil skirt', 'fedora', 'heel' of 'boots with a heel'. */
  preferred: readonly string[]
  /** Nothing in the query means anything here. */
  isUnknown: boolean
}

export type NameMatches = {
  brands: readonly { name: string; key: string }[]
  people: readonly { id: number; name: string; key: string }[]
  shops: readonly { id: number; name: string; key: string }[]
}

/** What the catalogue knows; the store asks the database. */
export type CatalogueWords = {
  /** Names of brands, people and shops that contain one of these words. */
  namesWith: (words: readonly string[]) => Promise<NameMatches>
  /** Those of the words that titles contain, in any form. */
  inTitles: (words: readonly string[]) => Promise<ReadonlySet<string>>
  /** Words of titles that look alike, or that start with it; the most frequent first. */
  alike: (word: string) => Promise<readonly string[]>
}

export const QUERY_CHARS = 100
const MAX_WORDS = 16

const CONDITIONS = [
  [/\b(?:second ?hand|pre ?owned|pre ?loved|used|thrift(?:ed)?|hand me down)\b/, 'used'],
  [/\brefurbished\b/, 'refurbished'],
  [/\b(?:brand new|new with tags?|unworn|unused)\b/, 'new'],
] as const
const STOCK = /\b(?:in stock|available(?: now)?|ready to ship)\b/
/** What follows names something else, unless it names no thing ('with stripes'). */
const ASIDE = new Set(['with', 'for', 'to', 'over', 'under', 'like', 'matching', 'without'])

type Word = { text: string; isTaken: boolean }

/** Marks the words of the longest name found in the query, and returns that name. */
const takeName = <Name extends { key: string }>(
  words: Word[],
  names: readonly Name[],
  isEnough: (matched: readonly string[], key: readonly string[]) => boolean,
): Name[] => {
  const free = new Set(words.filter(({ isTaken }) => !isTaken).map(({ text }) => text))
  const matches = names
    .map((name) => {
      const parts = name.key.split(' ').filter((part) => part !== 'and')
      return { name, parts, matched: parts.filter((part) => free.has(part)) }
    })
    .filter(({ matched, parts }) => matched.length > 0 && isEnough(matched, parts))
    .toSorted((a, b) => b.matched.length - a.matched.length || a.parts.length - b.parts.length)
  const best = matches[0]
  if (!best) return []
  for (const word of words)
    if (
      best.matched.includes(word.text) ||
      (word.text === 'and' && best.name.key.includes(' and '))
    )
      word.isTaken = true
  return matches
    .filter(({ matched }) => matched.join(' ') === best.matched.join(' '))
    .map(({ name }) => name)
}

const isWhole = (matched: readonly string[], parts: readonly string[]) =>
  matched.length === parts.length
/** Two parts of a name, or one that means nothing else. */
const isPart = (matched: readonly string[], parts: readonly string[]) =>
  isWhole(matched, parts) ||
  matched.length > 1 ||
  matched.every((part) => !isKnownWord(part) && part.length > 2)

/** The nearest known word, or null: a wild guess is worse than none. */
const correct = async (typed: string, isLast: boolean, catalogue: CatalogueWords) => {
  const allowed = slipsAllowed(typed)
  const inCatalogue = await catalogue.alike(typed)
  const completed = inCatalogue.find((word) => isLast && typed.length > 2 && word.startsWith(typed))
  if (completed !== undefined) return completed
  if (allowed === 0) return null
  const candidates = [...new Set([...VOCABULARY_WORDS, ...inCatalogue])]
    .filter((word) => Math.abs(word.length - typed.length) <= allowed)
    .map((word) => ({ word, slips: editDistance(typed, word), isSameStart: word[0] === typed[0] }))
    // 'table' is not 'cable': the first letter of a short word is rarely wrong.
    .filter(({ slips, isSameStart }) => slips <= allowed && (isSameStart || allowed > 1))
  return (
    candidates.toSorted(
      (a, b) =>
        a.slips - b.slips ||
        Number(b.isSameStart) - Number(a.isSameStart) ||
        Number(isMeaningful(b.word)) - Number(isMeaningful(a.word)),
    )[0]?.word ?? null
  )
}

/** What follows is not asked for: 'without stripes', 'not black'. */
const NEGATIONS = new Set(['not', 'no', 'non', 'without', 'except'])

const isNegated = (words: readonly string[], { from }: PhraseMatch): boolean =>
  NEGATIONS.has(words[from - 1] ?? '') ||
  (/^(?:a|an|any|in)$/.test(words[from - 1] ?? '') && NEGATIONS.has(words[from - 2] ?? ''))

/** The phrases that say what is asked for: those about another thing ('with a black suit') do not. */
const relevantPhrases = (words: readonly string[]): PhraseMatch[] => {
  const phrases = findPhrases(words)
  const asideFrom = words.findIndex((word, index) => index > 0 && ASIDE.has(word))
  if (asideFrom < 0) return phrases
  const isKind = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const main = phrases.filter(({ from }) => from < asideFrom)
  const aside = phrases.filter(({ from }) => from > asideFrom)
  return main.some(isKind) && aside.some(isKind) ? main : phrases
}

export const readQuery = async (text: string, catalogue: CatalogueWords): Promise<ParsedQuery> => {
  const folded = foldText(inWords(text.slice(0, QUERY_CHARS))).replaceAll(
    /(?<=\p{L})-(?=\p{L})/gu,
    ' ',
  )
  const { price, rest } = readPrice(folded)
  const condition = CONDITIONS.find(([pattern]) => pattern.test(rest))
  const isInStock = STOCK.test(rest)
  const left = rest.replace(condition?.[0] ?? /(?!)/, ' ').replace(STOCK, ' ')
  const words: Word[] = wordsOf(left)
    .slice(0, MAX_WORDS)
    .map((word) => ({ text: word, isTaken: false }))

  const names = await catalogue.namesWith(words.map((word) => word.text))
  const [brand] = takeName(words, names.brands, isWhole)
  const people = takeName(words, names.people, isPart)
  const [shop] = takeName(words, names.shops, isWhole)

  const free = words.filter(({ isTaken }) => !isTaken).map((word) => word.text)
  const inTitles = await catalogue.inTitles(free)
  const meant = await Promise.all(
    free.map(async (word, index) => {
      if (isKnownWord(word) || inTitles.has(word) || /^\d+$/.test(word)) return word
      return (await correct(word, index === free.length - 1, catalogue)) ?? word
    }),
  )

  const named = relevantPhrases(meant)
  const isThing = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const isUnwanted = (phrase: PhraseMatch) =>
    isNegated(meant, phrase) && named.some((one) => isThing(one) && !isNegated(meant, one))
  const phrases = named.filter((phrase) => !isUnwanted(phrase))
  const kindPhrase = phrases.findLast(({ meaning }) => meaning.kind !== undefined)
  const attributes = phrases.filter((phrase) => phrase !== kindPhrase)
  // A thing named beside the one asked for only describes it: 'dress watch', 'boots with a heel'.
  const all = findPhrases(meant)
  const beside = [
    ...attributes.filter(({ meaning }) => isOnlyThing(meaning)),
    ...all.slice(named.length).filter(isThing),
  ]
  const loose = meant.filter((word, index) => !isPartOf(all, index) && !FILLER_WORDS.has(word))
  const described = meant.filter((_, index) => isPartOf(beside, index))
  const titleWords = await catalogue.inTitles([...loose, ...described])
  const isTelling = (word: string) => titleWords.has(word) && !OCCASION_WORDS.has(word)
  const filters = {
    kinds: kindPhrase ? kindsMeantBy(kindPhrase.meaning) : [],
    colours: unique(
      attributes.flatMap(({ meaning }) =>
        meaning.material === undefined ? (meaning.colours?.[0] ?? []) : [],
      ),
    ),
    patterns: unique(attributes.flatMap(({ meaning }) => meaning.pattern ?? [])),
    materials: unique(
      attributes.flatMap(({ meaning }) =>
        meaning.pattern === undefined ? (meaning.material ?? []) : [],
      ),
    ),
    brand: brand?.name ?? null,
    people: people.map(({ id, name }) => ({ id, name })),
    shop: shop ? { id: shop.id, name: shop.name } : null,
    price,
    condition: condition?.[1] ?? null,
    isInStock,
    // Whom or what a thing is for filters only if nothing else does: shops rarely say it.
    words: loose.filter((word) => (phrases.length === 0 ? titleWords.has(word) : isTelling(word))),
    preferred: kindPhrase
      ? [...describingWords(kindPhrase.meaning), ...described.filter(isTelling)]
      : [],
  }
  const isSomething =
    [
      filters.kinds,
      filters.colours,
      filters.patterns,
      filters.materials,
      filters.words,
      filters.people,
    ].some((list) => list.length > 0) ||
    filters.brand !== null ||
    filters.shop !== null
  const isLimited = price !== null || filters.condition !== null || isInStock
  const hasUnknown = loose.some((word) => !titleWords.has(word) && !isKnownWord(word))
  return { ...filters, isUnknown: !isSomething && (hasUnknown || !isLimited) }
}

const isOnlyThing = ({ colours, pattern, material }: Meaning): boolean =>
  !colours && !pattern && !material

const isPartOf = (phrases: readonly PhraseMatch[], index: number): boolean =>
  phrases.some(({ from, to }) => index >= from && index < to)

const unique = (values: readonly string[]): string[] => [...new Set(values)]
