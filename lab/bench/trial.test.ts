import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { countAgreement, runTrial } from './trial.ts'

const SIDE = 64
let models = ''
let folder = ''
let database: Database
let app: TestApp

beforeAll(async () => {
  models = await writeTinyModels(
    [
      { box: [0, 0, SIDE, SIDE], kind: 'outerwear', score: 1 },
      { box: [4, 40, 20, 60], kind: 'bag', score: 0.2 },
    ],
    { offers: { bag: 0.1 } },
  )
  folder = await mkdtemp(path.join(tmpdir(), 'trial-'))
  database = await testDatabase()
  const { pool } = database
  await importRows(pool, [catalogRow({ name: 'Red coat', category: 'clothing' })])
  const { rows } = await pool.query<{ key: string }>(
    'SELECT product_key::text AS key FROM catalog.products',
  )
  const { vectorVersion } = await readModelCards(models)
  await createProductVectorsStore(pool).write(
    vectorVersion,
    rows.map(({ key }) => ({
      productKey: key,
      vector: Float32Array.of(1, 0, 0),
      category: 'clothing',
      ownerUid: null,
    })),
  )
  app = await startTestApp({ modelDir: models, database })
  await app.finder.start(app.listener)
  await mkdir(path.join(folder, 'photos'))
  await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#d02020' } })
    .png()
    .toFile(path.join(folder, 'photos', 'street.png'))
}, 120_000)
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(models, { recursive: true })
  await rm(folder, { recursive: true })
})

it('counts answers of the labelled kind, and of its colour where the catalogue has one', () => {
  const tried = (label: string, hasColor: boolean, ...names: string[]) => ({
    photo: '',
    label,
    kind: 'dress',
    isOffered: false,
    hasColor,
    answers: names.map((name) => ({ name, similarity: 0.5, certainty: null, picture: null })),
  })
  const objects = [
    tried('purple dress', true, 'Purple Dress', 'Purple Shirt'),
    tried('purple dress', true, 'Purple Shirt', 'Plum Gown'),
    tried('purple dress', true, 'Black Dress', 'Lilac Shirt'),
    tried('purple dress', false, 'Black Dress'),
    tried('dress', false, 'Black Shirt'),
    tried('dress', false),
  ]
  expect(countAgreement(objects)).toEqual({
    kind: { objects: 5, first: 3, three: 4 },
    colour: { objects: 3, first: 1, three: 2 },
  })
})

it('writes a sheet for each photo, and lists the answers for what is found and for what is offered', async () => {
  const out = path.join(folder, 'out')
  const objects = await runTrial(app, path.join(folder, 'photos'), out, () => undefined)
  expect(objects).toMatchObject([
    { photo: 'street.png', isOffered: false, answers: [{ name: 'Red coat' }] },
    { photo: 'street.png', isOffered: true, kind: 'bag', label: 'bag' },
  ])
  expect((await readdir(out)).toSorted()).toEqual(['objects.json', 'street.jpg'])
  expect(JSON.parse(await readFile(path.join(out, 'objects.json'), 'utf8'))).toEqual(objects)
  const { width, height } = await sharp(path.join(out, 'street.jpg')).metadata()
  expect([width, height]).toEqual([480 + 2 * 200, 720])
})
