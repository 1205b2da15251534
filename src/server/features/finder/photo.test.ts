import sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { decodeNow } from '#server/vision/sharp-picture.ts'
import { jpegPicture, phonePicture } from '#tests/support/pictures.ts'
import { openPhoto } from './photo.ts'

/** Counts pipelines that start from encoded bytes; those that start from pixels decode nothing. */
const encoded = vi.hoisted(() => ({ reads: 0 }))
vi.mock('sharp', async (original) => {
  const real = (await original<{ default: typeof sharp }>()).default
  const counting = (input: Buffer, options?: SharpOptions) => {
    if (!options?.raw) encoded.reads += 1
    return real(input, options)
  }
  return { default: Object.assign(counting, real) }
})

const BOX = { x: 0, y: 0, width: 200, height: 100 }

describe('a crop', () => {
  test('is what lies inside the box, upright and without EXIF', async () => {
    const photo = await openPhoto(await phonePicture(), decodeNow)
    const { width, height, exif } = await sharp((await photo.crop(BOX)).jpeg).metadata()
    // The phone's photo is 300 by 400 once upright.
    expect({ width, height, exif }).toEqual({ width: 150, height: 100, exif: undefined })
  })

  test('of a box that leaves the photo stays inside it', async () => {
    const photo = await openPhoto(await jpegPicture(), decodeNow)
    const { jpeg } = await photo.crop({ x: 380, y: -20, width: 100, height: 60 })
    expect((await sharp(jpeg).metadata()).width).toBe(10)
  })

  test('keeps the full resolution of the photo, at most 720 pixels', async () => {
    const photo = await openPhoto(await jpegPicture({ width: 2048, height: 1024 }), decodeNow)
    const small = await photo.crop({ x: 0, y: 0, width: 100, height: 100 })
    expect(await sharp(small.jpeg).metadata()).toMatchObject({ width: 512, height: 256 })
    const large = await photo.crop({ x: 0, y: 0, width: 400, height: 400 })
    expect(await sharp(large.jpeg).metadata()).toMatchObject({ width: 720, height: 360 })
  })
})

describe('a photo', () => {
  test('is decoded once for the models and once for all its crops', async () => {
    const bytes = await jpegPicture()
    encoded.reads = 0
    const photo = await openPhoto(bytes, decodeNow)
    const opening = { header: 1, models: 1 }
    expect(encoded.reads).toBe(opening.header + opening.models)
    await Promise.all(Array.from({ length: 6 }, () => photo.crop(BOX)))
    expect(encoded.reads).toBe(opening.header + opening.models + 1)
  })
})
