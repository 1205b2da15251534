import type { WordsCard } from './model-cards.ts'

/** Words by attribute, such as `{ type: 'shirt', pattern: 'striped' }`. */
export type ItemWords = Readonly<Record<string, string>>

/** Answers that say nothing about the item. */
const SILENT = new Set(['none', 'other'])

const best = (chances: readonly (readonly [string, number])[]) =>
  chances.reduce<readonly [string, number]>((high, one) => (one[1] > high[1] ? one : high), ['', 0])

/**
 * Only words that are right at least nine times in ten. A type has to fit the detected kind; kinds
 * without types (jewelry, glasses) were never labelled, so nothing is believed about them.
 */
export const sureWords = (row: Float32Array, kind: string, card: WordsCard): ItemWords => {
  const types = card.typesOfKind[kind]
  if (!types) return {}
  const sure: Record<string, string> = {}
  let first = 0
  for (const { name, words, threshold } of card.attributes) {
    const chances = words.map((word, index) => [word, row[first + index] ?? 0] as const)
    first += words.length
    const allowed = name === 'type' ? chances.filter(([word]) => types.includes(word)) : chances
    const total = allowed.reduce((sum, [, chance]) => sum + chance, 0)
    const [word, chance] = best(allowed)
    if (total > 0 && chance / total >= threshold && !SILENT.has(word)) sure[name] = word
  }
  return sure
}
