import type { Hex } from '#demo/draw/color.ts'

/** Pixels with opacity, or without it for what they are laid on. */
export type Raster = { data: Buffer; width: number; height: number }
type Place = { left: number; top: number }

/** Shadows have no detail, so they are blurred at a quarter of the size. */
const SCALE = 4
type Grid = { values: Float32Array; columns: number; rows: number }

const opacityGrid = ({ data, width, height }: Raster, margin: number): Grid => {
  const columns = Math.ceil(width / SCALE) + 2 * margin
  const rows = Math.ceil(height / SCALE) + 2 * margin
  const values = new Float32Array(columns * rows)
  const share = 1 / (255 * SCALE * SCALE)
  for (let y = 0; y < height; y++) {
    const row = (Math.floor(y / SCALE) + margin) * columns + margin
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor(x / SCALE)
      values[cell] = (values[cell] ?? 0) + (data[(y * width + x) * 4 + 3] ?? 0) * share
    }
  }
  return { values, columns, rows }
}

/** The mean of the cells within `radius` along one axis. */
const blurAlong = ({ values, columns, rows }: Grid, radius: number, isAcross: boolean): Grid => {
  const [lines, length, step, stride] = isAcross
    ? [rows, columns, 1, columns]
    : [columns, rows, columns, 1]
  const blurred = new Float32Array(values.length)
  const share = 1 / (2 * radius + 1)
  for (let line = 0; line < lines; line++) {
    let sum = 0
    for (let at = -radius; at < length; at++) {
      const entering = at + radius
      const leaving = at - radius - 1
      if (entering < length) sum += values[line * stride + entering * step] ?? 0
      if (leaving >= 0) sum -= values[line * stride + leaving * step] ?? 0
      if (at >= 0) blurred[line * stride + at * step] = sum * share
    }
  }
  return { values: blurred, columns, rows }
}

/** Three means in a row come close to a Gaussian. */
const PASSES = 3
const blurGrid = (grid: Grid, radius: number): Grid => {
  let blurred = grid
  for (let pass = 0; pass < PASSES; pass++)
    blurred = blurAlong(blurAlong(blurred, radius, true), radius, false)
  return blurred
}

const valueAt = ({ values, columns, rows }: Grid, x: number, y: number): number => {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= columns - 1 || row >= rows - 1) return 0
  const [right, down] = [x - column, y - row]
  const at = row * columns + column
  const above = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right
  const below = (values[at + columns] ?? 0) * (1 - right) + (values[at + columns + 1] ?? 0) * right
  return above * (1 - down) + below * down
}

/** Each falls to the right and below, as from a window at the left: where it touches, and around. */
const SHADOWS = [
  { right: 0.008, down: 0.022, radius: 0.022, strength: 0.36 },
  { right: 0.002, down: 0.006, radius: 0.006, strength: 0.34 },
] as const

const castShadow = (
  sheet: Raster,
  object: Raster,
  { left, top }: Place,
  rgb: readonly number[],
  { right, down, radius, strength }: (typeof SHADOWS)[number],
) => {
  const cells = Math.max(1, Math.round((radius * sheet.width) / SCALE))
  const margin = cells * PASSES + 1
  const grid = blurGrid(opacityGrid(object, margin), cells)
  const x0 = left + right * sheet.width
  const y0 = top + down * sheet.width
  const reach = margin * SCALE
  const lastX = Math.min(sheet.width, Math.ceil(x0 + object.width + reach))
  const lastY = Math.min(sheet.height, Math.ceil(y0 + object.height + reach))
  for (let y = Math.max(0, Math.floor(y0 - reach)); y < lastY; y++)
    for (let x = Math.max(0, Math.floor(x0 - reach)); x < lastX; x++) {
      const shade =
        strength *
        valueAt(grid, (x + 0.5 - x0) / SCALE + margin - 0.5, (y + 0.5 - y0) / SCALE + margin - 0.5)
      if (shade < 0.002) continue
      const at = (y * sheet.width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const ground = sheet.data[at + channel] ?? 0
        sheet.data[at + channel] = Math.round(ground + ((rgb[channel] ?? 0) - ground) * shade)
      }
    }
}

/** Paints the object and its shadow on the sheet; what reaches over the sheet's edges is cut off. */
export const layDown = (sheet: Raster, object: Raster, place: Place, shadow: Hex) => {
  const rgb = [...Buffer.from(shadow.slice(1), 'hex')]
  for (const shape of SHADOWS) castShadow(sheet, object, place, rgb, shape)
  const [left, top] = [Math.round(place.left), Math.round(place.top)]
  for (let y = Math.max(0, -top); y < Math.min(object.height, sheet.height - top); y++)
    for (let x = Math.max(0, -left); x < Math.min(object.width, sheet.width - left); x++) {
      const from = (y * object.width + x) * 4
      const opacity = (object.data[from + 3] ?? 0) / 255
      if (opacity === 0) continue
      const at = ((y + top) * sheet.width + x + left) * 3
      for (let channel = 0; channel < 3; channel++) {
        const ground = sheet.data[at + channel] ?? 0
        sheet.data[at + channel] = Math.round(
          ground + ((object.data[from + channel] ?? 0) - ground) * opacity,
        )
      }
    }
}
