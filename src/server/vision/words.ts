import type { WordsCard } from './model-cards.ts'

/** Words by attribute, such as `{ type: 'shirt', pattern: 'striped' }`. */
export type ItemWords = Readonly<Record<string, string>>

export type Chance = readonly [word: string, chance: number]
/** The likeliest word first; it is believed from `threshold` on. */
export type Answer = { name: string; threshold: number; chances: Chance[] }

/** Answers that say nothing about the item. */
const SILENT = new Set(['none', 'other'])

/**
 * The probability of each word, by attribute. A type has to fit the detected kind; kinds without types
 * (jewelry, glasses) were never labelled, so nothing is believed about them.
 */
export const answersOf = (row: Float32Array, kind: string, card: WordsCard): Answer[] => {
  const types = card.typesOfKind[kind]
  if (!types) return []
  let first = 0
  return card.attributes.map(({ name, words, threshold, thresholds }) => {
    const all = words.map((word, index): Chance => [word, row[first + index] ?? 0])
    first += words.length
    const allowed = name === 'type' ? all.filter(([word]) => types.includes(word)) : all
    const total = allowed.reduce((sum, [, chance]) => sum + chance, 0)
    const chances = allowed
      .map(([word, chance]): Chance => [word, total > 0 ? chance / total : 0])
      .toSorted((a, b) => b[1] - a[1])
    return { name, threshold: thresholds?.[chances[0]?.[0] ?? ''] ?? threshold, chances }
  })
}

/** The chances of one attribute's words, the likeliest first; none for kinds without words. */
export const chancesOf = (name: string, answers: readonly Answer[]) =>
  answers.find((answer) => answer.name === name)?.chances ?? []

/** Only words that are right at least nine times in ten. */
export const sureWords = (answers: readonly Answer[]): ItemWords => {
  const sure: Record<string, string> = {}
  for (const { name, threshold, chances } of answers) {
    const [word, chance] = chances[0] ?? ['', 0]
    if (chance > 0 && chance >= threshold && !SILENT.has(word)) sure[name] = word
  }
  return sure
}
