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
