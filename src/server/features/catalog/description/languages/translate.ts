import { getLanguage } from '#server/core/messages/translation.ts'
import { foldText, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { isKnownWord } from '#shared/vocabulary/vocabulary.ts'
import { APPEARANCE_WORDS } from './appearance-words.ts'
// Written by `npm run category-names`, from Shopify's product taxonomy, Copyright (c) Shopify, under the MIT
// licence, whose text is in the file LICENSE.
import CATEGORY_NAMES from './category-names.json' with { type: 'json' }
import { ARABIC } from './ar.ts'
import { listJoinedWords, toPlainArabic, toPlainDigits } from './arabic-words.ts'
import { GERMAN } from './de.ts'
// Written by `npm run messages`: what filters are called.
import LABEL_NAMES from './label-names.json' with { type: 'json' }
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { ITALIAN } from './it.ts'
import { JAPANESE } from './ja.ts'
import { DUTCH } from './nl.ts'
import { POLISH } from './pl.ts'
import { PORTUGUESE } from './pt.ts'
import { TURKISH } from './tr.ts'

/** Negations that follow the excluded word: '黒以外', 'siyah olmayan'. */
const NOT_BEFORE = 'not before'

/** `ending: other endings` of forms that the vocabulary need not list. An empty ending fits every word. */
type Endings = Readonly<Record<string, string>>
const LATIN: Endings = { o: 'a os as', a: 'as', e: 'es', '': 's es' }
type LanguageCode = keyof typeof CATEGORY_NAMES
const LANGUAGES: readonly {
  /** Hand-written translations; languages without them translate only names of kinds. */
  vocabulary?: string
  codes: readonly LanguageCode[]
  /** The site's own language, in which filters have names. */
  locale?: keyof typeof LABEL_NAMES
  endings: Endings
  joinsWords?: boolean
  /** Suffix that means 'without': 'desensiz' is 'without pattern'. */
  withoutSuffix?: RegExp
}[] = [
  {
    vocabulary: GERMAN,
    codes: ['de'],
    locale: 'de',
    endings: { '': 'e er es en em n s' },
    joinsWords: true,
  },
  { vocabulary: FRENCH, codes: ['fr'], locale: 'fr', endings: { '': 's e es x' } },
  { vocabulary: SPANISH, codes: ['es'], locale: 'es', endings: LATIN },
  { vocabulary: ITALIAN, codes: ['it'], endings: { o: 'a i e', a: 'e', e: 'i' } },
  { vocabulary: PORTUGUESE, codes: ['pt-BR', 'pt-PT'], endings: LATIN },
  { vocabulary: DUTCH, codes: ['nl'], endings: { '': 'e en s n' }, joinsWords: true },
  {
    vocabulary: POLISH,
    codes: ['pl'],
    endings: { y: 'a e ego ej ych ym', i: 'a ie iego iej ich im', a: 'i e y o' },
  },
  {
    vocabulary: TURKISH,
    codes: ['tr'],
    endings: { '': 'lar ler i u si lari leri' },
    withoutSuffix: /(?:siz|suz)(?:lar|ler)?$/,
  },
  // Categories are named in the plural, and titles in the singular.
  {
    codes: ['ru'],
    endings: {
      ки: 'ка',
      и: 'а ь я',
      ы: 'а ',
      я: 'е',
      а: 'о ',
      // Folded: 'ый', 'ий' and 'ой'.
      ыи: 'ая ое ые ую ого ых',
      ии: 'яя ее ие юю его их ая ое',
      ои: 'ая ое ые ую ого ых',
    },
  },
  { codes: ['bg-BG'], endings: { и: 'а я ', та: '', а: 'о ' } },
  { codes: ['cs'], endings: { y: 'a ', a: 'o', e: ' a', i: '' } },
  { codes: ['sk-SK'], endings: { y: 'a ', a: 'o', e: ' a', i: '' } },
  { codes: ['hr-HR'], endings: { e: 'a', i: '', a: 'o' } },
  { codes: ['sl-SI'], endings: { e: 'a', i: '', a: 'o' } },
  { codes: ['lt-LT'], endings: { es: 'e', iai: 'is ys', ai: 'as', os: 'a' } },
  { codes: ['ro-RO'], endings: { ii: 'ie', oane: 'on', e: 'a', i: ' a' } },
  { codes: ['hu'], endings: { ok: '', ek: '', ak: ' a', k: '' } },
  {
    codes: ['fi'],
    endings: { kot: 'kko', kit: 'kki', kut: 'kku', dat: 'ta', ngat: 'nka', tot: 'tto', t: '' },
    joinsWords: true,
  },
  { codes: ['sv'], endings: { ar: '', or: 'a', er: '', r: '' }, joinsWords: true },
  { codes: ['da'], endings: { er: 'e ', r: '', e: '' }, joinsWords: true },
  { codes: ['nb'], endings: { er: 'e ', r: '', e: '' }, joinsWords: true },
  { codes: ['el'], endings: { ματα: 'μα', ες: 'α η', ια: 'ι', α: 'ο' } },
  { codes: ['id-ID'], endings: {} },
  { codes: ['vi'], endings: {} },
  { codes: ['ko'], endings: {} },
  { vocabulary: JAPANESE, codes: ['ja'], locale: 'ja', endings: {} },
  // Plain: 'ة' is 'ه'. The feminine and regular plurals.
  { vocabulary: ARABIC, codes: [], locale: 'ar', endings: { ه: 'ات', ي: 'يه يات', '': 'ات' } },
  { codes: ['zh-CN', 'zh-TW'], endings: {} },
]
/** A shorter word may be another word with an ending. */
const MIN_LETTERS = 4
const MAX_PHRASE = 4

type Entry = {
  english: string
  isUnsure: boolean
  isListed: boolean
  /** From the names of categories, not by hand. */
  isDerived: boolean
}
type Language = {
  entries: ReadonlyMap<string, Entry>
  locale: string | null
  joinsWords: boolean
  missing: RegExp | null
}

const listForms = (word: string, endings: Endings): string[] =>
  Object.entries(endings).flatMap(([ending, others]) =>
    word.length < MIN_LETTERS || !word.endsWith(ending)
      ? []
      : others.split(' ').map((other) => word.slice(0, word.length - ending.length) + other),
  )

/** Short words of other languages are also names, brands and abbreviations. */
const isShort = (name: string) => /^[a-z]{1,4}$/.test(name)

const writeLines = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([english, foreign]) => `${english}: ${foreign}`)
const splitLines = (vocabulary: string) => vocabulary.trim().split('\n')

