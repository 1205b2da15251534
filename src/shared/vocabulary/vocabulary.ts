import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { type Department, DEPARTMENT_NAMES } from '#shared/domain/department.ts'
import {
  COLOR_GROUPS,
  COLORS,
  MATERIALS,
  PATTERNS,
  SHADES_ALIKE,
  WIDER_COLOR,
} from './appearance.ts'
import { EVERYDAY_WORDS, FILLER_WORDS, UNFILTERABLE_WORDS } from './ignored-words.ts'
import { AMBIGUOUS_NAMES, KINDS, SAME_WORDS } from './kinds.ts'
import { OCCASIONS, TRAITS } from './occasions-and-traits.ts'
import { listSingulars, splitIntoWords } from './word-forms.ts'
import { KIND_TEXT } from '#shared/vocabulary-messages.ts'

/** Raise it whenever the vocabulary or what is written of a product changes: all are described again. */
export const VOCABULARY_VERSION = 20

export type Meaning = {
  /** Its name in the vocabulary, such as 'polo neck'. */
  name: string
  kind?: string
  /** Colour families, the main one of the shade first. */
  colors?: readonly string[]
  /** Several families that a word asks for: 'pastel'. */
  colorGroup?: { colors: readonly string[]; shades: readonly string[] }
  pattern?: string
  material?: string
  departments?: readonly Department[]
  /** How it is cut: `sleeves:none`. */
  trait?: string
  /** What it is for: `wedding-guest`. */
  occasion?: string
}

/** Shorter names are not also accepted without their space, because they may be other words. */
const JOINED_FROM_LETTERS = 6

const meanings = new Map<string, Meaning>()
const addMeaning = (name: string, meaning: Omit<Meaning, 'name'>) => {
  const key = splitIntoWords(name).join(' ')
  const joinedKey = key.replaceAll(' ', '')
  for (const form of key === joinedKey || joinedKey.length < JOINED_FROM_LETTERS
    ? [key]
    : [key, joinedKey]) {
    const earlier = meanings.get(form)
    meanings.set(form, { ...meaning, ...earlier, name: earlier?.name ?? key })
  }
}
for (const { id, names } of KINDS) for (const name of names) addMeaning(name, { kind: id })
/** The main family of a shade is the one of its name, or else the narrowest. */
const sortMainFamilyFirst = (name: string, families: readonly string[]): string[] => {
  const rank = (family: string) => (family === name ? 0 : family in WIDER_COLOR ? 1 : 2)
  return families.toSorted((a, b) => rank(a) - rank(b))
}
for (const name of new Set(COLORS.flatMap(({ names }) => names))) {
  const families = COLORS.filter(({ names }) => names.includes(name)).map(({ id }) => id)
  addMeaning(name, { colors: sortMainFamilyFirst(name, families) })
}
for (const [names, asked] of Object.entries(COLOR_GROUPS)) {
  const [colors = [], shades = []] = asked.split('; ').map((list) => list.split(', '))
  for (const name of names.split(', ')) addMeaning(name, { colorGroup: { colors, shades } })
}
for (const { id, names } of PATTERNS) for (const name of names) addMeaning(name, { pattern: id })
for (const { id, names } of MATERIALS) for (const name of names) addMeaning(name, { material: id })
for (const [departments, names] of Object.entries(DEPARTMENT_NAMES))
  for (const name of names.split(', '))
    addMeaning(name, { departments: departments.split(' ') as Department[] })
for (const [trait, names] of Object.entries(TRAITS))
  for (const name of names.split(', ')) addMeaning(name, { trait })

export type Occasion = {
  id: string
  names: readonly string[]
  /** How well kinds suit it, from 1 to 3; none if only its name counts. */
  weights: ReadonlyMap<string, number>
  preferredWords: readonly string[]
  excludedWords: readonly string[]
  isForChildren: boolean
  /** Whether a product suits it only if it has one of the preferred words. */
  needsWord: boolean
  /** Whether what is named for it suits nothing else. */
  isExclusive: boolean
}

const readOccasion = (line: string): Occasion => {
  const [head = '', rest = ''] = line.split(/: (.*)/s)
  const [names = '', kinds = '', ...wishes] = rest.split('; ')
  const listWordsWithMark = (mark: string) =>
    wishes
      .flatMap((list) => list.split(/ (?=[+-])/))
      .flatMap((wish) => (wish.startsWith(mark) ? [wish.slice(1).replaceAll('-', ' ')] : []))
  const [id = '', flags = ''] = head.split(/([*!=]+)$/)
  return {
    id,
    names: names.split(', '),
    weights: new Map(
      kinds
        .split(', ')
        .filter(Boolean)
        .map((entry) => entry.split(' '))
        .map(([kind = '', weight]) => [kind, Number(weight)]),
    ),
    preferredWords: listWordsWithMark('+'),
    excludedWords: listWordsWithMark('-'),
    isForChildren: flags.includes('*'),
    needsWord: flags.includes('!'),
    isExclusive: flags.includes('='),
  }
}
export const OCCASION_LIST: readonly Occasion[] = OCCASIONS.trim().split('\n').map(readOccasion)
for (const { id, names } of OCCASION_LIST)
  for (const name of names) addMeaning(name, { occasion: id })

