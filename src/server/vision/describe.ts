import type { DominantColor } from './colors.ts'
import type { Corners } from './image-ops.ts'

/** Shop words for kinds; some of the detector's names are too coarse. */
const NOUNS: Record<string, string> = {
  legwear: 'tights',
  footwear: 'shoes',
  eyewear: 'glasses',
}

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

/** A readable label such as 'navy coat': the main colour and the noun. */
export const labelOf = (kind: string, box: Corners, colors: readonly DominantColor[]): string => {
  const color = colors[0]?.name
  const noun = nounOf(kind, box, color)
  if (color === 'denim')
    return kind === 'pants' ? 'blue jeans' : `${OF_DENIM.has(kind) ? color : 'blue'} ${noun}`
  const isBelieved = color !== undefined && (!OF_METAL.has(kind) || METALS.has(color))
  return isBelieved ? `${color} ${noun}` : noun
}
