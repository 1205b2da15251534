import { CELLS, CHANNELS, MOST_CROP, SIDE } from './picture-grid.ts'

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
  const found = {
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
        found.lowest[place] = low
        found.highest[place] = high
        place += 1
      }
  return found
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
