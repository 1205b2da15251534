import type { WordsCard } from './model-cards.ts'

/** Words by attribute, such as `{ type: 'shirt', pattern: 'striped' }`. */
export type ItemWords = Readonly<Record<string, string>>

export type Chance = readonly [word: string, chance: number]
/** The likeliest word first; it is believed from both thresholds on. */
export type Answer = { name: string; threshold: number; boxThreshold: number; chances: Chance[] }

/** Answers that say nothing about the item. */
const SILENT = new Set(['none', 'other'])

/**
 * The probability of each word, by attribute. A type has to fit the detected kind; kinds without types
 * (jewelry, glasses) were never labelled, so nothing is believed about them, nor about a hat's sleeves.
 */
export const answersOf = (row: Float32Array, kind: string, card: WordsCard): Answer[] => {
  const types = card.typesOfKind[kind]
  if (!types) return []
  let first = 0
  return card.attributes.flatMap((attribute): Answer[] => {
    const { name, words, kinds, threshold, thresholds, boxThreshold = 0 } = attribute
    const all = words.map((word, index): Chance => [word, row[first + index] ?? 0])
    first += words.length
    if (kinds && !kinds.includes(kind)) return []
    const allowed = name === 'type' ? all.filter(([word]) => types.includes(word)) : all
    const total = allowed.reduce((sum, [, chance]) => sum + chance, 0)
    const chances = allowed
      .map(([word, chance]): Chance => [word, total > 0 ? chance / total : 0])
      .toSorted((a, b) => b[1] - a[1])
    const [likeliest = ''] = chances[0] ?? []
    return [{ name, threshold: thresholds?.[likeliest] ?? threshold, boxThreshold, chances }]
  })
}

/** The chances of one attribute's words, the likeliest first; none for kinds without words. */
export const chancesOf = (name: string, answers: readonly Answer[]) =>
  answers.find((answer) => answer.name === name)?.chances ?? []

/**
 * Only words that are right at least nine times in ten. `score` is that of the box, which may show
 * something else or nothing (decision 118); null where somebody says what is pictured.
 */
export const sureWords = (answers: readonly Answer[], score: number | null): ItemWords => {
  const sure: Record<string, string> = {}
  for (const { name, threshold, boxThreshold, chances } of answers) {
    const [word, chance] = chances[0] ?? ['', 0]
    const isOnItem = score === null || chance * score >= boxThreshold
    if (chance > 0 && chance >= threshold && isOnItem && !SILENT.has(word)) sure[name] = word
  }
  return sure
}
