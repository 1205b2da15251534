import { describeBeside } from '#server/features/search/describe-beside.ts'
import { SEARCH_RESULT_TEXT } from '#server/features/search/search-messages.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { COLORS, MATERIALS, PATTERNS } from '#shared/vocabulary/appearance.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import {
  getKindLabel,
  listDescribingWords,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
  OCCASION_LIST,
} from '#shared/vocabulary/vocabulary.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { getDepartmentLabel, getMaterialLabel, getPatternLabel } from '#shared/vocabulary/labels.ts'
import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { listSingulars, splitIntoWords } from '#shared/vocabulary/word-forms.ts'

/** What a product of a suggested search has. Lists: any of these. */
export type Attributes = {
  kinds?: readonly string[]
  color?: string
  patterns?: readonly string[]
  materials?: readonly string[]
  department?: string
  brand?: string
}

/** Words that may complete a query. */
export type Term = {
  /** In the form of typed words, to be compared with them. */
  key: string
  text: string
  /** As it stands beside a kind: Spanish 'en negro'. */
  beside: string
  attributes: Attributes
  /** Whether it names what is searched, so that the query is complete. */
  isNoun: boolean
  /** From 0 to 1: another name of the same is less likely. */
  weight: number
  /** Words that titles must have, because the attributes alone are wider than the term. */
  titleWords: readonly string[]
}

const keyOf = (text: string): string => splitIntoWords(text).join(' ')

const SYNONYM_WEIGHT = 0.3
const NARROWER_WEIGHT = 0.2

/** Worn in pairs, or with two legs: people search for 'black boots', but for a 'black dress'. */
const PLURAL_KINDS: ReadonlySet<string> = new Set(
  ['footwear', 'trousers', 'shorts', 'legwear', 'gloves', 'eyewear', 'earrings'].flatMap(
    listKindsWithin,
  ),
)

type Noun = { singular: string; plural: string }
const findNoun = ({ id, label, names }: (typeof KINDS)[number]): Noun => {
  const plural = label.toLowerCase()
  const [first = id] = names
  // Labels such as 'Mules and clogs' are no words to search for.
  const singular = listSingulars(plural).findLast((form) => names.includes(keyOf(form)))
  return singular === undefined
    ? { singular: first, plural: first.endsWith('s') ? first : `${first}s` }
    : { singular, plural }
}
const NOUNS: ReadonlyMap<string, Noun> = new Map(KINDS.map((kind) => [kind.id, findNoun(kind)]))

const nameKind = (kind: string, isPlural = PLURAL_KINDS.has(kind)): string => {
  const { singular = kind, plural = kind } = NOUNS.get(kind) ?? {}
  return isPlural ? plural : singular
}

/** As they stand before a noun. */
export const DEPARTMENT_TEXTS: Readonly<Record<string, string>> = {
  women: "women's",
  men: "men's",
  girls: "girls'",
  boys: "boys'",
  baby: 'baby',
  unisex: 'unisex',
}

const kindTerms = (kind: (typeof KINDS)[number]): Term[] => {
  const { singular, plural } = findNoun(kind)
  const main = PLURAL_KINDS.has(kind.id) ? [plural, singular] : [singular, plural]
  const mainKeys = new Set(main.map(keyOf))
  const attributes = { kinds: listKindsWithin(kind.id) }
  const term = (text: string, weight: number): Term => ({
    key: keyOf(text),
    text,
    beside: text,
    attributes,
    isNoun: true,
    weight,
    titleWords: mainKeys.has(keyOf(text))
      ? []
      : listDescribingWords({ name: keyOf(text), kind: kind.id }),
  })
  return [
    ...main.map((text, index) => term(text, index === 0 ? 1 : 0.9)),
    ...kind.names
      .filter((name) => !mainKeys.has(name) && !mainKeys.has(`${name}s`))
      .map((name) =>
        term(
          PLURAL_KINDS.has(kind.id) && !name.endsWith('s') ? `${name}s` : name,
          kind.narrower.includes(name) ? NARROWER_WEIGHT : SYNONYM_WEIGHT,
        ),
      ),
  ]
}

const modifier = (text: string, attributes: Attributes, isMain = true): Term => ({
  key: keyOf(text),
  text,
  beside: text,
  attributes,
  isNoun: false,
  weight: isMain ? 1 : SYNONYM_WEIGHT,
  titleWords: [],
})

