import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisionEngine } from '#server/vision/engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { openPicture } from '#server/vision/picture.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createGallery } from './gallery.ts'

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
  for (const [name, colour] of Object.entries(pictures))
    await writeFile(path.join(products, `${name}.png`), await plain(colour))
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
