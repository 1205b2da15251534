import { foldText, wordsOf } from '#shared/vocabulary/word-forms.ts'
import { isKnownWord } from '#shared/vocabulary/vocabulary.ts'
import { GERMAN } from './de.ts'
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { ITALIAN } from './it.ts'
import { JAPANESE } from './ja.ts'
import { DUTCH } from './nl.ts'
import { POLISH } from './pl.ts'
import { PORTUGUESE } from './pt.ts'
import { TURKISH } from './tr.ts'

/** What a language says after a word that is not wanted: '黒以外', 'siyah olmayan'. */
const NOT_BEFORE = 'not before'

/** `ending: other endings`: the forms of a word that its list need not name. An empty ending fits every word. */
type Endings = Readonly<Record<string, string>>
const LATIN: Endings = { o: 'a os as', a: 'as', e: 'es', '': 's es' }
const LANGUAGES: readonly {
  written: string
  endings: Endings
  joinsWords?: boolean
  /** The ending of a word that says it is missing: 'desensiz' is 'without pattern'. */
  missing?: RegExp
}[] = [
  { written: GERMAN, endings: { '': 'e er es en em n s' }, joinsWords: true },
  { written: FRENCH, endings: { '': 's e es x' } },
  { written: SPANISH, endings: LATIN },
  { written: ITALIAN, endings: { o: 'a i e', a: 'e', e: 'i' } },
  { written: PORTUGUESE, endings: LATIN },
  { written: DUTCH, endings: { '': 'e en s n' }, joinsWords: true },
  {
    written: POLISH,
    endings: { y: 'a e ego ej ych ym', i: 'a ie iego iej ich im', a: 'i e y o' },
  },
  {
    written: TURKISH,
    endings: { '': 'lar ler i u si lari leri' },
    missing: /(?:siz|suz)(?:lar|ler)?$/,
  },
  { written: JAPANESE, endings: {} },
]
/** A word this short may be another word with an ending. */
const LEAST_LETTERS = 4
const MAX_PHRASE = 4

type Entry = { english: string; isUnsure: boolean; isGiven: boolean }
type Language = {
  entries: ReadonlyMap<string, Entry>
  joinsWords: boolean
  missing: RegExp | null
}

const formsOf = (word: string, endings: Endings): string[] =>
  Object.entries(endings).flatMap(([ending, others]) =>
    word.length < LEAST_LETTERS || !word.endsWith(ending)
      ? []
      : others.split(' ').map((other) => word.slice(0, word.length - ending.length) + other),
  )

const readLanguage = ({
  written,
  endings,
  joinsWords = false,
  missing,
}: (typeof LANGUAGES)[number]): Language => {
  const entries = new Map<string, Entry>()
  const lines = written
    .trim()
    .split('\n')
    .map((line) => line.split(': '))
  for (const [english = '', names = ''] of lines)
    for (const name of names.split(', ')) {
      const key = wordsOf(name.replace('?', '')).join(' ')
      const isUnsure = name.endsWith('?')
      if (!entries.get(key)?.isGiven) entries.set(key, { english, isUnsure, isGiven: true })
      if (key.includes(' ') || isUnsure) continue
      for (const form of formsOf(key, endings))
        if (!entries.has(form)) entries.set(form, { english, isUnsure: false, isGiven: false })
    }
  return { entries, joinsWords, missing: missing ?? null }
}
const languages: readonly Language[] = LANGUAGES.map(readLanguage)

/** Single foreign words, into which typos may be corrected. */
export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  languages.flatMap(({ entries }) =>
    [...entries].flatMap(([name, { isUnsure }]) =>
      isUnsure || name.includes(' ') || name.length < LEAST_LETTERS ? [] : [name],
    ),
  ),
)

/** Anything that is surely a word of some language; most English titles have none. */
const sureWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ entries }) =>
    [...entries].flatMap(([name, { isUnsure }]) => (isUnsure || isKnownWord(name) ? [] : [name])),
  ),
)

/** Linking letters of compounds: 'Hochzeitskleid', 'Blumenkleid', 'Damenjacke'. */
const LINKS = ['', 's', 'n', 'en', 'e', 'er']
const LEAST_TAIL = 3

/** 'Lederjacke' is 'leather jacket': the end must be known; of an unknown start only that end is left. */
const splitCompound = ({ entries }: Language, word: string): string | null => {
  for (let from = 3; from <= word.length - LEAST_TAIL; from += 1) {
    const tail = entries.get(word.slice(from))
    if (!tail || tail.english === 'the' || word.length - from < LEAST_TAIL) continue
    const start = word.slice(0, from)
    const head = LINKS.map((link) =>
      start.endsWith(link) ? entries.get(start.slice(0, start.length - link.length)) : undefined,
    ).find((entry) => entry !== undefined)
    if (head && head.english !== 'the') return `${head.english} ${tail.english}`
  }
  return null
}

