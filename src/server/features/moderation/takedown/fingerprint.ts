import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD } from '#shared/constants.ts'
import { CELLS, cellsOf, MOST_CROP, SIDE, sumsOf, WHOLE, type Window } from './picture-grid.ts'
import { mayBeCrops, type QuickLook, quickLookOf } from './quick-look.ts'

/** What recognises a picture: its bytes, or what it looks like. Too coarse to show anybody. */
export type Fingerprint = { sha256: Buffer; grid: Buffer; aspect: number }

/** Before any crop is tried: rules out nearly every other picture. Levels of 255. */
const COARSE_CELLS = 4
const MOST_COARSE = 45
const MOST_STRETCH = 1.3
/** How a cut is searched for. */
const STEPS = [0.04, 0.02, 0.01, 0.005, 0.0025] as const
/** Measured: `npm run bench -- takedown`. */
const LIMITS = { mean: 2, most: 20 } as const

/** Null if it is not a picture. */
export const fingerprintOf = async (bytes: Buffer): Promise<Fingerprint | null> => {
  try {
    const picture = sharp(bytes, { limitInputPixels: UPLOAD.maxPixels, pages: 1 })
    const { autoOrient } = await picture.metadata()
    const grid = await picture
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Shrinking while loading is different for each file format.
      .resize(SIDE, SIDE, { fit: 'fill', kernel: 'cubic', fastShrinkOnLoad: false })
      .removeAlpha()
      .raw()
      .toBuffer()
    return {
      sha256: createHash('sha256').update(bytes).digest(),
      grid,
      aspect: autoOrient.width / autoOrient.height,
    }
  } catch {
    // Damaged, too many pixels, or not a picture.
    return null
  }
}

const differenceOf = (one: Float64Array, other: Float64Array) => {
  let total = 0
  let most = 0
  for (let at = 0; at < one.length; at += 1) {
    const difference = Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    total += difference
    if (difference > most) most = difference
  }
  return { mean: total / one.length, most }
}
type Difference = ReturnType<typeof differenceOf>

/** What a picture looks like, ready to be compared with many others. */
export type Appearance = { grid: Buffer; aspect: number; coarse: Float64Array; quick: QuickLook }

export const appearanceOf = ({
  grid,
  aspect,
}: Pick<Fingerprint, 'grid' | 'aspect'>): Appearance => {
  const sums = sumsOf(grid)
  return {
    grid,
    aspect,
    coarse: cellsOf(sums, WHOLE, COARSE_CELLS),
    quick: quickLookOf(grid, cellsOf(sums, WHOLE, CELLS)),
  }
}

const mayBeSame = (one: Appearance, other: Appearance): boolean => {
  const stretch = one.aspect / other.aspect
  return (
    stretch <= MOST_STRETCH &&
    stretch >= 1 / MOST_STRETCH &&
    differenceOf(one.coarse, other.coarse).mean <= MOST_COARSE
  )
}

const isSlightCrop = ([left, top, right, bottom]: Window): boolean =>
  left >= 0 &&
  top >= 0 &&
  right <= 1 &&
  bottom <= 1 &&
  left <= MOST_CROP &&
  top <= MOST_CROP &&
  right >= 1 - MOST_CROP &&
  bottom >= 1 - MOST_CROP

/** Pictures that are further apart than this after the first moves are different. */
const HOPELESS_MEAN = 12

/** A move must bring pictures this much closer, or rounding errors would be followed for ever. */
const WORTH = 0.995

/** Moves one edge at a time for as long as that brings the part of `whole` closer to `cells`. */
const closestPart = (whole: Float64Array, cells: Float64Array, start: Window): Difference => {
  let part = start
  let best = differenceOf(cellsOf(whole, part, CELLS), cells)
  for (const step of STEPS) {
    for (let isCloser = true; isCloser;) {
      isCloser = false
      for (const edge of [0, 1, 2, 3])
        for (const move of [step, -step]) {
          const tried = part.with(edge, (part[edge] ?? 0) + move) as unknown as Window
          if (!isSlightCrop(tried)) continue
          const found = differenceOf(cellsOf(whole, tried, CELLS), cells)
          if (found.mean > best.mean * WORTH) continue
          best = found
          part = tried
          isCloser = true
        }
    }
    if (best.mean > HOPELESS_MEAN) break
  }
  return best
}

const NOT_CLOSE: Difference = { mean: Infinity, most: Infinity }
const STARTS: readonly Window[] = [WHOLE, [0.05, 0.05, 0.95, 0.95]]

/** How far apart two pictures are, where one may be a crop of the other. */
export const distanceOf = (one: Appearance, other: Appearance): Difference => {
  if (!mayBeSame(one, other)) return NOT_CLOSE
  const [first, second] = [sumsOf(one.grid), sumsOf(other.grid)]
  const cells = [cellsOf(first, WHOLE, CELLS), cellsOf(second, WHOLE, CELLS)] as const
  return STARTS.flatMap((start) => [
    closestPart(first, cells[1], start),
    closestPart(second, cells[0], start),
  ]).reduce((best, found) => (found.mean < best.mean ? found : best))
}

/** Whether they show the same picture, re-encoded, resized or cropped a little. */
export const isSamePicture = (one: Appearance, other: Appearance): boolean => {
  if (!mayBeCrops(one.quick, other.quick, LIMITS)) return false
  const { mean, most } = distanceOf(one, other)
  return mean <= LIMITS.mean && most <= LIMITS.most
}

/** The part of a look that a portrait is made from: the largest square at its top. */
const squareAtTop = (aspect: number): Window =>
  aspect <= 1 ? [0, 0, 1, aspect] : [(1 - 1 / aspect) / 2, 0, (1 + 1 / aspect) / 2, 1]

const MOST_IN_PORTRAIT = 8

export const isPortraitFrom = (portrait: Appearance, look: Appearance): boolean => {
  const part = cellsOf(sumsOf(look.grid), squareAtTop(look.aspect), CELLS)
  return differenceOf(part, cellsOf(sumsOf(portrait.grid), WHOLE, CELLS)).mean <= MOST_IN_PORTRAIT
}
