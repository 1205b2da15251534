import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fromUnits } from '#shared/domain/box.ts'
import { cropArea, exifOrientation, isHeic, pieceAround, sizeToSend } from './photo-file.ts'

describe('the size a photo is uploaded in', () => {
  test.each([
    [800, 600, 800, 600],
    [4000, 3000, 2048, 1536],
    [3000, 4000, 1536, 2048],
    [9000, 3, 2048, 1],
  ])('%i by %i becomes %i by %i', (width, height, wide, high) => {
    expect(sizeToSend({ width, height })).toEqual({ width: wide, height: high })
  })
})

describe('a HEIC photo', () => {
  const head = (text: string) => Uint8Array.from(`\0\0\0\x18${text}`, (c) => c.charCodeAt(0))
  test.each(['ftypheic', 'ftypmif1', 'ftyphevc'])('is recognised by %s', (text) => {
    expect(isHeic(head(text))).toBe(true)
  })
  test.each(['ftypavif', 'JFIFheic', ''])('is not %s', (text) => {
    expect(isHeic(head(text))).toBe(false)
  })
})

describe('the orientation of a file', () => {
  const pictureIn = (format: 'webp' | 'jpeg' | 'png', orientation: number) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .withMetadata({ orientation })
      .toFormat(format)
      .toBuffer()
  const read = (bytes: Uint8Array) => exifOrientation(new Blob([Uint8Array.from(bytes)]))

  test.each([1, 2, 3, 6, 8])('is %i', async (orientation) => {
    expect(await read(await pictureIn('webp', orientation))).toBe(orientation)
    expect(await read(await pictureIn('jpeg', orientation))).toBe(orientation)
  })
  test('is left to the browser in other formats, and is none in a damaged file', async () => {
    expect(await read(await pictureIn('png', 6))).toBe(1)
    const webp = await pictureIn('webp', 6)
    for (let end = 0; end < webp.length - 4; end += 7)
      expect(await read(webp.subarray(0, end))).toBe(1)
    const jpeg = await pictureIn('jpeg', 6)
    for (let end = 0; end < 40; end += 3) expect(await read(jpeg.subarray(0, end))).toBe(1)
  })
})

const upright = { width: 400, height: 800 }

test.each([
  [
    'a large box exactly',
    { x: 100, y: 100, width: 100, height: 100 },
    { x: 100, y: 200, width: 100, height: 200 },
  ],
  [
    'a tiny box with what is around it',
    { x: 100, y: 100, width: 10, height: 10 },
    { x: 73, y: 178, width: 64, height: 64 },
  ],
  [
    'a tiny box in the corner inside the photo',
    { x: 390, y: 0, width: 10, height: 10 },
    { x: 336, y: 0, width: 64, height: 64 },
  ],
])('crops %s', (_, bbox, area) => {
  expect(cropArea(bbox, upright)).toEqual(area)
})

describe('the piece of a photo that is sent for a box', () => {
  const photo = { width: 1000, height: 500 }
  test.each([
    ['in the middle, with its surroundings', { x: 100, y: 100, width: 100, height: 200 }],
    ['at the edge', { x: 0, y: 0, width: 40, height: 40 }],
    ['at the other edge', { x: 380, y: 390, width: 20, height: 10 }],
    ['over everything', { x: 0, y: 0, width: 400, height: 400 }],
  ])('%s', (_, bbox) => {
    const { piece, bbox: inPiece } = pieceAround(bbox, photo)
    expect(piece.x).toBeGreaterThanOrEqual(0)
    expect(piece.y).toBeGreaterThanOrEqual(0)
    expect(piece.x + piece.width).toBeLessThanOrEqual(photo.width)
    expect(piece.y + piece.height).toBeLessThanOrEqual(photo.height)
    // The same pixels, whether the box is read in the piece or in the photo.
    const box = fromUnits(inPiece, piece)
    const wanted = fromUnits(bbox, photo)
    expect(box.x + piece.x).toBeCloseTo(wanted.x)
    expect(box.y + piece.y).toBeCloseTo(wanted.y)
    expect(box.width).toBeCloseTo(wanted.width)
    expect(box.height).toBeCloseTo(wanted.height)
  })
})