const UNSUGGESTED_KINDS: ReadonlySet<string> = new Set([
  'clothing',
  'accessories',
  ...listKindsWithin('other'),
])
/** The widest kinds say too little, and what is no fashion is not suggested. */
export const isSuggestedKind = (kind: string): boolean => !UNSUGGESTED_KINDS.has(kind)

const TERMS: readonly Term[] = [
  ...KINDS.filter(({ id }) => isSuggestedKind(id)).flatMap(kindTerms),
  ...COLORS.map(({ id }) => modifier(id, { color: id })),
  ...PATTERNS.flatMap(({ id, names }) =>
    names
      .slice(0, 2)
      .map((name, index) => modifier(name, { patterns: listPatternsWithin(id) }, index === 0)),
  ),
  ...MATERIALS.flatMap(({ id, names }) =>
    names.slice(0, 1).map((name) => modifier(name, { materials: listMaterialsWithin(id) })),
  ),
  ...Object.entries(DEPARTMENT_TEXTS).map(([department, text]) => modifier(text, { department })),
  modifier('ladies', { department: 'women' }, false),
  ...OCCASION_LIST.flatMap(({ names: [name], weights }) => {
    const best = [...weights].find(([, weight]) => weight === 3)?.[0]
    if (name === undefined || best === undefined) return []
    const term = modifier(`${name} ${nameKind(best)}`, { kinds: listKindsWithin(best) }, false)
    return [{ ...term, isNoun: true }]
  }),
]

/** The words of a language for suggested searches. */
export type Wording = {
  terms: readonly Term[]
  nameKind: (kind: string, isPlural?: boolean) => string
  /** A colour with the name of a kind, in the order of the language. */
  addColor: (color: string, name: string) => string
  /** Words with a kind. */
  addKind: (words: string, kind: string) => string
  /** With these, the words beside a kind begin. */
  connectors: ReadonlySet<string>
}

export const ENGLISH_WORDING: Wording = {
  terms: TERMS,
  nameKind,
  addColor: (color, name) => `${color} ${name}`,
  addKind: (words, kind) => `${words} ${nameKind(kind, words.endsWith("'s") || undefined)}`,
  connectors: new Set(),
}

const inSentence = (label: string): string => LABEL_FORMS.inSentence(label)

/** A kind with attributes, in the order of the language. */
export const writeSuggestion = (name: string, attributes: readonly string[]): string =>
  // It becomes a query, which has no marks of direction.
  SEARCH_RESULT_TEXT.suggestion(name, attributes).replaceAll(/[\u2068\u2069]/g, '')

const labeled = (
  facet: Parameters<typeof describeBeside>[0],
  label: string,
  attributes: Attributes,
): Term =>
  Object.assign(modifier(inSentence(label), attributes), {
    beside: describeBeside(facet, label).replaceAll(/[\u2068\u2069]/g, ''),
  })

/** What filters are called is what can be searched. */
const createWording = (): Wording => {
  const terms = [
    ...KINDS.filter(({ id }) => isSuggestedKind(id)).map(({ id }) =>
      Object.assign(modifier(inSentence(getKindLabel(id)), { kinds: listKindsWithin(id) }), {
        isNoun: true,
      }),
    ),
    ...COLORS.map(({ id }) => labeled('colour', getColorLabel(id), { color: id })),
    ...PATTERNS.map(({ id }) =>
      labeled('pattern', getPatternLabel(id), { patterns: listPatternsWithin(id) }),
    ),
    ...MATERIALS.map(({ id }) =>
      labeled('material', getMaterialLabel(id), { materials: listMaterialsWithin(id) }),
    ),
    ...DEPARTMENTS.map((id) => labeled('department', getDepartmentLabel(id), { department: id })),
  ]
  const nameKind = (kind: string) => inSentence(getKindLabel(kind))
  return {
    terms,
    nameKind,
    addColor: (color, name) =>
      writeSuggestion(name, [describeBeside('colour', getColorLabel(color))]),
    addKind: (words, kind) => writeSuggestion(nameKind(kind), [words]),
    connectors: new Set(
      terms.flatMap(({ text, beside }) =>
        beside === text ? [] : (splitIntoWords(beside)[0] ?? []),
      ),
    ),
  }
}

const wordingByLanguage = new Map([['en', ENGLISH_WORDING]])

/** The words of the visitor's language. */
export const getWording = (): Wording => {
  const { language } = LOCALE_TEXT
  const wording = wordingByLanguage.get(language) ?? createWording()
  wordingByLanguage.set(language, wording)
  return wording
}