/** 'hiking boot' is a boot for hiking, and a 'mini skirt' is short. */
for (const [key, meaning] of meanings) {
  const words = key.split(' ')
  const [start = ''] = words
  if (words.length === 1 || !meaning.kind) continue
  const { occasion, trait } = meanings.get(start) ?? {}
  if (!meaning.occasion && occasion) meanings.set(key, { ...meaning, occasion })
  else if (!meaning.trait && trait?.startsWith('length:')) meanings.set(key, { ...meaning, trait })
}

/** Single words of the vocabulary: never corrected themselves, and possible corrections of typos. */
const vocabularyWords = new Set([...meanings.keys()].flatMap((name) => name.split(' ')))

/** Whether we know an English word; others may be foreign or misspelt. */
export const isKnownWord = (word: string): boolean =>
  FILLER_WORDS.has(word) ||
  UNFILTERABLE_WORDS.has(word) ||
  EVERYDAY_WORDS.has(word) ||
  listSingulars(word).some((form) => vocabularyWords.has(form))

export const VOCABULARY_WORDS: readonly string[] = [...vocabularyWords].filter(
  (word) => word.length > 2,
)

/** Whether a word means something by itself. 'wide' does so only in a phrase such as 'wide brim hat'. */
export const isMeaningful = (word: string): boolean => meanings.has(word)

export type PhraseMatch = { meaning: Meaning; from: number; to: number }

/** The length in words of the longest phrase that starts with a word; most words start none. */
const longestFrom = new Map<string, number>()
for (const name of meanings.keys()) {
  const words = name.split(' ')
  const [first = ''] = words
  longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, words.length))
}

/** The longest phrase of the vocabulary that starts at a word. */
const findPhraseAt = (words: readonly string[], from: number): PhraseMatch | null => {
  const first = words[from] ?? ''
  const longest = Math.min(longestFrom.get(first) ?? 1, words.length - from)
  for (let length = longest; length > 0; length -= 1) {
    const start = length === 1 ? '' : `${words.slice(from, from + length - 1).join(' ')} `
    for (const last of listSingulars(words[from + length - 1] ?? '')) {
      const meaning = meanings.get(start + last)
      if (meaning) return { meaning, from, to: from + length }
    }
  }
  return null
}

/** The phrases in a list of words, from left to right, the longest first. */
export const findPhrases = (words: readonly string[]): PhraseMatch[] => {
  const matches: PhraseMatch[] = []
  for (let from = 0; from < words.length;) {
    const match = findPhraseAt(words, from)
    if (match) matches.push(match)
    from = match?.to ?? from + 1
  }
  return matches
}

const MAX_CACHED_TEXTS = 64
const phraseCache = new Map<string, readonly PhraseMatch[]>()
/** Cached, because a product's few texts are read again and again while it is described. */
export const findPhrasesInText = (text: string): readonly PhraseMatch[] => {
  const cachedPhrases = phraseCache.get(text)
  if (cachedPhrases) return cachedPhrases
  if (phraseCache.size >= MAX_CACHED_TEXTS) phraseCache.clear()
  const phrases = findPhrases(splitIntoWords(text))
  phraseCache.set(text, phrases)
  return phrases
}

const collectDescendants = (entries: readonly { id: string; parent: string | null }[]) => {
  const within = (id: string): string[] => [
    id,
    ...entries.filter(({ parent }) => parent === id).flatMap((entry) => within(entry.id)),
  ]
  return new Map(entries.map(({ id }) => [id, within(id)]))
}
const kindsWithin = collectDescendants(KINDS)
const patternsWithin = collectDescendants(PATTERNS)
const materialsWithin = collectDescendants(MATERIALS)
const parentById = new Map([...PATTERNS, ...MATERIALS].map(({ id, parent }) => [id, parent]))
export const getParentTextile = (id: string): string | null => parentById.get(id) ?? null
const kindById = new Map(KINDS.map((kind) => [kind.id, kind]))

