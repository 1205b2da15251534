import { DETECTION } from '#shared/constants.ts'
import type { Box } from './box.ts'

/**
 * §3: boxes are in a frame of 400 by 400 units, whatever the picture's shape. x and y scale separately,
 * so that a box means the same on the photo and its preview.
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
