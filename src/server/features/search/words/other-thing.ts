import { EVERYDAY_WORDS, FILLER_WORDS } from '#shared/vocabulary/ignored-words.ts'
import { findOtherThing } from '#shared/vocabulary/other-things.ts'
import type { PhraseMatch } from '#shared/vocabulary/vocabulary.ts'
import type { Word } from './catalog-words.ts'
import { isEverydayWord } from './everyday-words.ts'
import { OTHER_NOUNS, OTHER_WEARERS } from './other-nouns.ts'
import { isAside } from './query-phrases.ts'

type QueryPhrases = {
  words: readonly string[]
  all: readonly PhraseMatch[]
  relevant: readonly PhraseMatch[]
  kindPhrase: PhraseMatch | undefined
}
/** `unknown`: those of them that no vocabulary has. */
type WordsWithoutMeaning = { unknown: readonly string[]; unused: readonly string[] }

/**
 * The noun of 'belt sander' and 'office chair': an everyday word after what the query names, which no title
 * has. Words before a thing, and foreign adjectives after it, describe it.
 */
const findOtherNoun = (
  typed: readonly Word[],
  { words, relevant, kindPhrase }: QueryPhrases,
  { unknown, unused }: WordsWithoutMeaning,
): string | null => {
  const named =
    kindPhrase ?? relevant.findLast(({ meaning }) => meaning.occasion ?? meaning.departments)
  if (!named) return null
  const isNoun = (word: string) =>
    (unknown.includes(word) && isEverydayWord(word)) ||
    (unused.includes(word) && OTHER_NOUNS.has(word))
  const thing = words.slice(named.from, named.to)
  const wearer = unused.find((word) => OTHER_WEARERS.has(word))
  if (wearer !== undefined) return [...thing, wearer].join(' ')
  const [noun = '', ...rest] = words.slice(named.to)
  const isLast = rest.every(
    (word) => FILLER_WORDS.has(word) || EVERYDAY_WORDS.has(word) || isNoun(word),
  )
  const isEnglish = thing.every((word) => typed.some(({ text }) => text === word))
  return isLast && isEnglish && isNoun(noun) ? [...thing, noun].join(' ') : null
}

/** Questions about things, unless they ask what to wear. */
const QUESTION =
  /^(?:how (?:to|do|does|did|can|much|many)|why|when (?:was|were|is|did)|who (?:invented|made|is|was)|history of|meaning of|definition of)\b/
const WEARING = /\b(?:wear|wearing|style|match|pair|dress|look|outfit|clothes)\b/
/** 'What to wear with white jeans' says what not to show. */
const COMPANION_QUESTION =
  /^what (?:can|do|does|should|shall|would|could|to|goes?|looks? good)\b.*\bwith\b/
const readQuestion = (text: string): string | null =>
  (QUESTION.test(text) && !WEARING.test(text)) || COMPANION_QUESTION.test(text) ? text : null

/** 'Leather sofa' and 'ski lift tickets': the last word says what is asked for, if another one describes it. */
const findHeadNoun = (
  text: string,
  typed: readonly Word[],
  { words, all, kindPhrase }: QueryPhrases,
): string | null => {
  const last = words.length - 1
  const before = words[last - 1] ?? ''
  // As typed: a fishing rod is not red, although Swedes call that so.
  const noun = typed.at(-1)?.text ?? ''
  if (!OTHER_NOUNS.has(noun) || WEARING.test(text) || words.some(isAside)) return null
  const phrase = all.find(({ from, to }) => last >= from && last < to)
  const isOurs =
    phrase !== undefined &&
    (phrase.meaning.kind !== undefined ||
      phrase.to - phrase.from > 1 ||
      (words.length > 1 && (phrase.meaning.occasion !== undefined || kindPhrase !== undefined)))
  if (isOurs) return null
  return words.length === 1 || !FILLER_WORDS.has(before)
    ? (words[last] === noun ? words : typed.map((word) => word.text)).join(' ')
    : null
}

/** What a query asks for if that is no fashion although it has our words; null for all other queries. */
export const findThingAsked = (
  text: string,
  typed: readonly Word[],
  phrases: QueryPhrases,
  words: WordsWithoutMeaning,
): string | null =>
  readQuestion(text) ??
  findOtherThing(typed.map((word) => word.text)) ??
  findOtherNoun(typed, phrases, words) ??
  findHeadNoun(text, typed, phrases)
