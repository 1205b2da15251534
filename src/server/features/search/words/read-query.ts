import type { RelaxedWord } from '#shared/contract/product-search.ts'
import type { Department } from '#shared/domain/department.ts'
import { JEWELRY } from './describe-product.ts'
import { FOREIGN_WORDS, toEnglish } from './languages/translate.ts'
import { isBrand, isPart, isWhole, takeName, type Word } from './names-in-query.ts'
import { isNegated, negatedPhrases, withPlainNegations } from './negations.ts'
import { type PriceRange, readPrice } from './price-words.ts'
import { isPlausible, readBareSize, readSize, type SizeWish } from './size-words.ts'
import { nearTokens, sizeTokens } from './sizes.ts'
import { METAL_COLOURS } from '#shared/vocabulary/patterns-and-materials.ts'
import { FILLER_WORDS, UNFILTERABLE_WORDS } from '#shared/vocabulary/ignored-words.ts'
import { expandShortForms } from '#shared/vocabulary/short-forms.ts'
import { LENGTH_WORDS } from '#shared/vocabulary/traits.ts'
import {
  describingWords,
  findPhrases,
  isKnownWord,
  isMeaningful,
  isNarrowerName,
  kindLabel,
  kindsMeantBy,
  type Meaning,
  OCCASION_LIST,
  type PhraseMatch,
  VOCABULARY_WORDS,
  withinKind,
  withinPattern,
} from '#shared/vocabulary/vocabulary.ts'
import { editDistance, foldText, allowedTypos, wordsOf } from '#shared/vocabulary/word-forms.ts'

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
  /** Already one product with these words is what was asked for. */
  isNarrower: boolean
  departments: readonly Department[]
  size: { words: string; exact: readonly string[]; near: readonly string[] } | null
  /** How it is cut: `sleeves:none`. */
  traits: readonly string[]
  /** What it is for. */
  occasions: readonly string[]
  /** What nobody wants to see. */
  unwanted: Unwanted
  /** 'cheap' asks for an order, not for a price. */
  order: 'price' | 'price-desc' | null
  /** Words that could not be used, with what was done instead. */
  ignored: readonly RelaxedWord[]
  /** Nothing in the query means anything here. */
  isUnknown: boolean
}

