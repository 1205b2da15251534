import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { evaluateModels } from './evaluate.ts'

const SIDE = 64
/** Sees a coat in every picture; its colour words are the mean colour of a crop. */
const COAT = {
  box: [0, 0, 64, 64] as [number, number, number, number],
  kind: 'outerwear',
  score: 1,
}

let models = ''
let folder = ''
let engine: VisionEngine

const label = async (photos: readonly object[]) =>
  writeFile(path.join(folder, 'boxes.json'), JSON.stringify({ photos }))
const coat = (photo: string, color: string, more: object = {}) => ({
  photo,
  items: [
    { kind: 'outerwear', box: [0, 0, 64, 64], words: { colour: color, type: null }, ...more },
  ],
})
const run = (among?: string) => evaluateModels(engine, folder, null, () => undefined, among)

beforeAll(async () => {
  models = await writeTinyModels([COAT])
  folder = await mkdtemp(path.join(tmpdir(), 'labelled-'))
  engine = await createVisionEngine({ modelDir: models })
  await mkdir(path.join(folder, 'photos'))
  const colors = { crimson: '#d02020', scarlet: '#e82020', blue: '#2030d0' }
  for (const [name, background] of Object.entries(colors))
    await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
      .png()
      .toFile(path.join(folder, 'photos', `${name}.png`))
})
afterAll(async () => {
  await engine.close()
  await rm(models, { recursive: true })
  await rm(folder, { recursive: true })
})

it('scores boxes, words and vectors of a labelled folder', async () => {
  await label([
    coat('crimson.png', 'crimson'),
    coat('scarlet.png', 'crimson'),
    // A wrong label, and a second item where nothing is seen.
    {
      photo: 'blue.png',
      items: [
        { kind: 'outerwear', box: [0, 0, 64, 64], words: { colour: 'lime' } },
        { kind: 'bag', box: [50, 0, 64, 10] },
      ],
    },
  ])
  const { kinds, found, shownBoxes, words, shownWords, labelColors, nearest, retrieval } =
    await run()
  expect(kinds).toEqual({ outerwear: 1, bag: 0 })
  expect(found).toEqual({ items: 4, shown: 0.75, kindRight: 0.75 })
  expect(shownBoxes).toEqual({
    outerwear: { items: 3, boxes: 3, right: 3 },
    bag: { items: 1, boxes: 0, right: 0 },
  })
  expect(words).toEqual({
    colour: {
      items: 3,
      right: 2 / 3,
      balanced: 0.5,
      among: 1,
      shown: 1,
      shownRight: 2 / 3,
    },
  })
  expect(shownWords).toEqual({ colour: { claims: 3, right: 2 } })
  expect(labelColors).toMatchObject({ boxes: 3, named: 3 })
  expect(nearest).toEqual({
    items: 3,
    kind: 1,
    words: { colour: 2 / 3 },
    firstThree: {
      kind: { items: 3, share: 1, any: 1 },
      'colour family': { items: 3, share: 1 / 3, any: 2 / 3 },
    },
  })
  expect(retrieval).toBeNull()
})

it('asks for the items of a folder among those of another', async () => {
  await label([coat('crimson.png', 'crimson')])
  expect(await run()).toMatchObject({ nearest: null, nearestAmong: null })
  // A photo of the same name in the other folder is another photo.
  expect(await run(folder)).toMatchObject({
    nearest: null,
    nearestAmong: { items: 1, kind: 1, words: { colour: 1 } },
  })
})

it('refuses a word that the models do not know', async () => {
  await label([coat('crimson.png', 'crimsom')])
  await expect(run()).rejects.toThrow("crimson.png: the models know no colour 'crimsom'")
})
