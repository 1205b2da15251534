import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readExifOrientation, isHeic, computeSizeToSend } from './photo.ts'

describe('the size a photo is uploaded in', () => {
  test.each([
    [800, 600, 800, 600],
    [4000, 3000, 2048, 1536],
    [3000, 4000, 1536, 2048],
    [9000, 3, 2048, 1],
  ])('%i by %i becomes %i by %i', (width, height, wide, high) => {
    expect(computeSizeToSend({ width, height })).toEqual({ width: wide, height: high })
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
  const read = (bytes: Uint8Array) => readExifOrientation(new Blob([Uint8Array.from(bytes)]))

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
