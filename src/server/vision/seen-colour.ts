import type { DominantColor } from './colors.ts'
import type { Chance } from './words.ts'

/** What the model calls the finer shades that are named by pixels. */
const MODEL_WORDS: Readonly<Record<string, readonly string[]>> = {
  charcoal: ['black', 'grey'],
  silver: ['white', 'grey', 'silver'],
  ivory: ['cream', 'white'],
  camel: ['tan', 'brown'],
  chocolate: ['brown'],
  taupe: ['beige', 'brown', 'grey'],
  burgundy: ['burgundy', 'red'],
  rust: ['orange', 'red', 'brown'],
  coral: ['pink', 'orange'],
  mustard: ['yellow'],
  'dark green': ['green'],
  sage: ['green'],
  mint: ['green', 'teal'],
  turquoise: ['teal'],
  denim: ['denim', 'blue'],
  plum: ['purple', 'burgundy'],
  lavender: ['purple'],
  blush: ['pink', 'beige'],
  fuchsia: ['pink'],
}

/** Pixels of these show mostly a face or a wrist. */
const WORN_ON_SKIN = new Set(['eyewear', 'jewelry', 'watch'])
const OF_SKIN = new Set(['beige', 'blush', 'brown', 'camel', 'chocolate', 'rust', 'tan', 'taupe'])

const CLEAR_SHARE = 0.5
const LEAST_SHARE = 0.4
/** Chances of the model: enough for what the pixels show, and without them (decision 118). */
const AGREED = 0.54
const LIKELY = 0.6

/**
 * The colour to name where the model's own word is not sure, or none: folds, shadows and what is beside
 * an object mislead the pixels, so that the model has to agree with them, or to be nearly sure itself.
 * `chances` are empty for kinds that the model does not describe.
 */
export const seenColour = (
  kind: string,
  [first]: readonly DominantColor[],
  chances: readonly Chance[],
): string | undefined => {
  if (!first) return undefined
  const { name, share } = first
  const [likeliest] = chances
  if (!likeliest) {
    const isSkin = WORN_ON_SKIN.has(kind) && OF_SKIN.has(name)
    return share >= LEAST_SHARE && !isSkin ? name : undefined
  }
  const words = MODEL_WORDS[name] ?? [name]
  const agreed = chances.filter(([word]) => words.includes(word))
  const chance = agreed.reduce((sum, [, one]) => sum + one, 0)
  if (chance >= AGREED)
    // Nobody calls clothes silver that are white or grey in the shade.
    return share >= CLEAR_SHARE && name !== 'silver' ? name : agreed[0]?.[0]
  return likeliest[1] >= LIKELY ? likeliest[0] : undefined
}
