import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD } from '#shared/constants.ts'

/** Mean colours of a picture, stretched to a square. */
export const SIDE = 64
export const CHANNELS = 3
const STRIDE = (SIDE + 1) * CHANNELS
export const GRID_BYTES = SIDE * SIDE * CHANNELS
/** What is compared: coarser than the grid, so that a crop between two of its lines still fits. */
export const CELLS = 24
/** How much of each edge may have been cut off. */
export const MOST_CROP = 0.1

/** The edges of a part of the picture, as shares of its sides. */
export type Window = readonly [left: number, top: number, right: number, bottom: number]
export const WHOLE: Window = [0, 0, 1, 1]

/** Sums of everything above and to the left, so that the mean of any part costs the same. */
export const sumsOf = (grid: Buffer): Float64Array => {
  const values = new Float64Array((SIDE + 1) * STRIDE)
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE * CHANNELS; x += 1) {
      const at = (y + 1) * STRIDE + x + CHANNELS
      values[at] =
        (grid[y * SIDE * CHANNELS + x] ?? 0) +
        (values[at - CHANNELS] ?? 0) +
        (values[at - STRIDE] ?? 0) -
        (values[at - STRIDE - CHANNELS] ?? 0)
    }
  return values
}

/** Sums up to the corners of the cells of a part, which lie between the lines of the grid. */
const cornersOf = (values: Float64Array, [left, top, right, bottom]: Window, cells: number) => {
  const corners = new Float64Array((cells + 1) * (cells + 1) * CHANNELS)
  let at = 0
  for (let row = 0; row <= cells; row += 1) {
    const y = (top + ((bottom - top) * row) / cells) * SIDE
    const line = Math.min(Math.floor(y), SIDE - 1)
    const down = y - line
    for (let column = 0; column <= cells; column += 1) {
      const x = (left + ((right - left) * column) / cells) * SIDE
      const start = Math.min(Math.floor(x), SIDE - 1)
      const across = x - start
      const from = line * STRIDE + start * CHANNELS
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const one = from + channel
        const upper = (values[one] ?? 0) * (1 - across) + (values[one + CHANNELS] ?? 0) * across
        const lower =
          (values[one + STRIDE] ?? 0) * (1 - across) +
          (values[one + STRIDE + CHANNELS] ?? 0) * across
        corners[at] = upper * (1 - down) + lower * down
        at += 1
      }
    }
  }
  return corners
}

/** The mean colours of a part of the picture. */
export const cellsOf = (values: Float64Array, part: Window, cells: number): Float64Array => {
  const [left, top, right, bottom] = part
  const area = ((right - left) * (bottom - top) * SIDE * SIDE) / (cells * cells)
  const corners = cornersOf(values, part, cells)
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

/** Numbers are kept as bytes. */
const ROUNDING = 0.5

type Range = { lowest: Uint8Array; highest: Uint8Array }

/** The colours of a picture's cells, and between which each can lie in any slight crop of it. */
export type QuickLook = Range & { colours: Uint8Array }

/** Where the lines begin and end that a cell can touch, whatever is cut off. */
const TOUCHED = Array.from({ length: CELLS }, (_, cell) => {
  const start = ((1 - MOST_CROP) * cell) / CELLS
  const end = MOST_CROP + ((1 - MOST_CROP) * (cell + 1)) / CELLS
  // These are not exact.
  const tolerance = 1e-6
  return {
    from: Math.max(0, Math.floor(start * SIDE - tolerance)),
    to: Math.min(SIDE, Math.ceil(end * SIDE + tolerance)),
  }
})

/** The extremes along each row of what a cell can touch, with rows and columns exchanged. */
const extremesOf = ({ lowest, highest }: Range): Range => {
  const rows = lowest.length / (SIDE * CHANNELS)
  const extremes = {
    lowest: new Uint8Array(CELLS * rows * CHANNELS),
    highest: new Uint8Array(CELLS * rows * CHANNELS),
  }
  let place = 0
  for (const { from, to } of TOUCHED)
    for (let row = 0; row < rows; row += 1)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        let low = 255
        let high = 0
        const end = (row * SIDE + to) * CHANNELS
        for (let at = (row * SIDE + from) * CHANNELS + channel; at < end; at += CHANNELS) {
          const one = lowest[at] ?? 0
          const other = highest[at] ?? 0
          if (one < low) low = one
          if (other > high) high = other
        }
        extremes.lowest[place] = low
        extremes.highest[place] = high
        place += 1
      }
  return extremes
}

/** `cells`: the mean colours of its cells. */
export const quickLookOf = (grid: Uint8Array, cells: Float64Array): QuickLook => ({
  colours: new Uint8Array(cells.map(Math.round)),
  ...extremesOf(extremesOf({ lowest: grid, highest: grid })),
})

