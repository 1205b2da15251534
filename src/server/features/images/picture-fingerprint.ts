import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { refuseCostlyMetadata } from '#server/vision/sharp-picture.ts'
import { UPLOAD } from '#shared/constants.ts'

/** A fingerprint is a grid of mean colours of the picture, stretched to a square. */
export const GRID_SIDE = 64
export const CHANNELS = 3
const STRIDE = (GRID_SIDE + 1) * CHANNELS
export const GRID_BYTES = GRID_SIDE * GRID_SIDE * CHANNELS
/** Pictures are compared in coarser cells, so that a crop between two lines of the grid still matches. */
export const CELLS = 24
/** The largest share that may have been cut off at each edge. */
export const MAX_CROP = 0.1

/** The edges of a part of the picture, as shares of its sides. */
export type Window = readonly [left: number, top: number, right: number, bottom: number]
export const WHOLE_PICTURE: Window = [0, 0, 1, 1]

/** A summed-area table: the mean of any part of the picture takes constant time. */
export const buildSummedAreas = (grid: Buffer): Float64Array => {
  const values = new Float64Array((GRID_SIDE + 1) * STRIDE)
  for (let y = 0; y < GRID_SIDE; y += 1)
    for (let x = 0; x < GRID_SIDE * CHANNELS; x += 1) {
      const at = (y + 1) * STRIDE + x + CHANNELS
      values[at] =
        (grid[y * GRID_SIDE * CHANNELS + x] ?? 0) +
        (values[at - CHANNELS] ?? 0) +
        (values[at - STRIDE] ?? 0) -
        (values[at - STRIDE - CHANNELS] ?? 0)
    }
  return values
}

/** Sums up to the corners of the cells of a part, which lie between the lines of the grid. */
const sumToCorners = (values: Float64Array, [left, top, right, bottom]: Window, cells: number) => {
  const corners = new Float64Array((cells + 1) * (cells + 1) * CHANNELS)
  let at = 0
  for (let row = 0; row <= cells; row += 1) {
    const y = (top + ((bottom - top) * row) / cells) * GRID_SIDE
    const line = Math.min(Math.floor(y), GRID_SIDE - 1)
    const down = y - line
    for (let column = 0; column <= cells; column += 1) {
      const x = (left + ((right - left) * column) / cells) * GRID_SIDE
      const start = Math.min(Math.floor(x), GRID_SIDE - 1)
      const across = x - start
      const from = line * STRIDE + start * CHANNELS
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const index = from + channel
        const upper = (values[index] ?? 0) * (1 - across) + (values[index + CHANNELS] ?? 0) * across
        const lower =
          (values[index + STRIDE] ?? 0) * (1 - across) +
          (values[index + STRIDE + CHANNELS] ?? 0) * across
        corners[at] = upper * (1 - down) + lower * down
        at += 1
      }
    }
  }
  return corners
}

/** The mean colours of a part of the picture. */
export const averageCells = (values: Float64Array, part: Window, cells: number): Float64Array => {
  const [left, top, right, bottom] = part
  const area = ((right - left) * (bottom - top) * GRID_SIDE * GRID_SIDE) / (cells * cells)
  const corners = sumToCorners(values, part, cells)
  const stride = (cells + 1) * CHANNELS
  const means = new Float64Array(cells * cells * CHANNELS)
  for (let row = 0; row < cells; row += 1)
    for (let x = 0; x < cells * CHANNELS; x += 1) {
      const at = row * stride + x
      means[row * cells * CHANNELS + x] =
        ((corners[at + stride + CHANNELS] ?? 0) -
          (corners[at + stride] ?? 0) -
          (corners[at + CHANNELS] ?? 0) +
          (corners[at] ?? 0)) /
        area
    }
  return means
}

/** The largest error of values that are rounded to bytes. */
const ROUNDING = 0.5

type Range = { lowest: Uint8Array; highest: Uint8Array }

/** The colours of a picture's cells, and the range of each cell over all slight crops of the picture. */
type CropSummary = Range & { colors: Uint8Array }

/** The first and last grid line that each cell can touch in any slight crop. */
const TOUCHED_LINES = Array.from({ length: CELLS }, (_, cell) => {
  const start = ((1 - MAX_CROP) * cell) / CELLS
  const end = MAX_CROP + ((1 - MAX_CROP) * (cell + 1)) / CELLS
  // Allows for rounding errors.
  const tolerance = 1e-6
  return {
    from: Math.max(0, Math.floor(start * GRID_SIDE - tolerance)),
    to: Math.min(GRID_SIDE, Math.ceil(end * GRID_SIDE + tolerance)),
  }
})