/** 'desensiz' by 'desen', 'çizgisiz' by 'çizgili': what the word says is missing. */
const splitMissing = ({ entries, missing }: Language, word: string): string | null => {
  if (!missing?.test(word)) return null
  const stem = word.replace(missing, '')
  if (stem.length < LEAST_TAIL) return null
  const entry = [stem, `${stem}li`, `${stem}lu`].map((form) => entries.get(form)).find(Boolean)
  return entry && !entry.isUnsure ? `not ${entry.english}` : null
}

const isUnspaced = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)

/** Cuts text without spaces at the names it contains, the longest first. */
const cutUnspaced = (word: string): string[] => {
  const names = languages.at(-1)?.entries ?? new Map<string, Entry>()
  const parts: string[] = []
  let unknown = ''
  for (let from = 0; from < word.length;) {
    let length = Math.min(12, word.length - from)
    while (length > 0 && !names.has(word.slice(from, from + length))) length -= 1
    if (length === 0) unknown += word[from]
    else {
      parts.push(...(unknown === '' ? [] : [unknown]), word.slice(from, from + length))
      unknown = ''
    }
    from += Math.max(1, length)
  }
  return unknown === '' ? parts : [...parts, unknown]
}

type Detected = { order: readonly Language[]; main: Language | null }

const WORDS = /[\p{L}\p{N}]+/gu

/** How many words each language alone explains; English counts what only it has. */
const detect = (words: readonly string[]): Detected => {
  const counts = languages.map(
    ({ entries }) =>
      words.filter((word) => {
        return sureWords.has(word) && entries.get(word)?.isUnsure === false
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
    /** Words that are English too are taken as foreign. */
    main: best && best.count > 0 && best.count >= english ? best.language : null,
  }
}

type Said = { from: number; isJoining: boolean }

/** 'black and white' is one thing, which begins at 'black'. */
const nextSaid = (before: Said | null, from: number, text: string): Said | null => {
  if (text === 'and' || text === 'or') return before && { from: before.from, isJoining: true }
  return { from: before?.isJoining ? before.from : from, isJoining: false }
}

/**
 * A text in the words of the English vocabulary, as far as they are known in another language. In a query
 * every language counts; a title is translated only from the one that most of a product's words are in.
 */
export const toEnglish = (text: string, given?: Detected): string => {
  const folded = foldText(text)
  const spaced = folded.replaceAll(WORDS, (word) =>
    isUnspaced(word) ? ` ${cutUnspaced(word).join(' ')} ` : word,
  )
  const tokens = [...spaced.matchAll(WORDS)].map(([word], index, all) => ({
    word,
    from: all[index]?.index ?? 0,
  }))
  const { order, main } = given ?? detect(tokens.map(({ word }) => word))
  const phraseAt = (start: number): { english: string; count: number } | null => {
    for (let count = Math.min(MAX_PHRASE, tokens.length - start); count > 0; count -= 1) {
      const phrase = tokens
        .slice(start, start + count)
        .map(({ word }) => word)
        .join(' ')
      const isOwn = count === 1 ? isKnownWord(phrase) : false
      for (const language of order) {
        const entry = language.entries.get(phrase)
        if (!entry || ((entry.isUnsure || isOwn) && language !== main)) continue
        return { english: entry.english, count }
      }
    }
    const { word = '' } = tokens[start] ?? {}
    if (isKnownWord(word)) return null
    const compound = order
      .map((language) =>
        language.joinsWords ? splitCompound(language, word) : splitMissing(language, word),
      )
      .find((english) => english !== null)
    return compound === undefined ? null : { english: compound, count: 1 }
  }
  let english = ''
  let copied = 0
  /** Where a 'not' belongs that comes after what it is about, joined words included. */
  let said: Said | null = null
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index]
    const phrase = phraseAt(index)
    const last = tokens[index + (phrase?.count ?? 1) - 1]
    if (token && last) english += spaced.slice(copied, token.from)
    if (token && last && phrase?.english === NOT_BEFORE) {
      if (said) english = `${english.slice(0, said.from)}not ${english.slice(said.from)}`
      said = null
    } else if (token && last) {
      const text = phrase?.english ?? token.word
      if (text !== 'the') said = nextSaid(said, english.length, text)
      english += text === 'the' ? '' : text
    }
    if (last) copied = last.from + last.word.length
    index += phrase?.count ?? 1
  }
  return english + spaced.slice(copied)
}

/** Translates the texts of one product, which are in one language. */
export const toEnglishOf = (texts: readonly (string | null)[]): ((text: string) => string) => {
  const words = texts
    .flatMap((text) => wordsOf(text ?? ''))
    .flatMap((word) => (isUnspaced(word) ? cutUnspaced(word) : [word]))
  if (!words.some((word) => sureWords.has(word))) return (text) => text
  const { main } = detect(words)
  return main === null ? (text) => text : (text) => toEnglish(text, { order: [main], main })
}
