import type { Corners } from './image-ops.ts'
import type { ItemWords } from './words.ts'

/** Shop words for kinds that fit each of their types: not 'tights' for socks. */
const NOUNS: Record<string, string> = {
  footwear: 'shoes',
  eyewear: 'glasses',
}

/** What to call a thing of which only the kind is known. */
export const kindNoun = (kind: string): string =>
  kind === 'outerwear' ? 'jacket' : (NOUNS[kind] ?? kind)

const COAT_FROM_HEIGHT_TO_WIDTH = 1.7
const DARK = new Set(['black', 'charcoal', 'chocolate', 'brown'])
const OF_DENIM = new Set(['outerwear', 'shorts', 'skirt'])

const nounOf = (kind: string, { x0, y0, x1, y1 }: Corners, color: string | undefined) => {
  if (kind === 'outerwear')
    return y1 - y0 > COAT_FROM_HEIGHT_TO_WIDTH * (x1 - x0) ? 'coat' : 'jacket'
  if (kind === 'eyewear' && color && DARK.has(color)) return 'sunglasses'
  return NOUNS[kind] ?? kind
}

/** A ring of a few pixels shows more skin than metal, so only metal colours count. */
const OF_METAL = new Set(['jewelry', 'watch'])
const METALS = new Set(['gold', 'silver'])

/** Patterns as adjectives; a plain item is not called plain. */
const PATTERNS: Record<string, string> = {
  animal: 'animal-print',
  knit: 'knitted',
  plain: '',
}

const coloredNoun = (kind: string, noun: string, color: string | undefined) => {
  if (color === 'denim') {
    if (noun.startsWith('denim ')) return noun
    if (noun === 'jeans' || noun === 'pants') return 'blue jeans'
    return `${OF_DENIM.has(kind) ? color : 'blue'} ${noun}`
  }
  const isBelieved = color !== undefined && (!OF_METAL.has(kind) || METALS.has(color))
  return isBelieved ? `${color} ${noun}` : noun
}

/** A readable label such as 'striped navy shirt': sure words first, else the colour seen and the kind. */
export const labelOf = (
  kind: string,
  box: Corners,
  seen: string | undefined,
  { type, pattern = 'plain', colour = seen }: ItemWords = {},
): string => {
  const named = coloredNoun(kind, type ?? nounOf(kind, box, colour), colour)
  return `${PATTERNS[pattern] ?? pattern} ${named}`.trim()
}
