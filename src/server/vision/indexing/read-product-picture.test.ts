import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DetectedBox } from '#shared/vision/detector.ts'
import {
  readProductPicture,
  averageVectors,
  type StatedAttributes,
  chooseSubject,
} from './read-product-picture.ts'
import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'

describe('the subject of a picture', () => {
  const find = (
    kind: string,
    category: DetectedBox['category'],
    x: number,
    side: number,
  ): DetectedBox => ({
    kind,
    category,
    score: 0.9,
    box: { x0: x, y0: 0, x1: x + side, y1: side },
  })
  const top = find('top', 'clothing', 0, 100)
  const pants = find('pants', 'clothing', 100, 90)
  const shoes = find('footwear', 'footwear', 200, 40)
  const NOTHING = { category: null, kind: null }

  describe('what a product picture is about', () => {
    it.each([
      ['the only thing', [shoes], NOTHING, 'footwear'],
      ['the kind that is stated', [top, pants, shoes], { category: null, kind: 'pants' }, 'pants'],
      [
        'the category that is stated',
        [top, shoes],
        { ...NOTHING, category: 'footwear' },
        'footwear',
      ],
      ['the much larger thing', [top, shoes], NOTHING, 'top'],
      ['unclear between two of a size', [top, pants], NOTHING, null],
      ['unclear if the stated kind is not seen', [top], { category: null, kind: 'bag' }, null],
      ['unclear if nothing is seen', [], NOTHING, null],
    ] as const)('%s', (_, finds, stated, kind) => {
      expect(chooseSubject(finds, stated, null)?.kind ?? null).toBe(kind)
    })

    it('is the thing in the given box, or nothing', () => {
      const at = (x: number) => ({ x, y: 0, width: 90, height: 90 })
      expect(chooseSubject([top, pants, shoes], NOTHING, at(100))?.kind).toBe('pants')
      expect(chooseSubject([top, pants, shoes], NOTHING, at(400))).toBeNull()
    })
  })
})

const SIDE = 64
const NOTHING: StatedAttributes = { category: null, kind: null }

let models = ''
let engine: VisionEngine
let picture: RawPicture

/** A red coat, left, on a blue blanket. The tiny embedder gives the mean colour of a crop. */
beforeAll(async () => {
  models = await writeTinyModels([{ box: [0, 0, 32, 32], kind: 'outerwear', score: 1 }])
  engine = await createVisionEngine({ modelDir: models })
  const coat = { width: 32, height: 32, channels: 3, background: '#ff0000' } as const
  const photo = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#0000ff' } })
  const input = await sharp({ create: coat }).png().toBuffer()
  picture = await openPicture(
    await photo
      .composite([{ input, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  )
})
afterAll(async () => {
  await engine.close()
  await rm(models, { recursive: true })
})

const look = async (
  stated: StatedAttributes,
  box: Parameters<typeof readProductPicture>[2]['box'] = null,
) => {
  const { vector, seen, isFound } = await readProductPicture(
    engine,
    picture,
    { stated, box },
    new AbortController().signal,
  )
  return { red: vector[0] ?? 0, blue: vector[2] ?? 0, seen, isFound }
}

describe('a look at a product', () => {
  it('sees the garment, not what it lies on', async () => {
    const { red, blue, seen, isFound } = await look(NOTHING)
    expect(red).toBeGreaterThan(0.99)
    expect(blue).toBeLessThan(0.1)
    expect(isFound).toBe(true)
    expect(seen).toMatchObject({ kind: 'outerwear', category: 'clothing', colors: ['crimson'] })
  })

  it('does not need a surer box for its words, because the catalogue says what it is', async () => {
    const cards = structuredClone(engine.cards)
    for (const attribute of cards.words.attributes) attribute.boxThreshold = 1
    const unsure: VisionEngine = {
      ...engine,
      cards,
      detect: async (...asked) => {
        const found = await engine.detect(...asked)
        for (const find of found.boxes) find.score = 0.5
        return found
      },
    }
    const asked = { stated: NOTHING, box: null }
    const { seen } = await readProductPicture(unsure, picture, asked, new AbortController().signal)
    expect(seen.colors).toEqual(['crimson'])
  })

  it('sees the whole picture where nothing of the stated kind is found', async () => {
    const { red, blue, seen, isFound } = await look({ category: 'bags', kind: 'bag' })
    expect(blue).toBeGreaterThan(red)
    expect(isFound).toBe(false)
    expect(seen).toMatchObject({ kind: null, category: null, colors: [] })
  })

  it('sees the whole picture where its object is doubtful', async () => {
    const doubting: VisionEngine = {
      ...engine,
      detect: async (...asked) =>
        asked[1]?.isStrict
          ? { boxes: [], weakerBoxes: [], offers: [], modelMs: 0 }
          : engine.detect(...asked),
    }
    const asked = { stated: NOTHING, box: null }
    const { isFound } = await readProductPicture(
      doubting,
      picture,
      asked,
      new AbortController().signal,
    )
    expect(isFound).toBe(false)
  })

  it('sees another kind of the category in its place, but does not call it that', async () => {
    const { red, seen, isFound } = await look({ category: 'clothing', kind: 'dress' })
    expect(red).toBeGreaterThan(0.99)
    expect(isFound).toBe(true)
    expect(seen.kind).toBeNull()
  })

  it('sees what is in a given box, whatever else is there', async () => {
    const { red } = await look(NOTHING, { x: 0.5, y: 0.5, width: 0.5, height: 0.5 })
    expect(red).toBeLessThan(0.1)
  })
})

describe('several views of a product', () => {
  it('give the direction between them', () => {
    const mean = averageVectors([Float32Array.of(1, 0), Float32Array.of(0, 1)])
    expect(mean[0]).toBeCloseTo(Math.SQRT1_2)
    expect(mean[1]).toBeCloseTo(Math.SQRT1_2)
  })

  it('are that view if there is one', () => {
    expect([...averageVectors([Float32Array.of(0.6, 0.8)])]).toEqual([...Float32Array.of(0.6, 0.8)])
  })
})
