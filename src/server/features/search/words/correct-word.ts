import { FOREIGN_WORDS } from './languages/translate.ts'
import type { CatalogueWords } from './read-query.ts'
import { isMeaningful, VOCABULARY_WORDS } from '#shared/vocabulary/vocabulary.ts'
import { editDistance, allowedTypos } from '#shared/vocabulary/word-forms.ts'

/** Shorter words are not corrected into foreign ones. */
const MIN_FOREIGN_LETTERS = 5

/** 'Script' is not 'stripe': in so short a word, two letters are rarely replaced by mistake. */
const isOtherWord = (typed: string, word: string): boolean =>
  typed.length <= 6 &&
  word.length === typed.length &&
  editDistance(typed, word) === 2 &&
  Array.from(typed).filter((letter, index) => letter !== word[index]).length === 2

/** The nearest known word; null if none is near, because a wild guess is worse than none. */
export const correctWord = async (
  typed: string,
  isLast: boolean,
  catalogue: Pick<CatalogueWords, 'similarWords'>,
): Promise<string | null> => {
  const maxTypos = allowedTypos(typed)
  const inCatalogue = await catalogue.similarWords(typed)
  const completed = inCatalogue.find((word) => isLast && typed.length > 2 && word.startsWith(typed))
  if (completed !== undefined) return completed
  if (maxTypos === 0) return null
  const within = (words: Iterable<string>, limit: number) =>
    [...words]
      .filter((word) => Math.abs(word.length - typed.length) <= limit)
      .map((word) => ({
        word,
        typos: editDistance(typed, word),
        isSameStart: word[0] === typed[0],
      }))
      // 'table' is not 'cable': the first letter of a short word is rarely wrong.
      .filter(({ typos, isSameStart }) => typos <= limit && (isSameStart || limit > 1))
      .filter(({ word }) => !isOtherWord(typed, word))
  const english = within(new Set([...VOCABULARY_WORDS, ...inCatalogue]), maxTypos)
  // Among so many languages, nearly every word is within two typos of another.
  const foreign = typed.length < MIN_FOREIGN_LETTERS ? [] : within(FOREIGN_WORDS, 1)
  const candidates = [...english, ...foreign]
  return (
    candidates.toSorted(
      (a, b) =>
        a.typos - b.typos ||
        Number(b.isSameStart) - Number(a.isSameStart) ||
        Number(isMeaningful(b.word)) - Number(isMeaningful(a.word)),
    )[0]?.word ?? null
  )
}
