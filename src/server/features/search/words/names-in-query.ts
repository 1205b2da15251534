import { FOREIGN_WORDS } from './languages/translate.ts'
import { isKnownWord } from '#shared/vocabulary/vocabulary.ts'

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

export const matchesWholeName = (matched: readonly string[], parts: readonly string[]) =>
  matched.length === parts.length
/** An everyday word such as 'Good' is a brand only if it is the whole query. */
export const matchesBrand =
  (isOnly: boolean) => (matched: readonly string[], parts: readonly string[]) =>
    matchesWholeName(matched, parts) && (parts.length > 1 || isOnly || !isKnownWord(parts[0] ?? ''))
/** Two parts of a name, or one part that has no other meaning. */
export const matchesPartOfName = (matched: readonly string[], parts: readonly string[]) =>
  matchesWholeName(matched, parts) ||
  matched.length > 1 ||
  matched.every((part) => !isKnownWord(part) && !FOREIGN_WORDS.has(part) && part.length > 2)