const readLanguage = ({
  vocabulary = '',
  codes,
  locale,
  endings,
  joinsWords = false,
  withoutSuffix: missing,
}: (typeof LANGUAGES)[number]): Language => {
  const entries = new Map<string, Entry>()
  const written = splitLines(vocabulary)
  const lines = [
    ...written,
    ...(locale === undefined ? [] : writeLines(LABEL_NAMES[locale])),
    ...codes.flatMap((code) => [
      ...splitLines(APPEARANCE_WORDS[code] ?? ''),
      ...writeLines(CATEGORY_NAMES[code]),
    ]),
  ]
  for (const [index, line] of lines.entries()) {
    const [english = '', names = ''] = line.split(': ')
    for (const name of names.split(', ')) {
      const key = splitIntoWords(name.replace(/[?!]$/, '')).map(toPlainArabic).join(' ')
      if (key === '') continue
      const isDerived = index >= written.length
      const isUnsure = name.endsWith('?') || (isDerived && isShort(name))
      if (!entries.get(key)?.isListed)
        entries.set(key, { english, isUnsure, isListed: true, isDerived })
      // '!': with another ending it is another word, as 'pizza' is no 'pizzo'.
      if (key.includes(' ') || isUnsure || name.endsWith('!')) continue
      for (const form of listForms(key, endings))
        if (!entries.has(form))
          entries.set(form, {
            english,
            isUnsure: isDerived && isShort(form),
            isListed: false,
            isDerived,
          })
    }
  }
  return { entries, locale: locale ?? null, joinsWords, missing: missing ?? null }
}
const languages: readonly Language[] = LANGUAGES.map(readLanguage)

