import { FOREIGN_WORDS, toEnglish } from '#server/features/catalog/description/index.ts'
import { SPELLING_SLIPS } from '#shared/vocabulary/ignored-words.ts'
import {
  findPhrases,
  isKnownWord,
  isMeaningful,
  VOCABULARY_WORDS,
} from '#shared/vocabulary/vocabulary.ts'
import { countAllowedTypos, computeEditDistance } from '#shared/vocabulary/word-forms.ts'
import { isEverydayWord } from './everyday-words.ts'

/** Shorter words are not corrected into foreign ones. */
const MIN_FOREIGN_LETTERS = 5
const LONG_WORD = 8

/** 'Script' is not 'stripe': in so short a word, two letters are rarely replaced by mistake. */
const isOtherWord = (typed: string, word: string): boolean =>
  typed.length <= 6 &&
  word.length === typed.length &&
  computeEditDistance(typed, word) === 2 &&
  Array.from(typed).filter((letter, index) => letter !== word[index]).length === 2

type WordLetters = { word: string; letters: number }

/** Whether only letters were left out: 'cardgn' is 'cardigan', but 'birkin' is no 'bikini'. */
const isShortened = (typed: string, word: string): boolean => {
  let next = 0
  for (const letter of word) if (letter === typed[next]) next += 1
  return next === typed.length
}

/** A bit for each letter; some letters share one. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}
const countBits = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
const withLetters = (word: string): WordLetters => ({ word, letters: lettersOf(word) })
/** Each missing letter is a typo, so few of these thousands of words have to be compared in full. */
const VOCABULARY = VOCABULARY_WORDS.flatMap((word) =>
  isMeaningful(word) && !word.endsWith('s') ? [word, `${word}s`] : [word],
).map(withLetters)
const FOREIGN = Array.from(FOREIGN_WORDS, withLetters)

const isSwapped = (typed: string, word: string): boolean =>
  typed.length === word.length &&
  Array.from(typed).toSorted().join() === Array.from(word).toSorted().join()

/** How likely a word is meant: the fewer typos the better, and the first letter is rarely wrong. */
const rankSpelling = (typed: string, word: string) => ({
  word,
  typos: computeEditDistance(typed, word),
  isSameStart: word[0] === typed[0],
})

/** The most frequent word that starts like this, rather one of the vocabulary than a name. */
export const completeWord = (typed: string, inCatalog: readonly string[]): string | undefined => {
  const completions = typed.length < 3 ? [] : inCatalog.filter((word) => word.startsWith(typed))
  return completions.find((word) => isMeaningful(toEnglish(word))) ?? completions[0]
}

/** Among so many names and languages, nearly every short word is within two typos of another. */
export const countNearbyTypos = (typed: string): number =>
  Math.min(countAllowedTypos(typed), typed.length < LONG_WORD ? 1 : Infinity)

/** The word that was probably meant; null if none is near, because a wild guess is worse than none. */
export const correctWord = (
  typed: string,
  isLast: boolean,
  inCatalog: readonly string[],
): string | null => {
  const slip = SPELLING_SLIPS[typed]
  if (slip !== undefined) return slip
  const maxTypos = countAllowedTypos(typed)
  const completed = isLast ? completeWord(typed, inCatalog) : undefined
  if (completed !== undefined && !isEverydayWord(typed)) return completed
  if (maxTypos === 0) return null
  const letters = lettersOf(typed)
  const within = (words: readonly WordLetters[], limit: number) =>
    words
      .filter(
        (other) =>
          Math.abs(other.word.length - typed.length) <= limit &&
          countBits(letters & ~other.letters) <= limit,
      )
      .map(({ word }) => rankSpelling(typed, word))
      .filter(
        ({ word, typos, isSameStart }) =>
          typos <= limit &&
          (typos < 2 || typed.length > 6 || isShortened(typed, word)) &&
          // 'table' is not 'cable', but 'rdess' is 'dress'.
          (isSameStart || (typos === 1 && (typed.length > 5 || isSwapped(typed, word)))) &&
          // Nearly every word of three letters is one letter from another.
          (typed.length > 3 || isSwapped(typed, word)) &&
          !isOtherWord(typed, word),
      )
  const candidates = [
    ...within(VOCABULARY, maxTypos),
    ...within(inCatalog.map(withLetters), countNearbyTypos(typed)),
    // 'Pizza' exists, so it is not Italian lace.
    ...(typed.length < MIN_FOREIGN_LETTERS || isEverydayWord(typed) ? [] : within(FOREIGN, 1)),
  ]
  return (
    candidates.toSorted(
      (a, b) =>
        a.typos - b.typos ||
        Number(b.isSameStart) - Number(a.isSameStart) ||
        Number(isMeaningful(toEnglish(b.word))) - Number(isMeaningful(toEnglish(a.word))),
    )[0]?.word ?? null
  )
}

const listOneTypoAway = (typed: string): string[] =>
  VOCABULARY.flatMap(({ word }) =>
    word[0] === typed[0] &&
    Math.abs(word.length - typed.length) < 2 &&
    computeEditDistance(typed, word) === 1
      ? word
      : [],
  )

/**
 * Two words that exist, but mean nothing here beside each other, while a phrase of ours is one typo away
 * from each of them: 'hight heals'.
 */
export const correctPair = (first: string, second: string): [string, string] | null => {
  if (first.length < MIN_FOREIGN_LETTERS || second.length < MIN_FOREIGN_LETTERS) return null
  const seconds = listOneTypoAway(second)
  for (const one of listOneTypoAway(first))
    for (const other of seconds) {
      const [phrase] = findPhrases([one, other])
      if (phrase?.to === 2 && phrase.meaning.kind !== undefined) return [one, other]
    }
  return null
}

/** A word of a query. `isTaken`: it belongs to a name. */
export type Word = { text: string; isTaken: boolean }

/** Marks the words of the longest name in the query, and returns the names with these words. */
export const takeName = <Name extends { key: string }>(
  words: Word[],
  names: readonly Name[],
  isEnough: (matched: readonly string[], key: readonly string[]) => boolean,
): Name[] => {
  const freeWords = new Set(words.filter(({ isTaken }) => !isTaken).map(({ text }) => text))
  const matches = names
    .map((name) => {
      const parts = name.key.split(' ').filter((part) => part !== 'and')
      return { name, parts, matched: parts.filter((part) => freeWords.has(part)) }
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

const matchesWholeName = (matched: readonly string[], parts: readonly string[]) =>
  matched.length === parts.length
/**
 * An everyday word such as 'Good' names a brand or a shop only if it is the whole query, and a word of the
 * vocabulary such as 'Mini' never does.
 */
export const matchesSeller =
  (isOnly: boolean) => (matched: readonly string[], parts: readonly string[]) => {
    const [word = ''] = parts
    const isOther = isMeaningful(word) || (!isOnly && isKnownWord(word))
    return matchesWholeName(matched, parts) && (parts.length > 1 || !isOther)
  }
/** Two parts of a name, or one part that has no other meaning. */
export const matchesPartOfName = (matched: readonly string[], parts: readonly string[]) =>
  (matchesWholeName(matched, parts) && (parts.length > 1 || !isMeaningful(parts[0] ?? ''))) ||
  matched.length > 1 ||
  matched.every((part) => !isKnownWord(part) && !FOREIGN_WORDS.has(part) && part.length > 2)
