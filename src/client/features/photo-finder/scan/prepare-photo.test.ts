import { describe, expect, test } from 'vitest'
import { isHeic, sizeToSend } from './prepare-photo.ts'

describe('the size a photo is uploaded in', () => {
  test.each([
    [800, 600, 800, 600],
    [4000, 3000, 2048, 1536],
    [3000, 4000, 1536, 2048],
    [9000, 3, 2048, 1],
  ])('%i by %i becomes %i by %i', (width, height, wide, high) => {
    expect(sizeToSend(width, height)).toEqual({ width: wide, height: high })
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