/** Single foreign words that typos may be corrected to. */
export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  languages.flatMap(({ entries }) =>
    [...entries].flatMap(([name, { isUnsure, isDerived }]) =>
      isUnsure || isDerived || name.includes(' ') || name.length < MIN_LETTERS ? [] : [name],
    ),
  ),
)

/** Words that are certainly foreign; most English titles have none. */
const unambiguousWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ entries }) =>
    [...entries].flatMap(([name, { isUnsure }]) => (isUnsure || isKnownWord(name) ? [] : [name])),
  ),
)

/** Linking letters of compounds: 'Hochzeitskleid', 'Blumenkleid', 'Damenjacke'. */
const LINKS = ['', 's', 'n', 'en', 'e', 'er']
const MIN_TAIL_LETTERS = 3

/** 'Lederjacke' is 'leather jacket'; null unless both parts are known. */
const splitCompound = ({ entries }: Language, word: string): string | null => {
  for (let from = 3; from <= word.length - MIN_TAIL_LETTERS; from += 1) {
    const tail = entries.get(word.slice(from))
    if (!tail || tail.english === 'the' || word.length - from < MIN_TAIL_LETTERS) continue
    const start = word.slice(0, from)
    const head = LINKS.map((link) =>
      start.endsWith(link) ? entries.get(start.slice(0, start.length - link.length)) : undefined,
    ).find((entry) => entry !== undefined)
    if (head && head.english !== 'the') return `${head.english} ${tail.english}`
  }
  return null
}

/** Translates a word with a suffix for 'without': 'desensiz' by 'desen', 'çizgisiz' by 'çizgili'. */
const splitWithoutSuffix = ({ entries, missing }: Language, word: string): string | null => {
  if (!missing?.test(word)) return null
  const stem = word.replace(missing, '')
  if (stem.length < MIN_TAIL_LETTERS) return null
  const entry = [stem, `${stem}li`, `${stem}lu`].map((form) => entries.get(form)).find(Boolean)
  return entry && !entry.isUnsure ? `not ${entry.english}` : null
}

const isUnspaced = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)

const unspacedNames: ReadonlySet<string> = new Set(
  languages.flatMap(({ entries }) => [...entries.keys()].filter(isUnspaced)),
)

/** Splits text without spaces into the words it contains, longest first. */
const cutUnspaced = (word: string): string[] => {
  const parts: string[] = []
  let unknown = ''
  for (let from = 0; from < word.length;) {
    let length = Math.min(12, word.length - from)
    while (length > 0 && !unspacedNames.has(word.slice(from, from + length))) length -= 1
    if (length === 0) unknown += word[from]
    else {
      parts.push(...(unknown === '' ? [] : [unknown]), word.slice(from, from + length))
      unknown = ''
    }
    from += Math.max(1, length)
  }
  return unknown === '' ? parts : [...parts, unknown]
}

type DetectedLanguages = { order: readonly Language[]; main: Language | null }
/** `equals`: the languages that have as many words as the main one; 'šaty' is Czech and Slovak. */
type DetectionResult = DetectedLanguages & {
  equals: readonly Language[]
  /** Whether no word is certainly of one language. */
  isUnknown: boolean
}

const WORDS = /[\p{L}\p{N}]+/gu