/** A kind and everything that belongs to it. */
export const listKindsWithin = (id: string): readonly string[] => kindsWithin.get(id) ?? []
export const listPatternsWithin = (id: string): readonly string[] => patternsWithin.get(id) ?? []
export const listMaterialsWithin = (id: string): readonly string[] => materialsWithin.get(id) ?? []
const isKind = (id: string): id is keyof typeof KIND_TEXT => Object.hasOwn(KIND_TEXT, id)
export const getKindLabel = (id: string): string => (isKind(id) ? KIND_TEXT[id] : id)
export const getParentKind = (id: string): string | null => kindById.get(id)?.parent ?? null
const narrowerNames = new Set(KINDS.flatMap(({ narrower }) => narrower))
/** The words that distinguish a narrower product from others of its kind: 'pencil' of 'pencil skirt', 'fedora'. */
export const listDescribingWords = ({ name, kind }: Meaning): readonly string[] => {
  const words = name.split(' ')
  if (narrowerNames.has(name)) return words
  const start = words.findIndex(
    (_, index) => index > 0 && meanings.get(words.slice(index).join(' '))?.kind === kind,
  )
  return start < 0 ? [] : words.slice(0, start)
}
/**
 * Words of titles for the shade that a phrase names: 'emerald' of green, but none for navy, which is a family
 * of its own. Each shade is followed by those that look like it.
 */
export const listShadeWords = ({ name, colors, colorGroup }: Meaning): readonly string[] => {
  if (colorGroup) return colorGroup.shades
  const [family = ''] = colors ?? []
  if (colors === undefined || family in WIDER_COLOR) return []
  const words = name.split(' ').filter((word) => word !== family && word !== 'gray')
  const alike = (SHADES_ALIKE[family] ?? []).map((line) => line.split(' '))
  const listAlike = (word: string) => alike.filter((line) => line.includes(word)).flat()
  return [...new Set([...words, ...words.flatMap(listAlike)])]
}
const sameWords = new Map(
  SAME_WORDS.flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, words.filter((other) => other !== word)] as const)
  }),
)
/** Other words of titles that mean the same before a kind: a jumper dress is also sold as a knit dress. */
export const listSameWords = (word: string): readonly string[] => sameWords.get(word) ?? []
/** The kinds a word asks for, the likeliest first. */
export const listKindsMeant = ({ name, kind }: Meaning): readonly string[] =>
  AMBIGUOUS_NAMES[name] ?? (kind === undefined ? [] : [kind])

/** The detector's kinds in terms of the vocabulary. It calls everything worn on the upper body a top. */
const KINDS_OF_OBJECT: Readonly<Record<string, readonly string[]>> = {
  top: ['tops', 'knitwear', 'vests'],
  outerwear: ['outerwear'],
  dress: ['dresses', 'jumpsuits'],
  pants: ['trousers'],
  skirt: ['skirts'],
  shorts: ['shorts'],
  legwear: ['legwear'],
  footwear: ['footwear'],
  bag: ['bags'],
  hat: ['hats'],
  eyewear: ['eyewear'],
  belt: ['belts'],
  scarf: ['scarves'],
  tie: ['ties'],
  gloves: ['gloves'],
  jewelry: ['jewelry'],
  watch: ['watches'],
}

/** The kinds of products that an object of this kind may be; none for an unknown one. */
export const listKindsOfObject = (kind: string | null): readonly string[] =>
  (KINDS_OF_OBJECT[kind ?? ''] ?? []).flatMap(listKindsWithin)

const objectKindById = new Map(
  Object.keys(KINDS_OF_OBJECT).flatMap((object) =>
    listKindsOfObject(object).map((kind) => [kind, object] as const),
  ),
)
/** The detector's kind that a kind belongs to; null for swimwear, which it does not know. */
export const getObjectKind = (kind: string): string | null => objectKindById.get(kind) ?? null

/** Facets that a web shop's search understands as words; prices and stock have their own filters there. */
const NAMED_FACETS = ['brand', 'colour', 'pattern', 'material'] as const

/** A name in other words: 'olive utility jacket' with 'black' and 'leather' is a 'black leather utility jacket'. */
export const buildSearchWords = (name: string, filters: readonly AppliedFilter[]): string => {
  const listFiltersOf = (facet: AppliedFilter['facet']) =>
    filters.filter((filter) => filter.facet === facet)
  const words = splitIntoWords(name)
  const isReplaced = (index: number) =>
    findPhrases(words).some(
      ({ meaning, from, to }) =>
        index >= from &&
        index < to &&
        ((meaning.colors !== undefined && listFiltersOf('colour').length > 0) ||
          (meaning.pattern !== undefined && listFiltersOf('pattern').length > 0) ||
          (meaning.material !== undefined && listFiltersOf('material').length > 0)),
    )
  const ownWords = words.filter((_, index) => !isReplaced(index))
  const labels = NAMED_FACETS.flatMap((facet) => listFiltersOf(facet).slice(0, 1)).map(
    ({ facet, label }) => (facet === 'brand' ? label : label.toLowerCase()),
  )
  return [...labels, ...ownWords].join(' ')
}
