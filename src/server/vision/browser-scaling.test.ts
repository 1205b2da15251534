import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { RawPicture } from '#shared/vision/picture.ts'
import {
  createWorkingPicture,
  pictureScaler,
  rotateSize,
  rotateUpright,
} from '#shared/vision/scale.ts'
import { takeSample } from '#tests/support/length.ts'
import { cutSquares, letterboxed, openPicture } from './sharp-picture.ts'

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

const pictureOf = (width: number, height: number): RawPicture => {
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
    expect(differences(ours.pixels, theirs.pixels).most).toBe(0)
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
    expect(differences(ours.pixels, theirs.pixels).most).toBe(0)
  })

  it.each([
    ['jpeg', 3401, 403, 0.6],
    ['jpeg', 3100, 400, 0],
    ['png', 1700, 400, 0],
    ['png', 500, 300, 0],
    ['png', 5003, 301, 0],
    ['webp', 3401, 403, 0.01],
    ['webp', 1100, 901, 0],
  ] as const)('a %s of %i x %i', async (format, width, height, mean) => {
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
    // A large JPEG is made smaller on the server before its pixels are rounded, and places between
    // pixels are added up there, where the last bit may say which of two steps is nearer.
    expect(differences(ours.pixels, theirs.pixels).mean).toBeLessThanOrEqual(mean)
  })

  // Phones write 6 and 8.
  it.each([6, 8, ...takeSample([2, 3, 4, 5, 7], 1)])(
    'one that is turned by orientation %i',
    async (orientation) => {
      const { pixels, size } = patterned(1301, 903)
      const drawn = sharp(pixels, { raw: { ...size, channels: 3 } })
      const file = await drawn.withMetadata({ orientation }).jpeg().toBuffer()
      const theirs = await openPicture(new Uint8Array(file))
      const rgba = await sharp(file, { autoOrient: false }).ensureAlpha().raw().toBuffer()
      const { add, finish } = createWorkingPicture(size, file)
      add(new Uint8ClampedArray(rgba), 0, size.height)
      const ours = rotateUpright(finish(), orientation)
      expect(ours.size).toEqual(rotateSize(size, orientation))
      expect(ours.size).toEqual(theirs.size)
      expect(differences(ours.working.pixels, theirs.working.pixels).most).toBe(0)
    },
  )
})
