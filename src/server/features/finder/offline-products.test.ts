import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { OFFLINE_LIST } from '#shared/finder-constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { offlineProductCalls } from '#shared/contract/offline-products.ts'
import type { answerCalls } from '#shared/contract/vision.ts'
import { matchOffline, unpackVector } from '#shared/vision/offline-match.ts'
import { callerWith } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createSignedEmbeddings } from './embeddings.ts'

/** More than one part. */
const COUNT = OFFLINE_LIST.partProducts + 88
const KINDS = ['Blazer', 'Trench Coat', 'Silk Blouse', 'Mini Skirt']
const rows = Array.from({ length: COUNT }, (_, index) =>
  catalogRow({
    name: `Model ${index} ${KINDS[index % KINDS.length]}`,
    price: `€${40 + (index % 90)}.00`,
    category: 'clothing',
    website: `https://first.example.com/${index}`,
  }),
)
const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}

let app: TestApp
let folder = ''
beforeAll(async () => {
  folder = await writeTinyModels([])
  const { vectorVersion } = await readModelCards(folder)
  app = await startTestApp({ modelDir: folder })
  await importRows(app.pool, rows)
  const { rows: known } = await app.pool.query<{ key: string; number: number }>(
    `SELECT product_key::text AS key, split_part(title, ' ', 2)::int AS number FROM catalog.products`,
  )
  await createProductVectorsStore(app.pool).write(
    vectorVersion,
    known.map(({ key, number }) => ({
      productKey: key,
      vector: unit(0.2 + (number % 37) / 40, 0.2 + (number % 11) / 12, 0.2 + (number % 5) / 6),
      category: 'clothing',
      ownerUid: null,
    })),
  )
  await createDocumentUpdater(app.pool).update()
  await app.finder.start(app.listener)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

type Part = ReplyOf<(typeof offlineProductCalls)['GET /api/offline-products']>['data']
const ask = (query: string, headers: Record<string, string> = {}) =>
  callerWith(app, null).send(`/api/offline-products?${query}`, { headers })
const partOf = async (query: string) => ((await (await ask(query)).json()) as { data: Part }).data
const wardrobe = async () => {
  const first = await partOf('celebrity=Ada%20Lune')
  const others = await Promise.all(
    Array.from({ length: first.parts - 1 }, (_, index) =>
      partOf(`celebrity=Ada%20Lune&part=${index + 1}`),
    ),
  )
  return { ...first, products: [first, ...others].flatMap(({ products }) => products) }
}

test('holds every product once, in parts that can be asked for again at no cost', async () => {
  const { parts, products, name } = await wardrobe()
  expect({ parts, name }).toEqual({ parts: 2, name: 'Ada Lune' })
  expect(new Set(products.map(({ key }) => key)).size).toBe(COUNT)
  const etag = (await ask('celebrity=Ada%20Lune')).headers.get('etag') ?? ''
  expect((await ask('celebrity=Ada%20Lune', { 'if-none-match': etag })).status).toBe(304)
})

test('matches objects as the server does', async () => {
  const cards = await readModelCards(folder)
  const { products } = await wardrobe()
  const items = products.map((product) => ({ product, vector: unpackVector(product.vector) }))
  const embeddings = createSignedEmbeddings(TEST_SECRET)
  for (const [label, kind, vector] of [
    ['blazer', 'outerwear', unit(0.9, 0.4, 0.3)],
    ['skirt', 'skirt', unit(0.3, 0.9, 0.5)],
    ['top', 'top', unit(0.5, 0.5, 0.9)],
  ] as const) {
    const object = { label, kind, category: 'clothing' as const, vector }
    const embedding = embeddings.write({ ...object, version: cards.vectorVersion })
    const reply = await callerWith(app, null).sendJson('POST', '/api/answers', { embedding })
    const { data } = (await reply.json()) as {
      data: ReplyOf<(typeof answerCalls)['POST /api/answers']>['data']
    }
    const here = matchOffline(items, object, cards)
    expect(here.slice(0, 3).map(({ id }) => id)).toEqual(
      data.products.slice(0, 3).map(({ id }) => id),
    )
  }
})

test('loses what is removed', async () => {
  const [product] = (await wardrobe()).products
  await app.pool.query(
    `UPDATE catalog.offers SET availability = 'removed'
    WHERE product_id = (SELECT id FROM catalog.products WHERE product_key = $1)`,
    [product?.key],
  )
  await createDocumentUpdater(app.pool).update()
  await expect
    .poll(async () => (await wardrobe()).products.map(({ key }) => key))
    .not.toContain(product?.key)
})

test.each([
  ['celebrity=Nobody', 404],
  ['shop=999999', 404],
  ['celebrity=Ada%20Lune&part=2', 404],
  ['', 400],
  ['celebrity=Ada%20Lune&shop=1', 400],
  ['shop=x', 400],
])('refuses %s with %i', async (query, status) => {
  expect((await ask(query)).status).toBe(status)
})
