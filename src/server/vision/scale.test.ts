import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Picture } from '#shared/vision/picture.ts'
import { createWorkingPicture, pictureScaler } from '#shared/vision/scale.ts'
import { cutSquares, letterboxed, openPicture } from './picture.ts'

/** Waves of several lengths in each channel, and a sharp edge: what scaling can get wrong. */
const patterned = (width: number, height: number) => {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      pixels[at] = 128 + Math.round(90 * Math.sin(x / 7) * Math.cos(y / 11))
      pixels[at + 1] = x + y > (width + height) / 2 ? 230 : 20
      pixels[at + 2] = (x * 5 + y * 3) % 256
    }
  return { pixels, size: { width, height } }
}

const pictureOf = (width: number, height: number): Picture => {
  const working = patterned(width, height)
  return { size: { width: width * 2, height: height * 2 }, working }
}

const differences = (ours: Uint8Array, theirs: Uint8Array) => {
  expect(ours.length).toBe(theirs.length)
  let most = 0
  let sum = 0
  ours.forEach((value, at) => {
    const apart = Math.abs(value - (theirs[at] ?? 0))
    most = Math.max(most, apart)
    sum += apart
  })
  return { most, mean: sum / ours.length }
}

/** libvips computes with whole numbers. */
const ROUNDING = 2

describe('pictures are scaled in the browser as on the server', () => {
  it.each([
    ['smaller', 800, 600, 704],
    ['much smaller', 800, 533, 448],
    ['larger', 320, 480, 704],
    ['a narrow one', 90, 800, 704],
  ])('%s', async (_, width, height, side) => {
    const picture = pictureOf(width, height)
    const ours = await pictureScaler.letterboxed(picture, side)
    const theirs = await letterboxed(picture, side)
    expect(ours.frame).toEqual(theirs.frame)
    expect(differences(ours.pixels, theirs.pixels).most).toBeLessThanOrEqual(ROUNDING)
  })

  it('squares around boxes, at the edge and tiny ones too', async () => {
    const picture = pictureOf(600, 800)
    const boxes = [
      { x0: 100, y0: 200, x1: 700, y1: 1500 },
      { x0: 1100, y0: 0, x1: 1200, y1: 90 },
      { x0: 40, y0: 40, x1: 52, y1: 49 },
    ]
    const ours = await pictureScaler.cutSquares(picture, boxes, 0.06, 160)
    const theirs = await cutSquares(picture, boxes, 0.06, 160)
    expect(ours.contentSizes).toEqual(theirs.contentSizes)
    expect(differences(ours.pixels, theirs.pixels).most).toBeLessThanOrEqual(ROUNDING)
  })

  it.each([
    ['jpeg', 3400, 400],
    ['jpeg', 1700, 600],
    ['png', 1700, 400],
    ['png', 500, 300],
    ['png', 1073, 1600],
    ['webp', 3400, 400],
    ['webp', 1100, 900],
  ] as const)('a %s of %i x %i', async (format, width, height) => {
    const { pixels, size } = patterned(width, height)
    // Photos are smoother than this pattern, of which a decoder keeps other details.
    const drawn = sharp(pixels, { raw: { ...size, channels: 3 } }).blur(3)
    const file = await drawn.toFormat(format, { quality: 95 }).toBuffer()
    const theirs = (await openPicture(new Uint8Array(file))).working
    const rgba = await sharp(file).ensureAlpha().raw().toBuffer()
    const { block, add, finish } = createWorkingPicture(size, file)
    const strip = 16 * block
    for (let row = 0; row < height; row += strip) {
      const count = Math.min(strip, height - row)
      add(new Uint8ClampedArray(rgba.subarray(row * width * 4)), row, count)
    }
    const ours = finish().working
    expect(ours.size).toEqual(theirs.size)
    // libwebp scales brightness and colour apart.
    const most = format === 'webp' ? 1.5 : 1
    expect(differences(ours.pixels, theirs.pixels).mean).toBeLessThan(most)
  })
})
