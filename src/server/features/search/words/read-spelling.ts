import type { Department } from '#shared/domain/department.ts'
import { METAL_COLORS } from '#shared/vocabulary/appearance.ts'
import { UNFILTERABLE_WORDS } from '#shared/vocabulary/ignored-words.ts'
import {
  listDescribingWords,
  listKindsMeant,
  listShadeWords,
} from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { JEWELRY_KINDS, toEnglish } from '#server/features/catalog/description/index.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'
import { matchesPartOfName, matchesSeller, takeName, type Word } from './catalog-words.ts'
import { excludedBy, isNarrowerExclusion } from './excluded-attributes.ts'
import { cutFamousNames } from './famous-names.ts'
import { type FreeWords, readFreeWords } from './free-words.ts'
import { explainWords } from './ignored-words.ts'
import { findThingAsked } from './other-thing.ts'
import { type ParsedQuery, unique } from './parsed-query.ts'
import { readConditions, type RequestedSize } from './query-conditions.ts'
import { areColorsJoined, MAX_WORDS, type Phrases, readPhrases } from './query-phrases.ts'
import { readOccasions } from './query-occasions.ts'
import { bareSizeIn, sizeOf } from './query-size.ts'
import { splitGarments } from './split-garments.ts'

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

/** Colours of the attributes, and the shade that is meant if they name one. */
const readColors = (attributes: Phrases['attributes']) => {
  const named = attributes.filter(
    ({ meaning: { colors, material, pattern } }) => colors && !material && !pattern,
  )
  const groups = attributes.filter(({ meaning }) => meaning.colorGroup)
  const colors = attributes.flatMap(({ meaning }) =>
    meaning.material === undefined ? (meaning.colors?.[0] ?? []) : [],
  )
  // In 'pastel green', green is the colour and pastel the shade.
  const shades = named.length > 1 ? [] : [...named, ...groups]
  const words = unique(shades.flatMap(({ meaning }) => listShadeWords(meaning)))
  return {
    colors: unique(
      colors.length > 0
        ? colors
        : groups.flatMap(({ meaning }) => meaning.colorGroup?.colors ?? []),
    ),
    shade:
      words.length > 0
        ? { name: shades.map(({ meaning }) => meaning.name).join(' '), words }
        : null,
  }
}

/** Colours, patterns, materials and cuts beside the requested thing. */
const readAttributes = (phrases: Phrases, kind: string | undefined) => {
  const { attributes, kindPhrase } = phrases
  const { colors: namedColors, shade } = readColors(attributes)
  const { colors, materials } = metalsAndColors(
    kind,
    namedColors,
    unique(
      attributes.flatMap(({ meaning }) =>
        meaning.pattern === undefined ? (meaning.material ?? []) : [],
      ),
    ),
  )
  return {
    colors,
    shade: colors.length > 0 ? shade : null,
    isEveryColor: colors.length > 1 && areColorsJoined(phrases),
    patterns: unique(attributes.flatMap(({ meaning }) => meaning.pattern ?? [])),
    materials,
    traits: [
      ...attributes.flatMap(({ meaning }) => meaning.trait ?? []),
      ...(kindPhrase?.meaning.trait?.startsWith('length:') ? [kindPhrase.meaning.trait] : []),
    ],
  }
}

const MAX_CHILD_YEARS = 15
/** An age says whom a thing is for. */
const readDepartmentsOfAge = (requested: RequestedSize | null): Department[] => {
  const size = requested?.size
  if (size?.system === 'months') return ['baby']
  return size?.system === 'years' && size.value <= MAX_CHILD_YEARS ? ['girls', 'boys'] : []
}

/** The words of a kind that only some products of it have: 'pencil' of 'pencil skirt'. */
const readNarrowing = (kindPhrase: Phrases['kindPhrase'], free: FreeWords) => {
  // 'Maxi dress' is a length, whether or not the title has the word.
  const describingWords =
    kindPhrase && !kindPhrase.meaning.trait?.startsWith('length:')
      ? listDescribingWords(kindPhrase.meaning)
      : []
  return {
    narrowingWords: kindPhrase ? unique([...describingWords, ...free.narrowing]) : [],
    unreadWords: unique([
      ...(kindPhrase?.meaning.occasion === undefined ? describingWords : []),
      ...free.unreadNarrowing,
    ]),
  }
}

