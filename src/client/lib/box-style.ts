import type { Box } from '#shared/domain/box.ts'

export const percent = (fraction: number): string => `${fraction * 100}%`

/** Puts an element over a box of a picture, given in fractions of the picture. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})
