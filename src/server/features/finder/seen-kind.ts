import { kindNoun } from '#server/vision/describe.ts'
import type { ModelCards } from '#server/vision/model-cards.ts'
import type { ObjectLook } from './object-looks.ts'

const LEAST_SHARE = 0.5

/** The kind that a vector itself tells: one part has the square roots of the chances of each. */
const kindIn = (
  vector: Float32Array,
  { detector, embedder: { parts } }: Pick<ModelCards, 'detector' | 'embedder'>,
): string | null => {
  const from = parts.appearance + parts.colour
  const chances = vector.slice(from, from + parts.kind).map((value) => value * value)
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  const place = chances.findIndex((chance) => chance >= LEAST_SHARE * total)
  return total > 0 ? (detector.kinds[place] ?? null) : null
}

/** A box that somebody drew has no kind and no name: what can be told from its look. */
export const withSeenKind = (
  look: ObjectLook,
  cards: Pick<ModelCards, 'detector' | 'embedder'>,
): ObjectLook => {
  const kind = look.kind ?? kindIn(look.vector, cards)
  if (kind === null) return look
  return {
    ...look,
    kind,
    category: look.category ?? cards.detector.categories[kind] ?? null,
    label: look.label || kindNoun(kind),
  }
}
