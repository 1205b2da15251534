import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD } from '#shared/constants.ts'

/** What recognises a picture: its bytes, or what it looks like. Too coarse to show anybody. */
export type Fingerprint = { sha256: Buffer; grid: Buffer; aspect: number }

/** Mean colours of the picture, stretched to a square. */
const SIDE = 32
const CHANNELS = 3
/** What is compared: coarser, so that a crop between two steps still fits. */
const CELLS = 12
/** How much of each edge may have been cut off, tried in these steps. */
const CROPS = [0, 0.03, 0.06, 0.09] as const
/** Levels of 255. Measured: `npm run bench -- takedown`. */
const MOST_MEAN = 5
const MOST_CELL = 42
/** Of 4 x 4 cells, before any crop is tried: rules out nearly every other picture. */
const COARSE_CELLS = 4
const MOST_COARSE = 40
const MOST_STRETCH = 1.3

/** Null if it is not a picture. */
export const fingerprintOf = async (bytes: Buffer): Promise<Fingerprint | null> => {
  try {
    const picture = sharp(bytes, { limitInputPixels: UPLOAD.maxPixels, pages: 1 })
    const { autoOrient } = await picture.metadata()
    const grid = await picture
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(SIDE, SIDE, { fit: 'fill' })
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

type Window = { left: number; top: number; right: number; bottom: number }
const WHOLE: Window = { left: 0, top: 0, right: 1, bottom: 1 }

const WINDOWS: readonly Window[] = CROPS.flatMap((left) =>
  CROPS.flatMap((top) =>
    CROPS.flatMap((right) =>
      CROPS.map((bottom) => ({ left, top, right: 1 - right, bottom: 1 - bottom })),
    ),
  ),
)

/** Sums of everything above and to the left, so that the mean of any window costs the same. */
const sumsOf = (grid: Buffer): Float64Array => {
  const stride = (SIDE + 1) * CHANNELS
  const values = new Float64Array((SIDE + 1) * stride)
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const at = (y + 1) * stride + (x + 1) * CHANNELS + channel
        values[at] =
          (grid[(y * SIDE + x) * CHANNELS + channel] ?? 0) +
          (values[at - CHANNELS] ?? 0) +
          (values[at - stride] ?? 0) -
          (values[at - stride - CHANNELS] ?? 0)
      }
  return values
}

/** The sum up to a point between grid lines. */
const sumAt = (values: Float64Array, x: number, y: number, channel: number): number => {
  const stride = (SIDE + 1) * CHANNELS
  const [column, row] = [Math.min(Math.floor(x), SIDE - 1), Math.min(Math.floor(y), SIDE - 1)]
  const [right, down] = [x - column, y - row]
  const at = row * stride + column * CHANNELS + channel
  return (
    (values[at] ?? 0) * (1 - right) * (1 - down) +
    (values[at + CHANNELS] ?? 0) * right * (1 - down) +
    (values[at + stride] ?? 0) * (1 - right) * down +
    (values[at + stride + CHANNELS] ?? 0) * right * down
  )
}

/** The mean colours of a part of the picture. */
const cellsOf = (values: Float64Array, { left, top, right, bottom }: Window, cells: number) => {
  const width = ((right - left) * SIDE) / cells
  const height = ((bottom - top) * SIDE) / cells
  const means = new Float64Array(cells * cells * CHANNELS)
  let at = 0
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const x = left * SIDE + column * width
        const y = top * SIDE + row * height
        const sum =
          sumAt(values, x + width, y + height, channel) -
          sumAt(values, x, y + height, channel) -
          sumAt(values, x + width, y, channel) +
          sumAt(values, x, y, channel)
        means[at] = sum / (width * height)
        at += 1
      }
  return means
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

/** What a picture looks like, ready to be compared with many others. */
export type Appearance = { grid: Buffer; aspect: number; coarse: Float64Array }

export const appearanceOf = ({
  grid,
  aspect,
}: Pick<Fingerprint, 'grid' | 'aspect'>): Appearance => ({
  grid,
  aspect,
  coarse: cellsOf(sumsOf(grid), WHOLE, COARSE_CELLS),
})

const mayBeSame = (one: Appearance, other: Appearance): boolean => {
  const stretch = one.aspect / other.aspect
  return (
    stretch <= MOST_STRETCH &&
    stretch >= 1 / MOST_STRETCH &&
    differenceOf(one.coarse, other.coarse).mean <= MOST_COARSE
  )
}

/** How far apart two pictures are, where one may be a crop of the other. */
export const distanceOf = (one: Appearance, other: Appearance): { mean: number; most: number } => {
  let best = { mean: Infinity, most: Infinity }
  if (!mayBeSame(one, other)) return best
  const sums = [sumsOf(one.grid), sumsOf(other.grid)] as const
  for (const [whole, cut] of [sums, sums.toReversed() as [Float64Array, Float64Array]]) {
    const cells = cellsOf(cut, WHOLE, CELLS)
    for (const window of WINDOWS) {
      const found = differenceOf(cellsOf(whole, window, CELLS), cells)
      if (found.mean < best.mean) best = found
    }
  }
  return best
}

/** Whether they show the same picture, re-encoded, resized or cropped a little. */
export const isSamePicture = (one: Appearance, other: Appearance): boolean => {
  const { mean, most } = distanceOf(one, other)
  return mean <= MOST_MEAN && most <= MOST_CELL
}

/** The part of a look that a portrait is made from: the largest square at its top. */
const squareAtTop = (aspect: number): Window =>
  aspect <= 1
    ? { ...WHOLE, bottom: aspect }
    : { ...WHOLE, left: (1 - 1 / aspect) / 2, right: (1 + 1 / aspect) / 2 }

export const isPortraitFrom = (portrait: Appearance, look: Appearance): boolean => {
  const part = cellsOf(sumsOf(look.grid), squareAtTop(look.aspect), CELLS)
  return differenceOf(part, cellsOf(sumsOf(portrait.grid), WHOLE, CELLS)).mean <= 2 * MOST_MEAN
}
