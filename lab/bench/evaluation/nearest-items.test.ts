import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createGallery, scoreNearest } from './nearest-items.ts'

const plain = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
const whole = { x0: 0, y0: 0, x1: 64, y1: 64 }

let models = ''
let products = ''
let engine: VisionEngine

beforeAll(async () => {
  models = await writeTinyModels([])
  products = await mkdtemp(path.join(tmpdir(), 'gallery-'))
  engine = await createVisionEngine({ modelDir: models })
  const pictures = { worn: '#c04000', bag: '#e01000', unworn: '#e00000', far: '#0000ff' }
  for (const [name, color] of Object.entries(pictures))
    await writeFile(path.join(products, `${name}.png`), await plain(color))
})
afterAll(async () => {
  await engine.close()
  await rm(models, { recursive: true })
  await rm(products, { recursive: true })
})

it('ranks a product within its category, including products without a known category', async () => {
  const categories = new Map([
    ['worn', 'clothing'],
    ['far', 'clothing'],
    ['bag', 'bags'],
  ])
  const gallery = await createGallery(engine, products, categories)
  const red = await openPicture(await plain('#e00000'))
  expect(await gallery.rank(red, whole, 'clothing', 'worn')).toBe(2)
  expect(await gallery.rank(red, whole, 'clothing', 'far')).toBe(3)
  expect(await gallery.rank(red, whole, 'bags', 'bag')).toBe(2)
  expect(await gallery.rank(red, whole, 'bags', 'worn')).toBe(Infinity)
  expect([gallery.has('worn'), gallery.has('nothing')]).toEqual([true, false])
})

const item = (photo: string, kind: string, angle: number, words: Record<string, string>) => ({
  photo,
  kind,
  category: kind === 'bag' ? 'bags' : 'clothing',
  words,
  vector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
})

it('compares each item with the nearest one of its category in another photo', () => {
  const items = [
    item('a', 'top', 0, { colour: 'red', type: 'shirt' }),
    item('a', 'pants', 0.01, { colour: 'blue' }),
    item('b', 'top', 0.2, { colour: 'red', type: 'blouse' }),
    item('c', 'pants', 0.9, { colour: 'green' }),
    item('c', 'bag', 0.21, { colour: 'red' }),
  ]
  // a top: b; a pants: b; b: a pants; c pants: b; the only bag has no neighbour.
  expect(scoreNearest(items, items)).toEqual({
    items: 4,
    kind: 0.25,
    words: { colour: 0.25, type: 0 },
    // Nothing but the bag is of a kind that no other photo shows.
    firstThree: {
      kind: { items: 4, share: (1 / 2 + 1 / 2 + 1 / 3 + 1 / 3) / 4, any: 1 },
      'colour family': { items: 4, share: (1 / 2 + 1 / 3) / 4, any: 1 / 2 },
    },
  })
  expect(scoreNearest([], [])).toBeNull()
})

it('asks one folder for items of another, by colour family and pattern', () => {
  const asked = [
    item('street', 'top', 0, { colour: 'denim', pattern: 'plain' }),
    item('street', 'legwear', 0, { colour: 'black', pattern: 'plain' }),
  ]
  const shop = [
    item('a', 'top', 0.1, { colour: 'blue', pattern: 'plain' }),
    item('b', 'top', 0.2, { colour: 'navy', pattern: 'striped' }),
    item('c', 'top', 0.3, { colour: 'blue' }),
    item('d', 'top', 0.4, { colour: 'denim', pattern: 'plain' }),
  ]
  // The shop has no tights, so that nobody could find them there.
  expect(scoreNearest(asked, shop)?.firstThree).toEqual({
    kind: { items: 1, share: 1, any: 1 },
    'colour family': { items: 1, share: 2 / 3, any: 1 },
    pattern: { items: 1, share: 1 / 2, any: 1 },
  })
})