type Limits = { mean: number; most: number }

/** Whether a slight crop of one picture can come as close to another as these limits. */
const canReach = ({ lowest, highest }: Range, colours: Uint8Array, { mean, most }: Limits) => {
  const enough = (mean + ROUNDING) * colours.length
  let total = 0
  for (let at = 0; at < colours.length; at += 1) {
    const colour = colours[at] ?? 0
    const beyond = Math.max((lowest[at] ?? 0) - colour, colour - (highest[at] ?? 0), 0)
    total += beyond
    if (beyond > most + ROUNDING || total > enough) return false
  }
  return true
}

/**
 * False only for pictures that a full comparison tells apart as well: whatever is cut off, the mean
 * of a cell lies between the extremes of what it can touch.
 */
export const mayBeCrops = (one: QuickLook, other: QuickLook, limits: Limits): boolean =>
  canReach(one, other.colours, limits) || canReach(other, one.colours, limits)

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
/**
 * Of a ring on white, most cells are alike whatever the ring looks like. So pictures must also be
 * close in proportion to what they show at all: their mean distance from their own background.
 */
const SAME_SHARE = 0.2
const SIMILAR_SHARE = 0.6
/** With less content than this, a copy cannot be told from another picture like it. */
const LEAST_CONTENT = 2.5

/** Null if it is not a picture. */
export const fingerprintOf = async (bytes: Uint8Array): Promise<Fingerprint | null> => {
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
export type Appearance = {
  grid: Buffer
  aspect: number
  coarse: Float64Array
  quick: QuickLook
  /** How far its cells are from its background on average, in levels of 255. */
  content: number
}

/** The background is the median of each channel: most product photos have one around the subject. */
const contentOf = (cells: Float64Array): number => {
  let total = 0
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const levels = cells.filter((_, at) => at % CHANNELS === channel).sort()
    const background = levels[Math.floor(levels.length / 2)] ?? 0
    for (const level of levels) total += Math.abs(level - background)
  }
  return total / cells.length
}

export const appearanceOf = ({
  grid,
  aspect,
}: Pick<Fingerprint, 'grid' | 'aspect'>): Appearance => {
  const sums = sumsOf(grid)
  const cells = cellsOf(sums, WHOLE, CELLS)
  return {
    grid,
    aspect,
    coarse: cellsOf(sums, WHOLE, COARSE_CELLS),
    quick: quickLookOf(grid, cells),
    content: contentOf(cells),
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
          const difference = differenceOf(cellsOf(whole, tried, CELLS), cells)
          if (difference.mean > best.mean * WORTH) continue
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
const STARTS: readonly Window[] = [WHOLE, [0.05, 0.05, 0.95, 0.95]]

/** How far apart two pictures are, where one may be a crop of the other. */
export const distanceOf = (one: Appearance, other: Appearance): Difference => {
  if (!mayBeSame(one, other)) return NOT_CLOSE
  const [first, second] = [sumsOf(one.grid), sumsOf(other.grid)]
  const cells = [cellsOf(first, WHOLE, CELLS), cellsOf(second, WHOLE, CELLS)] as const
  return STARTS.flatMap((start) => [
    closestPart(first, cells[1], start),
    closestPart(second, cells[0], start),
  ]).reduce((best, other) => (other.mean < best.mean ? other : best))
}

/**
 * 'same': one picture, re-encoded, resized or cropped a little. 'similar': may be, but shows too
 * little to be sure.
 */
export const compare = (one: Appearance, other: Appearance): 'same' | 'similar' | 'different' => {
  const content = Math.min(one.content, other.content)
  const limits = { ...LIMITS, mean: Math.min(LIMITS.mean, content * SIMILAR_SHARE) }
  if (!mayBeCrops(one.quick, other.quick, limits)) return 'different'
  const { mean, most } = distanceOf(one, other)
  if (mean > limits.mean || most > limits.most) return 'different'
  return content >= LEAST_CONTENT && mean <= content * SAME_SHARE ? 'same' : 'similar'
}

/** The part of a look that a portrait is made from: the largest square at its top. */
const squareAtTop = (aspect: number): Window =>
  aspect <= 1 ? [0, 0, 1, aspect] : [(1 - 1 / aspect) / 2, 0, (1 + 1 / aspect) / 2, 1]

const MOST_IN_PORTRAIT = 8

export const isPortraitFrom = (portrait: Appearance, look: Appearance): boolean => {
  const part = cellsOf(sumsOf(look.grid), squareAtTop(look.aspect), CELLS)
  return differenceOf(part, cellsOf(sumsOf(portrait.grid), WHOLE, CELLS)).mean <= MOST_IN_PORTRAIT
}
