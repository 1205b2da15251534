import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { calibrateThresholds, type StoredVectors } from './calibrate.ts'

const SIDE = 64
const whole = [0, 0, SIDE, SIDE]

let models = ''
let folder = ''
let engine: VisionEngine

const write = (name: string, background: string) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toFile(path.join(folder, name))
const label = (photos: readonly object[]) =>
  writeFile(path.join(folder, 'boxes.json'), JSON.stringify({ photos }))
const coat = (name: string, more: object = {}, split = 'val') => ({
  photo: `${name}.png`,
  split,
  items: [{ kind: 'outerwear', box: whole, ...more }],
})
const run = (stored?: StoredVectors) =>
  calibrateThresholds(engine, folder, 'val', () => undefined, stored)

beforeAll(async () => {
  models = await writeTinyModels([])
  folder = await mkdtemp(path.join(tmpdir(), 'calibrate-'))
  engine = await createVisionEngine({ modelDir: models })
  const colors = { red: '#e01010', green: '#10e010', blue: '#1010e0', rose: '#e01014' }
  for (const [name, color] of Object.entries(colors)) await write(`${name}.png`, color)
})
afterAll(async () => {
  await engine.close()
  await rm(models, { recursive: true })
  await rm(folder, { recursive: true })
})

it('asks for changed views of items among all photos, with and without the item itself', async () => {
  await label([coat('red'), coat('green'), coat('blue', {}, 'train')])
  const { queries, gallery, thresholds, found } = await run()
  expect({ queries, gallery, found }).toEqual({ queries: 2, gallery: 3, found: 1 })
  expect(thresholds.sameItem).toBeGreaterThan(0.9)
  expect(thresholds.close).toBeLessThan(0.5)
})

it('claims neither of two things that look alike', async () => {
  await label([coat('red'), coat('rose'), coat('blue', {}, 'train')])
  const { queries, thresholds, found } = await run()
  expect(queries).toBe(2)
  expect({ found, sameItem: thresholds.sameItem }).toEqual({ found: 0, sameItem: 1 })
})

it('asks among the pictures of the products worn where there are some', async () => {
  await mkdir(path.join(folder, 'products'))
  await write('products/p-red.png', '#e82020')
  await write('products/p-green.png', '#20e820')
  await write('products/unworn.png', '#e01010')
  await label([
    coat('red', { product: 'p-red' }),
    coat('green', { product: 'p-green' }),
    coat('blue'),
  ])
  const { queries, gallery, found } = await run()
  expect({ queries, gallery, found }).toEqual({ queries: 2, gallery: 2, found: 1 })
})

it('asks among the stored vectors of the products worn where they are given', async () => {
  await label([coat('red', { product: 'p-red' }), coat('green', { product: 'p-green' })])
  const [red, green] = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)]
  const asked = async (stored: StoredVectors) => {
    const { queries, gallery, found } = await run(stored)
    return { queries, gallery, found }
  }
  const right = new Map([
    ['p-red', red],
    ['p-green', green],
    ['unworn', red],
  ])
  expect(await asked(right)).toEqual({ queries: 2, gallery: 2, found: 1 })
  const swapped = new Map([
    ['p-red', green],
    ['p-green', red],
  ])
  expect(await asked(swapped)).toEqual({ queries: 2, gallery: 2, found: 0 })
})
