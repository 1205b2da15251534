import { expect, test } from 'vitest'
import {
  CELLS,
  cellsOf,
  CHANNELS,
  MOST_CROP,
  SIDE,
  sumsOf,
  WHOLE,
  type Window,
} from './picture-grid.ts'
import { mayBeCrops, quickLookOf } from './quick-look.ts'

const picture = (colourAt: (x: number, y: number) => number) =>
  Buffer.from(
    Array.from({ length: SIDE * SIDE * CHANNELS }, (_, at) => {
      const place = Math.floor(at / CHANNELS)
      return colourAt(place % SIDE, Math.floor(place / SIDE))
    }),
  )
const lookAt = (grid: Buffer) => quickLookOf(grid, cellsOf(sumsOf(grid), WHOLE, CELLS))
const plain = (level: number) => lookAt(picture(() => level))
const black = plain(0)

const EDGES = [0, MOST_CROP]
const CROPS = EDGES.flatMap((left) =>
  EDGES.flatMap((top) =>
    EDGES.flatMap((right) => EDGES.map((bottom): Window => [left, top, 1 - right, 1 - bottom])),
  ),
)

// One bright line, because a cell that is not known to touch it is then far off.
test.each([
  ['across', (line: number) => picture((x) => (x === line ? 255 : 0))],
  ['down', (line: number) => picture((_, y) => (y === line ? 255 : 0))],
])('every slight crop may be one, with a line at each place %s', (_, draw) => {
  for (let line = 0; line < SIDE; line += 1) {
    const grid = draw(line)
    const [whole, sums] = [lookAt(grid), sumsOf(grid)]
    for (const part of CROPS) {
      const colours = new Uint8Array(cellsOf(sums, part, CELLS).map(Math.round))
      const crop = { ...black, colours }
      const may = [whole, crop].map((one) =>
        mayBeCrops(one, one === crop ? whole : crop, { mean: 0, most: 0 }),
      )
      expect(may, `line ${line}, crop ${part.join(' ')}`).toEqual([true, true])
    }
  }
})

test('colours are rounded, but nothing is lost by it', () => {
  const cells = new Float64Array(CELLS * CELLS * CHANNELS).fill(101.5)
  const between = quickLookOf(
    picture(() => 0),
    cells,
  )
  expect(mayBeCrops(plain(100), between, { mean: 1.6, most: 20 })).toBe(true)
})

test.each([
  ['within both limits', { mean: 20, most: 20 }, true],
  ['too far apart on average', { mean: 18, most: 20 }, false],
  ['too far apart in a cell', { mean: 20, most: 18 }, false],
])('pictures %s', (_, limits, expected) => {
  expect(mayBeCrops(plain(100), plain(120), limits)).toBe(expected)
  expect(mayBeCrops(plain(120), plain(100), limits)).toBe(expected)
})