/** The extremes along each row of the lines that a cell can touch. The result is transposed. */
const findRowExtremes = ({ lowest, highest }: Range): Range => {
  const rows = lowest.length / (GRID_SIDE * CHANNELS)
  const extremes = {
    lowest: new Uint8Array(CELLS * rows * CHANNELS),
    highest: new Uint8Array(CELLS * rows * CHANNELS),
  }
  let index = 0
  for (const { from, to } of TOUCHED_LINES)
    for (let row = 0; row < rows; row += 1)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        let low = 255
        let high = 0
        const end = (row * GRID_SIDE + to) * CHANNELS
        for (let at = (row * GRID_SIDE + from) * CHANNELS + channel; at < end; at += CHANNELS) {
          low = Math.min(low, lowest[at] ?? 0)
          high = Math.max(high, highest[at] ?? 0)
        }
        extremes.lowest[index] = low
        extremes.highest[index] = high
        index += 1
      }
  return extremes
}

/** `cells`: the mean colours of its cells. */
export const summarizeForCrops = (grid: Uint8Array, cells: Float64Array): CropSummary => ({
  colors: new Uint8Array(cells.map(Math.round)),
  ...findRowExtremes(findRowExtremes({ lowest: grid, highest: grid })),
})

type Limits = { mean: number; most: number }

/** Whether a slight crop of one picture can be within these limits of another. */
const canCropMatch = ({ lowest, highest }: Range, colors: Uint8Array, { mean, most }: Limits) => {
  const limit = (mean + ROUNDING) * colors.length
  let total = 0
  for (let at = 0; at < colors.length; at += 1) {
    const color = colors[at] ?? 0
    const beyond = Math.max((lowest[at] ?? 0) - color, color - (highest[at] ?? 0), 0)
    total += beyond
    if (beyond > most + ROUNDING || total > limit) return false
  }
  return true
}

/**
 * False only for pictures that a full comparison would tell apart too: in any crop, the mean of a cell
 * lies between the extremes of the lines that it can touch.
 */
export const canBeCrops = (first: CropSummary, second: CropSummary, limits: Limits): boolean =>
  canCropMatch(first, second.colors, limits) || canCropMatch(second, first.colors, limits)

/** Recognises a picture by its bytes or its appearance. Too coarse to reconstruct the picture. */
export type Fingerprint = { sha256: Buffer; grid: Buffer; aspect: number }

/** A quick check before crops are tried, which rules out nearly all pictures. Differences are in levels of 255. */
const COARSE_CELLS = 4
const MAX_COARSE_DIFFERENCE = 45
const MAX_STRETCH = 1.3
/** The step sizes of the search for a crop. */
const STEPS = [0.04, 0.02, 0.01, 0.005, 0.0025] as const
/** Measured: `npm run bench -- takedown`. */
const LIMITS = { mean: 2, most: 20 } as const
/**
 * Two photos of different rings on white agree in most cells. So the difference must also be small in
 * proportion to the content: the mean distance of the cells from the picture's own background.
 */
const SAME_SHARE = 0.2
const SIMILAR_SHARE = 0.6
/** With less content than this, a copy cannot be distinguished from a similar picture. */
const MIN_CONTENT = 2.5