/** Orders languages by the number of words that are certainly theirs, and compares them with English. */
const detect = (words: readonly string[]): DetectionResult => {
  const counts = languages.map(
    ({ entries }) =>
      words.filter((word) => {
        return unambiguousWords.has(word) && entries.get(word)?.isUnsure === false
      }).length,
  )
  const english = words.filter(
    (word) => isKnownWord(word) && !languages.some(({ entries }) => entries.has(word)),
  ).length
  const order = languages
    .map((language, index) => ({ language, count: counts[index] ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
  const [best] = order
  return {
    order: order.map(({ language }) => language),
    equals: order.filter(({ count }) => count === best?.count).map(({ language }) => language),
    /** The language in which ambiguous words are read; null for English. */
    main: best && best.count > 0 && best.count >= english ? best.language : null,
    isUnknown: best?.count === 0 && english === 0,
  }
}

/** 'Robes' are dresses to those who read the site in French. */
const detectInQuery = (words: readonly string[]): DetectedLanguages => {
  const detected = detect(words)
  const { code } = getLanguage()
  const own = languages.find(({ locale }) => locale === code)
  if (!own || !(detected.isUnknown || (detected.main && detected.equals.includes(own))))
    return detected
  return { order: [own, ...detected.order.filter((language) => language !== own)], main: own }
}

type Phrase = { english: string; count: number }
type LastPhrase = { from: number; isJoining: boolean }

/** 'black and white' is one phrase, which begins at 'black'. */
const extendPhrase = (before: LastPhrase | null, from: number, text: string): LastPhrase | null => {
  if (text === 'and' || text === 'or') return before && { from: before.from, isJoining: true }
  return { from: before?.isJoining ? before.from : from, isJoining: false }
}

/**
 * Translates the known foreign words of a text into the English vocabulary. In a query every language
 * counts; a title is translated only from the language of most of the product's words.
 */
export const toEnglish = (text: string, detected?: DetectedLanguages): string => {
  const folded = toPlainDigits(foldText(text))
  const spaced = folded.replaceAll(WORDS, (word) =>
    // '5,000円' is one number.
    isUnspaced(word) ? `${/^\d/.test(word) ? '' : ' '}${cutUnspaced(word).join(' ')} ` : word,
  )
  const tokens = [...spaced.matchAll(WORDS)].map(([word], index, all) => ({
    word,
    plain: toPlainArabic(word),
    from: all[index]?.index ?? 0,
  }))
  const { order, main } = detected ?? detectInQuery(tokens.map(({ plain }) => plain))
  const findPhraseAt = (start: number, first = tokens[start]?.plain ?? ''): Phrase | null => {
    for (let count = Math.min(MAX_PHRASE, tokens.length - start); count > 0; count -= 1) {
      const phrase = [
        first,
        ...tokens.slice(start + 1, start + count).map(({ plain }) => plain),
      ].join(' ')
      const isEnglish = count === 1 ? isKnownWord(phrase) : false
      for (const language of order) {
        const entry = language.entries.get(phrase)
        if (!entry || ((entry.isUnsure || isEnglish) && language !== main)) continue
        return { english: entry.english, count }
      }
    }
    const word = first
    if (isKnownWord(word)) return null
    for (const { english: joined, rest } of listJoinedWords(word)) {
      const phrase = /^\d+$/.test(rest) ? { english: rest, count: 1 } : findPhraseAt(start, rest)
      if (phrase) return { ...phrase, english: joined + phrase.english }
    }
    const compound = order
      .map((language) =>
        language.joinsWords ? splitCompound(language, word) : splitWithoutSuffix(language, word),
      )
      .find((english) => english !== null)
    return compound === undefined ? null : { english: compound, count: 1 }
  }
  let english = ''
  let copied = 0
  /** The phrase before which a following negation is inserted. */
  let lastPhrase: LastPhrase | null = null
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index]
    const phrase = findPhraseAt(index)
    const last = tokens[index + (phrase?.count ?? 1) - 1]
    if (token && last) english += spaced.slice(copied, token.from)
    if (token && last && phrase?.english === NOT_BEFORE) {
      if (lastPhrase)
        english = `${english.slice(0, lastPhrase.from)}not ${english.slice(lastPhrase.from)}`
      lastPhrase = null
    } else if (token && last) {
      const text = phrase?.english ?? token.word
      if (text !== 'the') lastPhrase = extendPhrase(lastPhrase, english.length, text)
      english += phrase?.english === 'the' ? '' : text
    }
    if (last) copied = last.from + last.word.length
    index += phrase?.count ?? 1
  }
  return english + spaced.slice(copied)
}

/** Creates a translator for the texts of one product, which are in one language. */
export const toEnglishOf = (
  texts: readonly (string | null | undefined)[],
): ((text: string) => string) => {
  const words = texts
    .flatMap((text) => splitIntoWords(text ?? ''))
    .flatMap((word) => (isUnspaced(word) ? cutUnspaced(word) : [toPlainArabic(word)]))
  if (!words.some((word) => unambiguousWords.has(word))) return (text) => text
  const { main, equals } = detect(words)
  return main === null ? (text) => text : (text) => toEnglish(text, { order: equals, main })
}
