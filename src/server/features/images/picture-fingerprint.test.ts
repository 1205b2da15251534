import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawDemoPicture, readDemoShop } from '#demo'
import { isLongRun } from '#tests/support/length.ts'
import { sparsePictures } from '#tests/support/pictures.ts'
import {
  type Appearance,
  toAppearance,
  measureDistance,
  fingerprintPicture,
  isPortraitFrom,
  compareAppearances,
} from './picture-fingerprint.ts'
import {
  CELLS,
  averageCells,
  CHANNELS,
  MAX_CROP,
  GRID_SIDE,
  buildSummedAreas,
  WHOLE_PICTURE,
  type Window,
} from './picture-fingerprint.ts'
import { canBeCrops, summarizeForCrops } from './picture-fingerprint.ts'

const PHOTOS = 24
const COPIED = 3
/** Full comparisons take milliseconds each. */
const SLOW = { timeout: 120_000 }
const COPIES = isLongRun ? 40 : 3

const looksOf = async (bytes: Buffer): Promise<Appearance> => {
  const print = await fingerprintPicture(bytes)
  if (!print) throw new Error('Not a picture')
  return toAppearance(print)
}

const cropped = async (photo: Buffer, edges: [number, number, number, number]) => {
  const { width, height } = await sharp(photo).metadata()
  const [left, top, right, bottom] = edges
  const x = Math.round(width * left)
  const y = Math.round(height * top)
  return sharp(photo).extract({
    left: x,
    top: y,
    width: Math.round(width * (1 - right)) - x,
    height: Math.round(height * (1 - bottom)) - y,
  })
}

let photos: { bytes: Buffer; appearance: Appearance }[]
beforeAll(async () => {
  const { feed } = await readDemoShop()
  const urls = (await readFile(feed, 'utf8')).match(/\/media\/demo\/shop\/[\w./-]+/g) ?? []
  photos = []
  for (const url of [...new Set(urls)].slice(0, PHOTOS)) {
    const bytes = (await drawDemoPicture(url.slice('/media/'.length)))?.data
    if (bytes) photos.push({ bytes, appearance: await looksOf(bytes) })
  }
})

describe('a removed picture is recognised', () => {
  test.each<[string, (photo: Buffer) => Promise<Buffer>]>([
    [
      'after it was saved with poor quality',
      (photo) => sharp(photo).jpeg({ quality: 50 }).toBuffer(),
    ],
    ['in another format', (photo) => sharp(photo).webp({ quality: 40 }).toBuffer()],
    ['in another size', (photo) => sharp(photo).resize(200).png().toBuffer()],
    [
      'after 4% were cut off',
      async (photo) => (await cropped(photo, [0.04, 0, 0, 0])).jpeg().toBuffer(),
    ],
    [
      'after all edges were cut and it was resized',
      async (photo) =>
        (await cropped(photo, [0.045, 0.015, 0.075, 0.045])).resize(320).jpeg().toBuffer(),
    ],
  ])('%s', async (_, copy) => {
    for (const { bytes, appearance } of photos.slice(0, COPIED))
      expect(compareAppearances(appearance, await looksOf(await copy(bytes)))).toBe('same')
  })
})

test('no other photo passes for it', () => {
  for (const [index, one] of photos.entries())
    for (const other of photos.slice(index + 1))
      expect(compareAppearances(one.appearance, other.appearance)).toBe('different')
})

test('none of 91 pairs of sparse pictures pass for the same', async () => {
  const sparse = await Promise.all((await sparsePictures()).map(looksOf))
  const passing = sparse.flatMap((one, index) =>
    sparse.slice(index + 1).filter((other) => compareAppearances(one, other) === 'same'),
  )
  expect(passing).toEqual([])
})

/** Between 0 and 1, the same in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

test('the quick look tells no pictures apart that a full comparison does not', SLOW, async () => {
  const random = numbers(11)
  const outcomes = new Set<boolean>()
  for (const { bytes, appearance } of photos.slice(0, COPIED))
    for (let copy = 0; copy < COPIES; copy += 1) {
      const cut = () => random() * 0.1
      const part = await cropped(bytes, [cut(), cut(), cut(), cut()])
      // Some are just within the limits, and some just beyond.
      const brighter = part.linear(1 + random() * 0.05, random() * 3)
      const other = await looksOf(await brighter.jpeg({ quality: 60 }).toBuffer())
      const { mean, most } = measureDistance(appearance, other)
      const isSame = mean <= 2 && most <= 20
      outcomes.add(isSame)
      expect(compareAppearances(appearance, other) === 'same').toBe(isSame)
    }
  expect(outcomes.size).toBe(2)
})

test('a portrait is recognised as made from a look, and another is not', async () => {
  const [look, other] = photos
  if (!look || !other) throw new Error('No photos')
  const portrait = await sharp(look.bytes)
    .resize(512, 512, { fit: 'cover', position: 'top' })
    .jpeg({ quality: 82 })
    .toBuffer()
  expect(isPortraitFrom(await looksOf(portrait), look.appearance)).toBe(true)
  expect(isPortraitFrom(await looksOf(portrait), other.appearance)).toBe(false)
})

test('what is no picture has no fingerprint', async () => {
  expect(await fingerprintPicture(Buffer.from('<script>alert(1)</script>'))).toBeNull()
})

const picture = (colorAt: (x: number, y: number) => number) =>
  Buffer.from(
    Array.from({ length: GRID_SIDE * GRID_SIDE * CHANNELS }, (_, at) => {
      const place = Math.floor(at / CHANNELS)
      return colorAt(place % GRID_SIDE, Math.floor(place / GRID_SIDE))
    }),
  )
const lookAt = (grid: Buffer) =>
  summarizeForCrops(grid, averageCells(buildSummedAreas(grid), WHOLE_PICTURE, CELLS))
const plain = (level: number) => lookAt(picture(() => level))
const black = plain(0)

const EDGES = [0, MAX_CROP]
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
  for (let line = 0; line < GRID_SIDE; line += 1) {
    const grid = draw(line)
    const [whole, sums] = [lookAt(grid), buildSummedAreas(grid)]
    for (const part of CROPS) {
      const colors = new Uint8Array(averageCells(sums, part, CELLS).map(Math.round))
      const crop = { ...black, colors }
      const may = [whole, crop].map((one) =>
        canBeCrops(one, one === crop ? whole : crop, { mean: 0, most: 0 }),
      )
      expect(may, `line ${line}, crop ${part.join(' ')}`).toEqual([true, true])
    }
  }
})

test('colours are rounded, but nothing is lost by it', () => {
  const cells = new Float64Array(CELLS * CELLS * CHANNELS).fill(101.5)
  const between = summarizeForCrops(
    picture(() => 0),
    cells,
  )
  expect(canBeCrops(plain(100), between, { mean: 1.6, most: 20 })).toBe(true)
})

test.each([
  ['within both limits', { mean: 20, most: 20 }, true],
  ['too far apart on average', { mean: 18, most: 20 }, false],
  ['too far apart in a cell', { mean: 20, most: 18 }, false],
])('pictures %s', (_, limits, expected) => {
  expect(canBeCrops(plain(100), plain(120), limits)).toBe(expected)
  expect(canBeCrops(plain(120), plain(100), limits)).toBe(expected)
})