/** Null if it is not a picture. */
export const fingerprintPicture = async (bytes: Uint8Array): Promise<Fingerprint | null> => {
  try {
    refuseCostlyMetadata(bytes)
    const picture = sharp(bytes, { limitInputPixels: UPLOAD.maxPixels, pages: 1 })
    const { autoOrient } = await picture.metadata()
    const grid = await picture
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Shrink-on-load gives different results for each file format.
      .resize(GRID_SIDE, GRID_SIDE, { fit: 'fill', kernel: 'cubic', fastShrinkOnLoad: false })
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

const compareCells = (first: Float64Array, second: Float64Array) => {
  let total = 0
  let most = 0
  for (let at = 0; at < first.length; at += 1) {
    const difference = Math.abs((first[at] ?? 0) - (second[at] ?? 0))
    total += difference
    if (difference > most) most = difference
  }
  return { mean: total / first.length, most }
}
type Difference = ReturnType<typeof compareCells>

/** A decoded fingerprint, ready to be compared with many others. */
export type Appearance = {
  grid: Buffer
  aspect: number
  coarse: Float64Array
  quick: CropSummary
  /** How far its cells are from its background on average, in levels of 255. */
  content: number
}

/** The background is the median of each channel: most product photos have one around the subject. */
const measureContent = (cells: Float64Array): number => {
  let total = 0
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const levels = cells.filter((_, at) => at % CHANNELS === channel).sort()
    const background = levels[Math.floor(levels.length / 2)] ?? 0
    for (const level of levels) total += Math.abs(level - background)
  }
  return total / cells.length
}

export const toAppearance = ({
  grid,
  aspect,
}: Pick<Fingerprint, 'grid' | 'aspect'>): Appearance => {
  const sums = buildSummedAreas(grid)
  const cells = averageCells(sums, WHOLE_PICTURE, CELLS)
  return {
    grid,
    aspect,
    coarse: averageCells(sums, WHOLE_PICTURE, COARSE_CELLS),
    quick: summarizeForCrops(grid, cells),
    content: measureContent(cells),
  }
}

const canBeSamePicture = (first: Appearance, second: Appearance): boolean => {
  const stretch = first.aspect / second.aspect
  return (
    stretch <= MAX_STRETCH &&
    stretch >= 1 / MAX_STRETCH &&
    compareCells(first.coarse, second.coarse).mean <= MAX_COARSE_DIFFERENCE
  )
}

const isSlightCrop = ([left, top, right, bottom]: Window): boolean =>
  left >= 0 &&
  top >= 0 &&
  right <= 1 &&
  bottom <= 1 &&
  left <= MAX_CROP &&
  top <= MAX_CROP &&
  right >= 1 - MAX_CROP &&
  bottom >= 1 - MAX_CROP

/** The search ends if pictures differ by more than this after the first moves. */
const HOPELESS_MEAN = 12

/** A move must reduce the difference by this factor, or rounding errors would be followed forever. */
const MIN_IMPROVEMENT = 0.995

/** Moves one edge at a time for as long as that brings the part of `whole` closer to `cells`. */
const findClosestPart = (whole: Float64Array, cells: Float64Array, start: Window): Difference => {
  let part = start
  let best = compareCells(averageCells(whole, part, CELLS), cells)
  for (const step of STEPS) {
    for (let isCloser = true; isCloser;) {
      isCloser = false
      for (const edge of [0, 1, 2, 3])
        for (const move of [step, -step]) {
          const tried = part.with(edge, (part[edge] ?? 0) + move) as unknown as Window
          if (!isSlightCrop(tried)) continue
          const difference = compareCells(averageCells(whole, tried, CELLS), cells)
          if (difference.mean > best.mean * MIN_IMPROVEMENT) continue
          best = difference
          part = tried
          isCloser = true
        }
    }
    if (best.mean > HOPELESS_MEAN) break
  }
  return best
}

const NOT_CLOSE: Difference = { mean: Infinity, most: Infinity }
const STARTS: readonly Window[] = [WHOLE_PICTURE, [0.05, 0.05, 0.95, 0.95]]

/** How far apart two pictures are, where one may be a crop of the other. */
export const measureDistance = (first: Appearance, second: Appearance): Difference => {
  if (!canBeSamePicture(first, second)) return NOT_CLOSE
  const [firstSums, secondSums] = [buildSummedAreas(first.grid), buildSummedAreas(second.grid)]
  const cells = [
    averageCells(firstSums, WHOLE_PICTURE, CELLS),
    averageCells(secondSums, WHOLE_PICTURE, CELLS),
  ] as const
  return STARTS.flatMap((start) => [
    findClosestPart(firstSums, cells[1], start),
    findClosestPart(secondSums, cells[0], start),
  ]).reduce((best, other) => (other.mean < best.mean ? other : best))
}

/**
 * 'same': one picture, re-encoded, resized or cropped a little. 'similar': may be, but shows too
 * little to be sure.
 */
export const compareAppearances = (
  first: Appearance,
  second: Appearance,
): 'same' | 'similar' | 'different' => {
  const content = Math.min(first.content, second.content)
  const limits = { ...LIMITS, mean: Math.min(LIMITS.mean, content * SIMILAR_SHARE) }
  if (!canBeCrops(first.quick, second.quick, limits)) return 'different'
  const { mean, most } = measureDistance(first, second)
  if (mean > limits.mean || most > limits.most) return 'different'
  return content >= MIN_CONTENT && mean <= content * SAME_SHARE ? 'same' : 'similar'
}

/** The part of a look that a portrait is made from: the largest square at its top. */
const cropTopSquare = (aspect: number): Window =>
  aspect <= 1 ? [0, 0, 1, aspect] : [(1 - 1 / aspect) / 2, 0, (1 + 1 / aspect) / 2, 1]

const MAX_PORTRAIT_DIFFERENCE = 8

export const isPortraitFrom = (portrait: Appearance, look: Appearance): boolean => {
  const part = averageCells(buildSummedAreas(look.grid), cropTopSquare(look.aspect), CELLS)
  return (
    compareCells(part, averageCells(buildSummedAreas(portrait.grid), WHOLE_PICTURE, CELLS)).mean <=
    MAX_PORTRAIT_DIFFERENCE
  )
}
