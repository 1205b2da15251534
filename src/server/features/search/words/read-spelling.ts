import type { RelaxedWord } from '#shared/contract/product-search.ts'
import { METAL_COLORS } from '#shared/vocabulary/appearance.ts'
import { FAMOUS_NAMES, UNFILTERABLE_WORDS } from '#shared/vocabulary/ignored-words.ts'
import {
  getKindLabel,
  isKnownWord,
  listDescribingWords,
  listKindsMeant,
  listKindsWithin,
  OCCASION_LIST,
} from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { JEWELRY_KINDS, toEnglish } from '#server/features/catalog/description/index.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'
import { matchesPartOfName, matchesSeller, takeName, type Word } from './catalog-words.ts'
import { excludedBy } from './excluded-attributes.ts'
import { type FreeWords, readFreeWords } from './free-words.ts'
import { findThingAsked } from './other-thing.ts'
import { type ParsedQuery, unique } from './parsed-query.ts'
import { readConditions, type RequestedSize } from './query-conditions.ts'
import { areColorsJoined, MAX_WORDS, type Phrases, readPhrases } from './query-phrases.ts'
import { bareSizeIn, sizeOf } from './query-size.ts'

const removeMatchedWords = (text: string, words: readonly Word[]): string =>
  words
    .filter(({ isTaken }) => isTaken)
    .reduce(
      (rest, word) =>
        rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word.text}(?![\\p{L}\\p{N}])`, 'u'), ' '),
      text,
    )

type NameWords = Pick<WordsStore, 'namesWith'>

/** Brands, people and shops in a query, and its words, of which those of names are taken. */
const readNames = async (folded: string, catalog: NameWords) => {
  const typed: Word[] = splitIntoWords(folded)
    .slice(0, MAX_WORDS)
    .map((word) => ({ text: word, isTaken: false }))
  const names = await catalog.namesWith(typed.map((word) => word.text))
  const isSeller = matchesSeller(typed.length === 1)
  const [brand] = takeName(typed, names.brands, isSeller)
  const people = takeName(typed, names.people, matchesPartOfName)
  const shop =
    takeName(typed, names.shops, isSeller)[0] ?? names.shops.find(({ key }) => key === brand?.key)
  return {
    typed,
    filters: {
      brand: brand?.name ?? null,
      people: people.map(({ id, name }) => ({ id, name })),
      shop: shop ? { id: shop.id, name: shop.name } : null,
      isBrandOrShop: brand !== undefined && brand.key === shop?.key,
    },
  }
}

/** 'Gold' is a metal on jewelry and a colour on everything else. */
const metalsAndColors = (
  kind: string | undefined,
  colors: readonly string[],
  materials: readonly string[],
) => {
  const isMetal = (name: string) => Object.hasOwn(METAL_COLORS, name)
  if (kind !== undefined && JEWELRY_KINDS.has(kind))
    return {
      colors: colors.filter((color) => !isMetal(color)),
      materials: [...materials, ...colors.filter(isMetal)],
    }
  return {
    colors: unique([...colors, ...materials.flatMap((name) => METAL_COLORS[name] ?? [])]),
    materials: materials.filter((name) => !isMetal(name)),
  }
}

/** Colours, patterns, materials and cuts beside the requested thing. */
const readAttributes = (phrases: Phrases, kind: string | undefined) => {
  const { attributes, kindPhrase } = phrases
  const { colors, materials } = metalsAndColors(
    kind,
    unique(
      attributes.flatMap(({ meaning }) =>
        meaning.material === undefined ? (meaning.colors?.[0] ?? []) : [],
      ),
    ),
    unique(
      attributes.flatMap(({ meaning }) =>
        meaning.pattern === undefined ? (meaning.material ?? []) : [],
      ),
    ),
  )
  return {
    colors,
    isEveryColor: colors.length > 1 && areColorsJoined(phrases),
    patterns: unique(attributes.flatMap(({ meaning }) => meaning.pattern ?? [])),
    materials,
    traits: [
      ...attributes.flatMap(({ meaning }) => meaning.trait ?? []),
      ...(kindPhrase?.meaning.trait?.startsWith('length:') ? [kindPhrase.meaning.trait] : []),
    ],
  }
}

/** Styles that words of praise mean if nothing else is named. */
const STYLE_OF_PRAISE: Readonly<Record<string, string>> = {
  cute: 'coquette',
  sweet: 'coquette',
  pretty: 'coquette',
  lovely: 'coquette',
  adorable: 'coquette',
  sexy: 'date-night',
  sultry: 'date-night',
  classy: 'evening',
  chic: 'evening',
  cool: 'streetwear',
  edgy: 'streetwear',
}

/** Whether an occasion can say something about products of this kind. */
const suits = (occasion: string, kind: string | undefined): boolean => {
  const { weights } = OCCASION_LIST.find(({ id }) => id === occasion) ?? {}
  if (kind === undefined || !weights || weights.size === 0) return true
  return [...weights.keys()].some(
    (weighted) =>
      listKindsWithin(weighted).includes(kind) || listKindsWithin(kind).includes(weighted),
  )
}

const readOccasions = (phrases: Phrases, praise: readonly string[]): readonly string[] => {
  const named = unique(phrases.relevant.flatMap(({ meaning }) => meaning.occasion ?? []))
  if (named.length > 0) return named
  // What goes with a suit is formal.
  if (phrases.companion.some(({ meaning }) => meaning.kind === 'suits')) return ['office']
  return unique(praise.flatMap((word) => STYLE_OF_PRAISE[word] ?? []))
}

const reasonToIgnore = (word: string): string => {
  if (FAMOUS_NAMES.has(word)) return 'nothing here is of this name'
  return isKnownWord(word) ? 'shops do not list it' : 'we do not know this word'
}

const ignoredWord = (words: string, reason: string): RelaxedWord => ({
  words,
  did: `We ignored “${words}”: ${reason}.`,
})

type QueryParts = {
  phrases: Phrases
  free: FreeWords
  praise: readonly string[]
  occasions: readonly string[]
  kind: string | undefined
  size: RequestedSize | null
}

/** What of a query could not be used, or was read as something else, and why. */
const explainWords = ({
  phrases,
  free,
  praise,
  occasions,
  kind,
  size,
}: QueryParts): RelaxedWord[] => {
  const unread = phrases.unread.flatMap(({ from, to }) => phrases.words.slice(from, to)).join(' ')
  const unreadReason =
    phrases.companion.length > 0 ? 'it is what the product is to go with' : 'it describes a detail'
  const unsuitable = occasions.filter(
    (id) => !suits(id, kind) && phrases.attributes.some(({ meaning }) => meaning.occasion === id),
  )
  return [
    ...praise.map((word) => ({
      words: word,
      did: `We read “${word}” as the style “${(STYLE_OF_PRAISE[word] ?? '').replaceAll('-', ' ')}”.`,
    })),
    ...free.unused
      .filter((word) => !praise.includes(word))
      .map((word) => ignoredWord(word, reasonToIgnore(word))),
    ...(size?.leg ? [ignoredWord(`leg length ${size.leg}`, 'only the waist can be compared')] : []),
    ...(unread === '' ? [] : [ignoredWord(unread, unreadReason)]),
    ...free.denied.map((word) => ignoredWord(`without ${word}`, 'shops rarely say so')),
    ...unsuitable.map((id) =>
      ignoredWord(
        id.replaceAll('-', ' '),
        `it says little about ${getKindLabel(kind ?? '').toLowerCase()}`,
      ),
    ),
  ]
}

/** Reads a folded query as it is spelled. */
export const readSpelling = async (
  folded: string,
  catalog: NameWords & Pick<WordsStore, 'inTitles'>,
) => {
  const { typed, filters: names } = await readNames(folded, catalog)
  const conditions = readConditions(toEnglish(removeMatchedWords(folded, typed)))
  const { price, condition, isInStock, order } = conditions
  const phrases = readPhrases(conditions.rest)
  const { relevant, kindPhrase } = phrases
  const kinds = kindPhrase ? listKindsMeant(kindPhrase.meaning) : []
  const [kind] = kinds
  const departments = unique(relevant.flatMap(({ meaning }) => meaning.departments ?? []))
  const bareSize = bareSizeIn(conditions.rest, kind)
  const requestedSize = conditions.size ?? bareSize
  const sizeWords = new Set(
    bareSize && requestedSize === bareSize ? splitIntoWords(bareSize.words) : [],
  )
  const free = await readFreeWords(phrases, kind, sizeWords, catalog)
  const hasSeller = names.brand !== null || names.shop !== null
  const isNameless = !hasSeller && names.people.length === 0
  const praise =
    relevant.length === 0 && free.titleWords.length === 0 && isNameless
      ? phrases.words.filter((word) => Object.hasOwn(STYLE_OF_PRAISE, word))
      : []
  const occasions = readOccasions(phrases, praise)
  const { traits, ...attributes } = readAttributes(phrases, kind)
  // 'Maxi dress' is a length, whether or not the title has the word.
  const describingWords =
    kindPhrase && !kindPhrase.meaning.trait?.startsWith('length:')
      ? listDescribingWords(kindPhrase.meaning)
      : []
  const filters = {
    kinds,
    ...attributes,
    ...names,
    price,
    condition,
    isInStock,
    words: free.titleWords,
    narrowingWords: kindPhrase ? unique([...describingWords, ...free.narrowing]) : [],
    unreadWords: unique([
      ...(kindPhrase?.meaning.occasion === undefined ? describingWords : []),
      ...free.unreadNarrowing,
    ]),
    departments,
    size: requestedSize && sizeOf(requestedSize, kind ?? null, departments),
    traits: unique([...traits, ...free.lengths]),
    occasions: occasions.filter((occasion) => suits(occasion, kind)),
    excluded: excludedBy(phrases.negated, conditions.excludedCondition),
    order,
  }
  const hasAny = (...lists: (readonly unknown[])[]) => lists.some((list) => list.length > 0)
  // A red toaster is no red thing to wear.
  const isNamed =
    hasSeller || hasAny(filters.kinds, filters.people, filters.occasions, filters.words)
  const isSomething =
    isNamed ||
    hasAny(filters.colors, filters.patterns, filters.materials, departments, filters.traits) ||
    hasAny(...Object.values(filters.excluded).filter(Array.isArray))
  const isLimited = price !== null || condition !== null || isInStock || requestedSize !== null
  const strangeWords = free.unused.filter((word) => !UNFILTERABLE_WORDS.has(word))
  const isUnknown = !isNamed && (strangeWords.length > 0 || (!isSomething && !isLimited))
  const otherThing = hasSeller ? null : findThingAsked(folded, typed, phrases, free)
  return {
    parsed: {
      ...filters,
      ignored: explainWords({ phrases, free, praise, occasions, kind, size: requestedSize }),
      corrected: null,
      isByMeaning: false,
      nearest: [],
      unknown: otherThing ?? (isUnknown ? strangeWords.join(' ') : null),
    } satisfies ParsedQuery,
    unknownWords: free.unknown,
    isSomething,
  }
}
