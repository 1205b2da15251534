import type { RelaxedWord } from '#shared/contract/product-search.ts'
import type { Department } from '#shared/domain/department.ts'
import { METAL_COLORS } from '#shared/vocabulary/appearance.ts'
import {
  FAMOUS_NAMES,
  FILLER_WORDS,
  SPELLING_SLIPS,
  UNFILTERABLE_WORDS,
} from '#shared/vocabulary/ignored-words.ts'
import { LENGTH_WORDS } from '#shared/vocabulary/occasions-and-traits.ts'
import {
  listDescribingWords,
  findPhrases,
  isKnownWord,
  getKindLabel,
  listKindsMeant,
  type Meaning,
  OCCASION_LIST,
  type PhraseMatch,
  listKindsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import { expandShortForms, foldText, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import {
  completeWord,
  correctWord,
  matchesPartOfName,
  matchesSeller,
  takeName,
  type Word,
} from './catalog-words.ts'
import { isEverydayWord } from './everyday-words.ts'
import { findThingAsked } from './other-thing.ts'
import { JEWELRY_KINDS } from '#server/features/catalog/description/index.ts'
import { toEnglish } from '#server/features/catalog/description/index.ts'
import {
  isNegated,
  isPlausibleSize,
  negatedPhrases,
  readBareSize,
  readConditions,
  type RequestedSize,
  type TypedPrice,
} from './query-conditions.ts'
import {
  listNearSizeTokens,
  computeSizeTokens,
} from '#server/features/catalog/description/index.ts'
import type { SearchRules } from '#server/features/search/rules/search-rules.service.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'

/** What a query asks for. Empty members ask for nothing. */
export type ParsedQuery = {
  /** Most likely first. */
  kinds: readonly string[]
  colors: readonly string[]
  /** 'Black and white' is both. */
  isEveryColor: boolean
  patterns: readonly string[]
  materials: readonly string[]
  brand: string | null
  people: readonly { id: number; name: string }[]
  shop: { id: number; name: string } | null
  /** Whether the brand and the shop have the same name, so that either is meant. */
  isBrandOrShop: boolean
  price: TypedPrice | null
  condition: 'new' | 'refurbished' | 'used' | null
  isInStock: boolean
  /** Words that only titles of the catalogue contain, not the vocabulary. */
  words: readonly string[]
  /** Words of a narrower kind: 'pencil' in 'pencil skirt', 'fedora', 'heel' in 'boots with a heel'. */
  narrowingWords: readonly string[]
  /** Those of them that say nothing else: 'pencil', but not 'cocktail', which is an occasion. */
  unreadWords: readonly string[]
  departments: readonly Department[]
  size: { words: string; exact: readonly string[]; near: readonly string[] } | null
  /** Cuts such as `sleeves:none`. */
  traits: readonly string[]
  occasions: readonly string[]
  excluded: ExcludedAttributes
  /** 'Cheap' asks for an order, not for a price. */
  order: 'price' | 'price-desc' | null
  /** Words that could not be used, with an explanation for each. */
  ignored: readonly RelaxedWord[]
  /** The query as it was read, if words were corrected. */
  corrected: string | null
  /** Whether only words to which the operator gave a meaning were replaced. */
  isByMeaning: boolean
  /** Queries that may be meant instead: other spellings, or fewer words. */
  nearest: readonly string[]
  /** Words that nothing here is called, if the query names nothing else. */
  unknown: string | null
}

type ExcludedAttributes = {
  kinds: readonly string[]
  colors: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  traits: readonly string[]
  condition: 'used' | 'new' | 'refurbished' | null
}

export type CatalogWords = Pick<WordsStore, 'namesWith' | 'inTitles' | 'similarWords'> & {
  rules: () => Promise<Pick<SearchRules, 'replaceWords' | 'knownWords'>>
}

const QUERY_CHARS = 100
/** Some characters and short forms become many letters. */
const FOLDED_CHARS = 2 * QUERY_CHARS
const MAX_WORDS = 16
/** What follows is about something else, unless it names no product ('with stripes'). */
const ASIDE_WORDS = new Set(['with', 'for', 'to', 'over', 'under', 'like', 'matching', 'without'])

/** After a thing, these begin a clause about something else: 'gloves I can use my phone with'. */
const CLAUSE_WORDS = new Set([
  'i',
  'you',
  'that',
  'which',
  'who',
  'where',
  'when',
  'so',
  'because',
  'if',
])

const COMPANION_VERBS = new Set(['go', 'goes', 'going', 'wear', 'worn', 'pair', 'paired', 'match'])
/** Whether the aside names what the product goes with ('shoes to go with a suit'), not a part of it. */
const isAboutCompanion = (words: readonly string[], asideFrom: number): boolean =>
  words[asideFrom] !== 'with' || words.slice(0, asideFrom).some((word) => COMPANION_VERBS.has(word))

/** Leaves out phrases about another product ('with a black suit'). */
const relevantPhrases = (phrases: readonly PhraseMatch[], asideFrom: number) => {
  if (asideFrom < 0) return phrases
  const isKind = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const main = phrases.filter(({ from }) => from < asideFrom)
  const aside = phrases.filter(({ from }) => from > asideFrom)
  if (!main.some(isKind) || !aside.some(isKind)) return phrases
  // Occasion, department and cut still count there.
  return phrases.filter(
    (phrase) =>
      main.includes(phrase) ||
      phrase.from === asideFrom ||
      phrase.meaning.departments !== undefined ||
      (phrase.meaning.occasion !== undefined && !isKind(phrase)) ||
      phrase.meaning.trait !== undefined,
  )
}

const UNSIZED_KINDS = new Set(
  ['bags', 'jewelry', 'eyewear', 'watches', 'legwear', 'scarves', 'ties', 'other'].flatMap(
    listKindsWithin,
  ),
)
const UNIT_AFTER_NUMBER = /^\s*(?:denier|mm|inch|pack|piece|k\b|ct\b|%)/

const KINDS_WITH_LENGTHS = new Set(['dresses', 'skirts'].flatMap(listKindsWithin))
/** Every kind of print, for queries that exclude prints. Ribs and quilting are not prints. */
const PRINT_PATTERNS = ['striped', 'checked', 'zigzag', 'printed'].flatMap(listPatternsWithin)
const PRINT_WORDS = new Set(['pattern', 'patterns', 'patterned', 'print', 'prints', 'printed'])

const removeMatchedWords = (text: string, words: readonly Word[]): string =>
  words
    .filter(({ isTaken }) => isTaken)
    .reduce(
      (rest, word) =>
        rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word.text}(?![\\p{L}\\p{N}])`, 'u'), ' '),
      text,
    )

const sizeOf = (
  requested: RequestedSize,
  kind: string | null,
  departments: readonly Department[],
) => {
  const exact = unique(computeSizeTokens(requested.size, { kind, departments }))
  // American sizes differ by half a size between brands.
  const areHalvesClose = requested.size.system === 'us'
  const near = listNearSizeTokens(exact).filter(
    (token) => areHalvesClose || !token.startsWith('shoe'),
  )
  return { words: requested.words, exact, near }
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

type Phrases = ReturnType<typeof readPhrases>

const isThing = ({ meaning }: PhraseMatch) => meaning.kind !== undefined

/** The words of a query, and the phrases of the vocabulary in them by their role. */
const readPhrases = (text: string) => {
  const words = splitIntoWords(text).slice(0, MAX_WORDS)
  const all = findPhrases(words)
  const negated = negatedPhrases(words, all)
  const wanted = all.filter((phrase) => !negated.has(phrase))
  const firstThing = wanted.find(isThing)?.to ?? Infinity
  const asideFrom = words.findIndex(
    (word, index) =>
      (index > 0 && ASIDE_WORDS.has(word)) || (index >= firstThing && CLAUSE_WORDS.has(word)),
  )
  const relevant = relevantPhrases(wanted, asideFrom)
  const aside = wanted.filter((phrase) => !relevant.includes(phrase))
  const companion = isAboutCompanion(words, asideFrom) ? aside : []
  const isMain = ({ from }: PhraseMatch) => asideFrom < 0 || from < asideFrom
  // In 'boots with a heel', the heel is no product.
  const lastThing =
    relevant.findLast((phrase) => isThing(phrase) && isMain(phrase)) ?? relevant.findLast(isThing)
  // 'Turtle neck sweater' is a turtleneck: its noun says nothing more.
  const kindPhrase =
    relevant.find(
      (phrase) => lastThing && phrase.to === lastThing.from && isWithin(phrase, lastThing),
    ) ?? lastThing
  const attributes = relevant.filter((phrase) => phrase !== kindPhrase && phrase !== lastThing)
  // Another thing beside the requested one only describes it: 'dress watch', 'boots with a heel'.
  const describing = [
    ...attributes.filter(({ meaning }) => isOnlyThing(meaning)),
    ...aside.filter((phrase) => isThing(phrase) && !companion.includes(phrase)),
  ]
  const unread = aside.filter((phrase) => !describing.includes(phrase))
  const isClause = asideFrom >= firstThing && CLAUSE_WORDS.has(words[asideFrom] ?? '')
  return {
    words,
    all,
    negated,
    relevant,
    kindPhrase,
    attributes,
    describing,
    companion,
    unread,
    /** Its words say what the product is to do, which no title says. */
    clauseFrom: isClause ? asideFrom : Infinity,
  }
}

/** Whether two colours stand on both sides of 'and'. */
const areColorsJoined = ({ words, attributes }: Phrases): boolean => {
  const colored = attributes.filter(({ meaning }) => meaning.colors && !meaning.material)
  return colored.some(
    ({ from }, index) => words[from - 1] === 'and' && colored[index - 1]?.to === from - 1,
  )
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

/** Words outside of phrases: lengths, words of titles, and words that mean nothing here. */
const readFreeWords = async (
  { words, all, relevant, describing, clauseFrom }: Phrases,
  kind: string | undefined,
  sizeWords: ReadonlySet<string>,
  catalog: CatalogWords,
) => {
  const isFree = (index: number) =>
    !isPartOf(all, index) &&
    !FILLER_WORDS.has(words[index] ?? '') &&
    !sizeWords.has(words[index] ?? '')
  const isDenied = (index: number) => isNegated(words, index)
  const lengthOf = (index: number) =>
    kind !== undefined && KINDS_WITH_LENGTHS.has(kind) && !isPartOf(all, index)
      ? LENGTH_WORDS[words[index] ?? '']
      : undefined
  const requested = words.filter(
    (_, index) => isFree(index) && !isDenied(index) && lengthOf(index) === undefined,
  )
  const narrowing = words.filter((_, index) => isPartOf(describing, index))
  const readOtherwise = describing.filter(({ meaning }) => meaning.trait ?? meaning.occasion)
  const unreadNarrowing = words.filter(
    (_, index) => isPartOf(describing, index) && !isPartOf(readOtherwise, index),
  )
  const inTitles = await catalog.inTitles([...requested, ...narrowing])
  const isTelling = (word: string) => inTitles.has(word) && !UNFILTERABLE_WORDS.has(word)
  const titleWords = requested.filter(
    (word) =>
      words.indexOf(word) < clauseFrom &&
      (relevant.length > 0 ? isTelling(word) : inTitles.has(word)),
  )
  return {
    titleWords,
    narrowing: narrowing.filter(isTelling),
    unreadNarrowing: unreadNarrowing.filter(isTelling),
    lengths: words.flatMap((_, index) => (isDenied(index) ? [] : (lengthOf(index) ?? []))),
    denied: words.filter((_, index) => isFree(index) && isDenied(index)),
    unused: [
      ...requested.filter((word) => !titleWords.includes(word) && !/^\p{L}$/u.test(word)),
      ...unreadNarrowing.filter((word) => !isTelling(word) && !FILLER_WORDS.has(word)),
    ],
    /** They may be misspelt. */
    unknown: unique(
      requested.filter(
        (word) =>
          !inTitles.has(word) &&
          !isKnownWord(word) &&
          !FAMOUS_NAMES.has(word) &&
          /^\p{L}{2,}$/u.test(word),
      ),
    ),
  }
}

/** A number or letter without explanation is a size if the requested kind has sizes. */
const bareSizeIn = (text: string, kind: string | undefined): RequestedSize | null => {
  const bare = readBareSize(text)
  if (!bare || kind === undefined || UNSIZED_KINDS.has(kind)) return null
  const after = bare.rest.slice(text.indexOf(bare.requested.words))
  return isPlausibleSize(bare.requested) && !UNIT_AFTER_NUMBER.test(after) ? bare.requested : null
}

const excludedBy = (
  negated: Phrases['negated'],
  condition: ExcludedAttributes['condition'],
): ExcludedAttributes => {
  const meanings = Array.from(negated, ({ meaning }) => meaning)
  return {
    kinds: unique(meanings.flatMap((meaning) => (meaning.kind ? listKindsMeant(meaning) : []))),
    colors: unique(
      meanings.flatMap(({ material, colors }) =>
        material === undefined ? (colors?.[0] ?? []) : [],
      ),
    ),
    patterns: unique(
      meanings.flatMap(({ name, pattern }) =>
        PRINT_WORDS.has(name) ? PRINT_PATTERNS : (pattern ?? []),
      ),
    ),
    materials: unique(meanings.flatMap(({ material }) => material ?? [])),
    traits: unique(meanings.flatMap(({ trait }) => trait ?? [])),
    condition,
  }
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

/** Reads a folded query as it is spelled. */
const readSpelling = async (folded: string, catalog: CatalogWords) => {
  const typed: Word[] = splitIntoWords(folded)
    .slice(0, MAX_WORDS)
    .map((word) => ({ text: word, isTaken: false }))
  const names = await catalog.namesWith(typed.map((word) => word.text))
  const isSeller = matchesSeller(typed.length === 1)
  const [brand] = takeName(typed, names.brands, isSeller)
  const people = takeName(typed, names.people, matchesPartOfName)
  const shop =
    takeName(typed, names.shops, isSeller)[0] ?? names.shops.find(({ key }) => key === brand?.key)

  const conditions = readConditions(toEnglish(removeMatchedWords(folded, typed)))
  const { price, condition, isInStock, order } = conditions
  const phrases = readPhrases(conditions.rest)
  const { relevant, kindPhrase, attributes } = phrases
  const kinds = kindPhrase ? listKindsMeant(kindPhrase.meaning) : []
  const [kind] = kinds
  const departments = unique(relevant.flatMap(({ meaning }) => meaning.departments ?? []))
  const bareSize = bareSizeIn(conditions.rest, kind)
  const requestedSize = conditions.size ?? bareSize
  const size = requestedSize && sizeOf(requestedSize, kind ?? null, departments)
  const sizeWords = new Set(
    bareSize && requestedSize === bareSize ? splitIntoWords(bareSize.words) : [],
  )
  const free = await readFreeWords(phrases, kind, sizeWords, catalog)
  const named = unique(relevant.flatMap(({ meaning }) => meaning.occasion ?? []))
  // What goes with a suit is formal.
  const isForSuit = phrases.companion.some(({ meaning }) => meaning.kind === 'suits')
  const isOfPraise =
    relevant.length === 0 && free.titleWords.length === 0 && !brand && !shop && people.length === 0
  const praise = isOfPraise
    ? phrases.words.filter((word) => Object.hasOwn(STYLE_OF_PRAISE, word))
    : []
  const occasions =
    named.length > 0
      ? named
      : isForSuit
        ? ['office']
        : unique(praise.flatMap((word) => STYLE_OF_PRAISE[word] ?? []))
  const unread = phrases.unread.flatMap(({ from, to }) => phrases.words.slice(from, to)).join(' ')
  const unreadReason =
    phrases.companion.length > 0 ? 'it is what the product is to go with' : 'it describes a detail'
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
  // 'Maxi dress' is a length, whether or not the title has the word.
  const describingWords =
    kindPhrase && !kindPhrase.meaning.trait?.startsWith('length:')
      ? listDescribingWords(kindPhrase.meaning)
      : []
  const filters = {
    kinds,
    colors,
    isEveryColor: colors.length > 1 && areColorsJoined(phrases),
    patterns: unique(attributes.flatMap(({ meaning }) => meaning.pattern ?? [])),
    materials,
    brand: brand?.name ?? null,
    people: people.map(({ id, name }) => ({ id, name })),
    shop: shop ? { id: shop.id, name: shop.name } : null,
    isBrandOrShop: brand !== undefined && brand.key === shop?.key,
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
    size,
    traits: unique([
      ...attributes.flatMap(({ meaning }) => meaning.trait ?? []),
      ...(kindPhrase?.meaning.trait?.startsWith('length:') ? [kindPhrase.meaning.trait] : []),
      ...free.lengths,
    ]),
    occasions: occasions.filter((occasion) => suits(occasion, kind)),
    excluded: excludedBy(phrases.negated, conditions.excludedCondition),
    order,
  }
  const isSomething =
    [
      filters.kinds,
      filters.colors,
      filters.patterns,
      filters.materials,
      filters.words,
      filters.people,
      filters.departments,
      filters.occasions,
      filters.traits,
      ...Object.values(filters.excluded).filter(Array.isArray),
    ].some((list) => list.length > 0) ||
    filters.brand !== null ||
    filters.shop !== null
  const isLimited = price !== null || condition !== null || isInStock || size !== null
  // A red toaster is no red thing to wear.
  const isNamed =
    [filters.kinds, filters.people, filters.occasions, filters.words].some(
      (list) => list.length > 0,
    ) ||
    filters.brand !== null ||
    filters.shop !== null
  const strangeWords = free.unused.filter((word) => !UNFILTERABLE_WORDS.has(word))
  const unsuitable = occasions.filter(
    (id) => !suits(id, kind) && attributes.some(({ meaning }) => meaning.occasion === id),
  )
  const ignored = [
    ...praise.map((word) => ({
      words: word,
      did: `We read “${word}” as the style “${(STYLE_OF_PRAISE[word] ?? '').replaceAll('-', ' ')}”.`,
    })),
    ...free.unused
      .filter((word) => !praise.includes(word))
      .map((word) => ignoredWord(word, reasonToIgnore(word))),
    ...(requestedSize?.leg
      ? [ignoredWord(`leg length ${requestedSize.leg}`, 'only the waist can be compared')]
      : []),
    ...(unread === '' ? [] : [ignoredWord(unread, unreadReason)]),
    ...free.denied.map((word) => ignoredWord(`without ${word}`, 'shops rarely say so')),
    ...unsuitable.map((id) =>
      ignoredWord(
        id.replaceAll('-', ' '),
        `it says little about ${getKindLabel(kind ?? '').toLowerCase()}`,
      ),
    ),
  ]
  const isUnknown = isNamed ? false : strangeWords.length > 0 || (!isSomething && !isLimited)
  const otherThing = brand || shop ? null : findThingAsked(folded, typed, phrases, free)
  return {
    parsed: {
      ...filters,
      ignored,
      corrected: null,
      isByMeaning: false,
      nearest: [],
      unknown: otherThing ?? (isUnknown ? strangeWords.join(' ') : null),
    },
    unknownWords: free.unknown,
    isSomething,
  }
}

const replaceWords = (text: string, replacements: ReadonlyMap<string, string>): string =>
  text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => replacements.get(word) ?? word)

const MAX_NEAREST = 3

/** Whether a query is to be corrected, searched as it is spelled, or still being typed. */
export type QuerySpelling = 'corrected' | 'exact' | 'unfinished'

/**
 * What a query asks for. Words that nobody knows are corrected, unless they exist in one of our languages.
 */
export const readQuery = async (
  text: string,
  catalog: CatalogWords,
  mode: QuerySpelling = 'corrected',
): Promise<ParsedQuery> => {
  const typedText = foldText(expandShortForms(text.slice(0, QUERY_CHARS))).slice(0, FOLDED_CHARS)
  const { replaceWords: replaceOwnWords, knownWords } = await catalog.rules()
  const folded = mode === 'exact' ? typedText : replaceOwnWords(typedText).slice(0, FOLDED_CHARS)
  const typed = await readSpelling(folded, catalog)
  const isByMeaning = folded !== typedText
  const misspelt = typed.unknownWords.filter((word) => !knownWords.has(word))
  if (typed.unknownWords.length === 0)
    return { ...typed.parsed, corrected: isByMeaning ? folded : null, isByMeaning }
  const similar = await catalog.similarWords(misspelt)
  const lastWord = splitIntoWords(folded).at(-1)
  const spellings = misspelt.flatMap((word) => {
    const candidates = similar.get(word) ?? []
    const completion =
      mode === 'unfinished' && word === lastWord ? completeWord(word, candidates) : undefined
    // A word that exists is meant, whatever it resembles: a banana is no bandana.
    const isMisspelt = word in SPELLING_SLIPS || !isEverydayWord(word)
    const spelling =
      completion ?? (isMisspelt ? correctWord(word, word === lastWord, candidates) : null)
    return spelling === null || spelling === word ? [] : [[word, spelling] as const]
  })
  const respelt = replaceWords(folded, new Map(spellings))
  const corrected = mode === 'exact' ? folded : respelt
  const isCorrected = corrected !== folded
  const { parsed, unknownWords, isSomething } = isCorrected
    ? await readSpelling(corrected, catalog)
    : typed
  const fewerWords = replaceWords(corrected, new Map(unknownWords.map((word) => [word, ''])))
  return {
    ...parsed,
    corrected: isCorrected || isByMeaning ? corrected : null,
    isByMeaning: isByMeaning && !isCorrected,
    nearest: unique(
      [
        ...(respelt === corrected ? [] : [respelt]),
        ...(parsed.unknown !== null && isSomething ? [fewerWords] : []),
      ].map((query) => query.replaceAll(/\s+/g, ' ').trim()),
    ).slice(0, MAX_NEAREST),
  }
}

const reasonToIgnore = (word: string): string => {
  if (FAMOUS_NAMES.has(word)) return 'nothing here is of this name'
  return isKnownWord(word) ? 'shops do not list it' : 'we do not know this word'
}

const ignoredWord = (words: string, reason: string): RelaxedWord => ({
  words,
  did: `We ignored “${words}”: ${reason}.`,
})

const isOnlyThing = ({ kind, colors, pattern, material, trait }: Meaning): boolean =>
  kind !== undefined && !colors && !pattern && !material && !trait

const isWithin = ({ meaning: { kind } }: PhraseMatch, { meaning: wider }: PhraseMatch): boolean =>
  kind !== undefined && kind !== wider.kind && listKindsWithin(wider.kind ?? '').includes(kind)

const isPartOf = (phrases: readonly PhraseMatch[], index: number): boolean =>
  phrases.some(({ from, to }) => index >= from && index < to)

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