const hasAny = (...lists: (readonly unknown[])[]) => lists.some((list) => list.length > 0)

/** Reads a folded query as it is spelled. */
export const readSpelling = async (
  folded: string,
  catalog: NameWords & Pick<WordsStore, 'inTitles'>,
) => {
  const { typed, filters: names } = await readNames(folded, catalog)
  const famous = cutFamousNames(removeMatchedWords(folded, typed))
  const conditions = readConditions(toEnglish(famous.rest))
  const { price, condition, isInStock, isReduced, order } = conditions
  const phrases = readPhrases(conditions.rest)
  const { relevant, kindPhrase } = phrases
  const narrowedKind = [...phrases.negated].find(({ meaning }) => isNarrowerExclusion(meaning))
  const kinds = kindPhrase
    ? listKindsMeant(kindPhrase.meaning)
    : (narrowedKind?.meaning.kind?.split(' ') ?? [])
  const [kind] = kinds
  const bareSize = bareSizeIn(conditions.rest, kind)
  const requestedSize = conditions.size ?? bareSize
  const namedDepartments = unique(relevant.flatMap(({ meaning }) => meaning.departments ?? []))
  const departments =
    namedDepartments.length > 0 ? namedDepartments : readDepartmentsOfAge(requestedSize)
  const sizeWords = new Set(
    bareSize && requestedSize === bareSize ? splitIntoWords(bareSize.words) : [],
  )
  const free = await readFreeWords(phrases, kind, sizeWords, catalog)
  const hasSeller = names.brand !== null || names.shop !== null
  const isBare =
    relevant.length === 0 && free.titleWords.length === 0 && !hasSeller && names.people.length === 0
  const style = readOccasions(
    phrases,
    kind,
    isBare,
    famous.icons.map(({ style: name }) => name),
  )
  const { traits, ...attributes } = readAttributes(phrases, kind)
  const filters = {
    kinds,
    ...attributes,
    ...names,
    price,
    condition,
    isInStock,
    isReduced,
    words: free.titleWords,
    ...readNarrowing(kindPhrase, free),
    departments,
    size: requestedSize && sizeOf(requestedSize, kind ?? null, departments),
    traits: unique([...traits, ...free.lengths]),
    occasions: style.occasions,
    // In another language, the words are ours.
    occasionWords: style.occasionWords.filter(({ words }) => folded.includes(words)),
    leanings: style.leanings,
    excluded: excludedBy(phrases.negated, free.excluded, conditions.excludedCondition),
    order,
  }
  // A red toaster is no red thing to wear.
  const isNamed =
    hasSeller || hasAny(filters.kinds, filters.people, filters.occasions, filters.words)
  const isSomething =
    isNamed ||
    hasAny(filters.colors, filters.patterns, filters.materials, departments, filters.traits) ||
    hasAny(...Object.values(filters.excluded).filter(Array.isArray))
  const isLimited =
    price !== null ||
    condition !== null ||
    isInStock ||
    isReduced ||
    requestedSize !== null ||
    order !== null
  // 'As seen on' says nothing beside a name.
  const strangeWords =
    famous.names.length > 0
      ? famous.names
      : free.unused.filter((word) => !UNFILTERABLE_WORDS.has(word))
  const isUnknown = !isNamed && (strangeWords.length > 0 || (!isSomething && !isLimited))
  const takenNames = new Set(typed.flatMap(({ text, isTaken }) => (isTaken ? text : [])))
  const otherThing = hasSeller ? null : findThingAsked(folded, typed, phrases, free)
  return {
    parsed: {
      ...filters,
      ignored: explainWords({
        phrases,
        free,
        style,
        famous,
        kind,
        size: requestedSize,
      }),
      corrected: null,
      isByMeaning: false,
      nearest: [],
      unknown: otherThing ?? (isUnknown ? strangeWords.join(' ') : null),
      garments: splitGarments(folded, takenNames) ?? splitGarments(toEnglish(folded), takenNames),
    } satisfies ParsedQuery,
    unknownWords: free.unknown,
    isSomething,
  }
}
