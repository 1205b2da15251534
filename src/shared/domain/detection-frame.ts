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

const STAGGER_UNITS = 50
const STEPS = (2 * DETECTION.placedUnits) / STAGGER_UNITS

const staggered = (step: number): number =>
  (DETECTION.placedUnits + step * STAGGER_UNITS) % (STEPS * STAGGER_UNITS)

/**
 * §9: where a remote result without a box goes: 150 by 150 units, the first at 150, 150 and each
 * next one a step on, wrapping inside the frame so that 36 of them never hide one another.
 */
export const placedBox = (index: number): Box => ({
  x: staggered(index),
  y: staggered(index + Math.floor(index / STEPS)),
  width: DETECTION.placedUnits,
  height: DETECTION.placedUnits,
})
