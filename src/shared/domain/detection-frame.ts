import { DETECTION } from '#shared/constants.ts'
import type { Box } from './box.ts'

/**
 * §3: boxes are kept in a 400-unit frame. It is 400 units wide and 400 high whatever the picture's
 * shape, so x and y scale separately: a box means the same on the photo, its preview and its crop.
 */

export interface ImageSize {
  width: number
  height: number
}

const scaleBox = (box: Box, across: number, down: number): Box => ({
  x: box.x * across,
  y: box.y * down,
  width: box.width * across,
  height: box.height * down,
})

/** A box in pixels of an image of this size, in units. */
export const toUnits = (box: Box, image: ImageSize): Box =>
  scaleBox(box, DETECTION.frameUnits / image.width, DETECTION.frameUnits / image.height)

/** A box in units, in pixels of an image of this size. */
export const fromUnits = (box: Box, image: ImageSize): Box =>
  scaleBox(box, image.width / DETECTION.frameUnits, image.height / DETECTION.frameUnits)