export type Unwanted = {
  kinds: readonly string[]
  colours: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  traits: readonly string[]
  condition: 'used' | 'new' | 'refurbished' | null
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
/** Shorter words are not corrected into foreign ones. */
const LEAST_FOREIGN = 5

const CONDITIONS = [
  [/\b(?:second ?hand|pre ?owned|pre ?loved|used|thrift(?:ed)?|hand me down)\b/, 'used'],
  [/\brefurbished\b/, 'refurbished'],
  [/\b(?:brand new|new with tags?|unworn|unused)\b/, 'new'],
] as const
const STOCK = /\b(?:in stock|available(?: now)?|ready to ship)\b/
/** What follows names something else, unless it names no thing ('with stripes'). */
const ASIDE = new Set(['with', 'for', 'to', 'over', 'under', 'like', 'matching', 'without'])

/** 'Script' is not 'stripe': in so short a word, two letters are rarely replaced by mistake. */
const isOtherWord = (typed: string, word: string): boolean =>
  typed.length <= 6 &&
  word.length === typed.length &&
  editDistance(typed, word) === 2 &&
  Array.from(typed).filter((letter, place) => letter !== word[place]).length === 2

/** The nearest known word, or null: a wild guess is worse than none. */
const correct = async (typed: string, isLast: boolean, catalogue: CatalogueWords) => {
  const allowed = allowedTypos(typed)
  const inCatalogue = await catalogue.alike(typed)
  const completed = inCatalogue.find((word) => isLast && typed.length > 2 && word.startsWith(typed))
  if (completed !== undefined) return completed
  if (allowed === 0) return null
  const within = (words: Iterable<string>, most: number) =>
    [...words]
      .filter((word) => Math.abs(word.length - typed.length) <= most)
      .map((word) => ({
        word,
        slips: editDistance(typed, word),
        isSameStart: word[0] === typed[0],
      }))
      // 'table' is not 'cable': the first letter of a short word is rarely wrong.
      .filter(({ slips, isSameStart }) => slips <= most && (isSameStart || most > 1))
      .filter(({ word }) => !isOtherWord(typed, word))
  const own = within(new Set([...VOCABULARY_WORDS, ...inCatalogue]), allowed)
  // Among so many languages, nearly every word is two slips away from some other.
  const foreign = typed.length < LEAST_FOREIGN ? [] : within(FOREIGN_WORDS, 1)
  const candidates = [...own, ...foreign]
  return (
    candidates.toSorted(
      (a, b) =>
        a.slips - b.slips ||
        Number(b.isSameStart) - Number(a.isSameStart) ||
        Number(isMeaningful(b.word)) - Number(isMeaningful(a.word)),
    )[0]?.word ?? null
  )
}

/** The phrases that say what is asked for: those about another thing ('with a black suit') do not. */
const relevantPhrases = (words: readonly string[], phrases: readonly PhraseMatch[]) => {
  const asideFrom = words.findIndex((word, index) => index > 0 && ASIDE.has(word))
  if (asideFrom < 0) return phrases
  const isKind = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const main = phrases.filter(({ from }) => from < asideFrom)
  const aside = phrases.filter(({ from }) => from > asideFrom)
  if (!main.some(isKind) || !aside.some(isKind)) return phrases
  // What it is for and whom stays said, whatever else is named there.
  return phrases.filter(
    (phrase) =>
      main.includes(phrase) ||
      phrase.from === asideFrom ||
      phrase.meaning.departments !== undefined ||
      (phrase.meaning.occasion !== undefined && !isKind(phrase)) ||
      phrase.meaning.trait !== undefined,
  )
}

const ORDERS = [
  [
    /\b(?:cheap(?:est|er)?|affordable|budget|inexpensive|low cost|low price[ds]?|bargains?|good value)\b/,
    'price',
  ],
  [/\b(?:(?:most )?expensive|luxury|luxurious|high end|upscale|premium)\b/, 'price-desc'],
] as const
/** Said of everything, and true of nothing in particular. */
const PRAISE = /\b(?:(?:high|good|best|great|top|better) quality|top rated|must have)\b/g
const NOT_USED = /\b(?:not|no|non|never) (?=second ?hand|pre ?owned|pre ?loved|used|thrift)/

const UNMEASURED = new Set(
  ['bags', 'jewelry', 'eyewear', 'watches', 'legwear', 'scarves', 'ties', 'other'].flatMap(
    withinKind,
  ),
)
const CHILD_SIZES = new Set(['cm', 'years', 'months'])
const UNITS = /^\s*(?:denier|mm|inch|pack|piece|k\b|ct\b|%)/

const HAVE_LENGTHS = new Set(['dresses', 'skirts'].flatMap(withinKind))
/** Prints of any kind, for those who want none; a rib or a quilting is no print. */
const NO_PRINTS = ['striped', 'checked', 'zigzag', 'printed'].flatMap(withinPattern)
const ANY_PRINT = new Set(['pattern', 'patterns', 'patterned', 'print', 'prints', 'printed'])

const takeWords = (text: string, words: readonly Word[]): string =>
  words
    .filter(({ isTaken }) => isTaken)
    .reduce(
      (rest, word) =>
        rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word.text}(?![\\p{L}\\p{N}])`, 'u'), ' '),
      text,
    )

/** Condition, stock, price, size and order: what is said in forms rather than in names. */
const readForms = (text: string) => {
  const english = text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  const sized = readSize(english)
  const { price, rest } = readPrice(sized?.rest ?? english)
  const isNotUsed = NOT_USED.test(rest)
  const condition = CONDITIONS.find(([pattern]) => pattern.test(rest))
  const order = ORDERS.find(([pattern]) => pattern.test(rest))
  const left = [isNotUsed ? NOT_USED : undefined, condition?.[0], STOCK, order?.[0]]
    .filter((pattern) => pattern !== undefined)
    .reduce((text, pattern) => text.replace(pattern, ' '), rest)
  return {
    size: sized?.wish ?? null,
    price,
    condition: isNotUsed ? null : (condition?.[1] ?? null),
    unwantedCondition: isNotUsed ? (condition?.[1] ?? null) : null,
    isInStock: STOCK.test(rest),
    order: order?.[1] ?? null,
    left: withPlainNegations(left.replaceAll(PRAISE, ' ')),
  }
}

const sizeOf = (wish: SizeWish, kind: string | null, departments: readonly Department[]) => {
  const isChilds = departments.length === 0 && CHILD_SIZES.has(wish.size.system)
  const wearers: readonly Department[] = isChilds ? ['girls', 'boys'] : departments
  const exact = [...new Set(sizeTokens(wish.size, { kind, departments: wearers }))]
  if (exact.length === 0) return null
  // American numbers differ by half a size from brand to brand.
  const isHalfFine = wish.size.system === 'us'
  const near = nearTokens(exact).filter((token) => isHalfFine || !token.startsWith('shoe'))
  return { words: wish.words, exact, near }
}

/** A metal on jewelry, a colour on everything else. */
const metalsAndColours = (
  kind: string | undefined,
  colours: readonly string[],
  materials: readonly string[],
) => {
  const isMetal = (name: string) => Object.hasOwn(METAL_COLOURS, name)
  if (kind !== undefined && JEWELRY.has(kind))
    return {
      colours: colours.filter((colour) => !isMetal(colour)),
      materials: [...materials, ...colours.filter(isMetal)],
    }
  return {
    colours: unique([...colours, ...materials.flatMap((name) => METAL_COLOURS[name] ?? [])]),
    materials: materials.filter((name) => !isMetal(name)),
  }
}

export const readQuery = async (text: string, catalogue: CatalogueWords): Promise<ParsedQuery> => {
  const folded = foldText(expandShortForms(text.slice(0, QUERY_CHARS)))
  const typed: Word[] = wordsOf(folded)
    .slice(0, MAX_WORDS)
    .map((word) => ({ text: word, isTaken: false }))
  const names = await catalogue.namesWith(typed.map((word) => word.text))
  const [brand] = takeName(typed, names.brands, isBrand(typed.length === 1))
  const people = takeName(typed, names.people, isPart)
  const [shop] = takeName(typed, names.shops, isWhole)

  const forms = readForms(toEnglish(takeWords(folded, typed)))
  const { price, condition, isInStock, order } = forms
  const bare = readBareSize(forms.left)
  const free = wordsOf(forms.left).slice(0, MAX_WORDS)
  const inTitles = await catalogue.inTitles(free)
  const meant = (
    await Promise.all(
      free.map(async (word, index) => {
        if (isKnownWord(word) || inTitles.has(word) || /^\d+$/.test(word)) return word
        const corrected = await correct(word, index === free.length - 1, catalogue)
        return corrected === null ? word : toEnglish(corrected)
      }),
    )
  ).flatMap(wordsOf)

  const all = findPhrases(meant)
  const negated = negatedPhrases(meant, all)
  const named = relevantPhrases(
    meant,
    all.filter((phrase) => !negated.has(phrase)),
  )
  const isThing = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const lastThing = named.findLast(isThing)
  // 'Turtle neck sweater' is a turtleneck: its noun says nothing more.
  const kindPhrase =
    named.find(
      (phrase) => lastThing && phrase.to === lastThing.from && isWithin(phrase, lastThing),
    ) ?? lastThing
  const attributes = named.filter((phrase) => phrase !== kindPhrase && phrase !== lastThing)
  const [kind] = kindPhrase ? kindsMeantBy(kindPhrase.meaning) : []
  // A thing named beside the one asked for only describes it: 'dress watch', 'boots with a heel'.
  const beside = [
    ...attributes.filter(({ meaning }) => isOnlyThing(meaning)),
    ...all.filter((phrase) => !named.includes(phrase) && !negated.has(phrase) && isThing(phrase)),
  ]
  const departments = unique(named.flatMap(({ meaning }) => meaning.departments ?? []))
  const isSized = kind !== undefined && !UNMEASURED.has(kind)
  const bareWish =
    bare &&
    isSized &&
    isPlausible(bare.wish) &&
    !UNITS.test(bare.rest.slice(forms.left.indexOf(bare.wish.words)))
      ? bare.wish
      : null
  const wish = forms.size ?? bareWish
  const size = wish ? sizeOf(wish, kind ?? null, departments) : null
  const sizeWords = new Set(size && wish === bareWish ? wordsOf(wish?.words ?? '') : [])

  const isFree = (index: number) =>
    !isPartOf(all, index) &&
    !FILLER_WORDS.has(meant[index] ?? '') &&
    !sizeWords.has(meant[index] ?? '')
  const isDenied = (index: number) => isNegated(meant, index)
  const lengthOf = (index: number) =>
    kind !== undefined && HAVE_LENGTHS.has(kind) && !isPartOf(all, index)
      ? LENGTH_WORDS[meant[index] ?? '']
      : undefined
  const lengths = meant.flatMap((_, index) => (isDenied(index) ? [] : (lengthOf(index) ?? [])))
  const loose = meant.filter(
    (_, index) => isFree(index) && !isDenied(index) && lengthOf(index) === undefined,
  )
  const denied = meant.filter((_, index) => isFree(index) && isDenied(index))
  const described = meant.filter((_, index) => isPartOf(beside, index))
  const titleWords = await catalogue.inTitles([...loose, ...described])
  const isTelling = (word: string) => titleWords.has(word) && !UNFILTERABLE_WORDS.has(word)
  const hasMeaning = named.some(({ meaning }) => meaning !== undefined)
  const words = loose.filter((word) => (hasMeaning ? isTelling(word) : titleWords.has(word)))

  const occasions = unique(named.flatMap(({ meaning }) => meaning.occasion ?? []))
  const suits = (id: string) => {
    const { weights } = OCCASION_LIST.find((one) => one.id === id) ?? {}
    if (kind === undefined || !weights || weights.size === 0) return true
    return [...weights.keys()].some(
      (one) => withinKind(one).includes(kind) || withinKind(kind).includes(one),
    )
  }
  const { colours, materials } = metalsAndColours(
    kind,
    unique(
      attributes.flatMap(({ meaning }) =>
        meaning.material === undefined ? (meaning.colours?.[0] ?? []) : [],
      ),
    ),
    unique(
      attributes.flatMap(({ meaning }) =>
        meaning.pattern === undefined ? (meaning.material ?? []) : [],
      ),
    ),
  )
  const not = [...negated].map(({ meaning }) => meaning)
  const filters = {
    kinds: kindPhrase ? kindsMeantBy(kindPhrase.meaning) : [],
    colours,
    patterns: unique(attributes.flatMap(({ meaning }) => meaning.pattern ?? [])),
    materials,
    brand: brand?.name ?? null,
    people: people.map(({ id, name }) => ({ id, name })),
    shop: shop ? { id: shop.id, name: shop.name } : null,
    price,
    condition,
    isInStock,
    // Whom or what a thing is for filters only if nothing else does: shops rarely say it.
    words,
    preferred: kindPhrase
      ? [...describingWords(kindPhrase.meaning), ...described.filter(isTelling)]
      : [],
    isNarrower: kindPhrase !== undefined && isNarrowerName(kindPhrase.meaning),
    departments,
    size,
    traits: unique([
      ...attributes.flatMap(({ meaning }) => meaning.trait ?? []),
      ...(kindPhrase?.meaning.trait?.startsWith('length:') ? [kindPhrase.meaning.trait] : []),
      ...lengths,
    ]),
    occasions: occasions.filter(suits),
    unwanted: {
      kinds: unique(not.flatMap((meaning) => (meaning.kind ? kindsMeantBy(meaning) : []))),
      colours: unique(
        not.flatMap(({ material, colours: families }) =>
          material === undefined ? (families?.[0] ?? []) : [],
        ),
      ),
      patterns: unique(
        not.flatMap(({ name, pattern }) =>
          ANY_PRINT.has(name) ? NO_PRINTS : pattern === undefined ? [] : [pattern],
        ),
      ),
      materials: unique(not.flatMap(({ material }) => material ?? [])),
      traits: unique(not.flatMap(({ trait }) => trait ?? [])),
      condition: forms.unwantedCondition,
    },
    order,
  }
  const isSomething =
    [
      filters.kinds,
      filters.colours,
      filters.patterns,
      filters.materials,
      filters.words,
      filters.people,
      filters.departments,
      filters.occasions,
      filters.traits,
      ...Object.values(filters.unwanted).filter(Array.isArray),
    ].some((list) => list.length > 0) ||
    filters.brand !== null ||
    filters.shop !== null
  const isLimited = price !== null || filters.condition !== null || isInStock || size !== null
  const hasUnknown = loose.some((word) => !titleWords.has(word) && !isKnownWord(word))
  const ignored: RelaxedWord[] = [
    ...loose
      .filter((word) => !words.includes(word) && !/^\p{L}$/u.test(word))
      .map((word) => ({ words: word, did: leftOut(word) })),
    ...denied.map((word) => ({
      words: `without ${word}`,
      did: `We ignored “without ${word}”: shops rarely say so.`,
    })),
    ...occasions
      .filter((id) => !suits(id) && attributes.some(({ meaning }) => meaning.occasion === id))
      .map((id) => ({
        words: id.replaceAll('-', ' '),
        did: `We ignored “${id.replaceAll('-', ' ')}”: it says little about ${kindLabel(kind ?? '').toLowerCase()}.`,
      })),
    ...(wish && !size
      ? [
          {
            words: wish.words,
            did: `We ignored “${wish.words}”: it is not a size of this kind of product.`,
          },
        ]
      : []),
  ]
  return { ...filters, ignored, isUnknown: !isSomething && (hasUnknown || !isLimited) }
}

const leftOut = (word: string): string =>
  isKnownWord(word)
    ? `We ignored “${word}”: shops do not list it.`
    : `We ignored “${word}”: we do not know this word.`

const isOnlyThing = ({ kind, colours, pattern, material, trait }: Meaning): boolean =>
  kind !== undefined && !colours && !pattern && !material && !trait

const isWithin = ({ meaning: { kind } }: PhraseMatch, { meaning: wider }: PhraseMatch): boolean =>
  kind !== undefined && kind !== wider.kind && withinKind(wider.kind ?? '').includes(kind)

const isPartOf = (phrases: readonly PhraseMatch[], index: number): boolean =>
  phrases.some(({ from, to }) => index >= from && index < to)

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
