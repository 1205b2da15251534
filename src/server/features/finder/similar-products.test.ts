import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCsv } from '#server/features/ingest/index.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { type Rates } from '#shared/domain/price.ts'
import { isWithinPriceRange, type PriceRange } from '#shared/domain/price-comparison.ts'
import { parseProductPrice } from '#shared/vision/match-order.ts'
import { callerWith } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'

const PRODUCTS = 120
const SEED = 20_261

/** The same numbers on every machine and in every run. */
const randomNumbers = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

const random = randomNumbers(SEED)
const CURRENCIES = ['$', '€', '£']
const rows = Array.from({ length: PRODUCTS }, (_, index) => {
  const price =
    index % 17 === 0 ? 'N/A' : `${CURRENCIES[index % 3]}${5 + Math.floor(random() * 400)}`
  const category = index % 4 === 0 ? 'bags' : 'clothing'
  return `Ada,https://pictures.example/ada.png,Thing ${index},${price},https://shop.example/${index},${category},/media/${index}.png`
})

let folder = ''
let app: TestApp
let rates: Rates
let products: { id: string; category: string; isSoldOut: boolean }[]

beforeAll(async () => {
  folder = await writeTinyModels([])
  app = await startTestApp({ modelDir: folder })
  const header = 'celebrity_name,celebrity_image,name,price,website,category,product_image'
  const result = await importCsv(app.pool, Readable.from([[header, ...rows, ''].join('\n')]))
  if (!result.isImported) throw new Error(JSON.stringify(result.problems.kept))
  await app.pool.query(
    `UPDATE catalog.offers SET availability = 'out_of_stock'
      WHERE url ~ '/[0-9]*3$'`,
  )
  // Vectors of an earlier model serve while the pictures of the present one are missing.
  await app.pool.query(
    `INSERT INTO vector_models (version, calibration, completed_at)
      VALUES ('earlier', '{"sameItem": 0.95, "close": 0.85, "similar": 0.7}', now())`,
  )
  const { rows: stored } = await app.pool.query<{ id: string; key: string; category: string }>(
    'SELECT id, product_key::text AS key, category FROM catalog.products ORDER BY id',
  )
  await createProductVectorsStore(app.pool).write(
    'earlier',
    stored.map(({ key, category }) => {
      const vector = Float32Array.from({ length: 4 }, () => random() - 0.3)
      const length = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0))
      return {
        productKey: key,
        vector: vector.map((one) => one / length),
        category,
        ownerUid: null,
      }
    }),
  )
  const { rows: sold } = await app.pool.query<{ id: string }>(
    "SELECT product_id AS id FROM catalog.offers WHERE availability = 'out_of_stock'",
  )
  const soldOut = new Set(sold.map(({ id }) => id))
  products = stored.map(({ id, category }) => ({ id, category, isSoldOut: soldOut.has(id) }))
  rates = await app.rates.current()
  await app.finder.start(app.listener)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const similarTo = async (id: string, query: object = {}): Promise<RankedProduct[]> => {
  await app.pool.query('DELETE FROM rate_limits')
  const { api } = callerWith(app, null)
  return (await api('GET /api/products/:id/similar', { params: { id }, query })).data.products
}

it('every product has similar ones that can be bought, by likeness and then by price', async () => {
  const soldOut = new Set(products.filter(({ isSoldOut }) => isSoldOut).map(({ id }) => id))
  for (const { id } of products.slice(0, 20)) {
    const found = await similarTo(id, { count: 12 })
    expect(found).toHaveLength(12)
    expect(found.filter((one) => one.id === id || soldOut.has(one.id))).toEqual([])
    const order = found.map(({ certainty, similarity }) => [
      Number(certainty === null),
      -Math.round(similarity * 100),
    ])
    expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
  }
})

it('a filtered result is the part of the unfiltered one that is within the price', async () => {
  for (let round = 0; round < 60; round += 1) {
    const { id = '' } = products[Math.floor(random() * PRODUCTS)] ?? {}
    const count = 1 + Math.floor(random() * 100)
    const currency = ['USD', 'EUR', 'GBP'][round % 3] ?? 'USD'
    const range: PriceRange = {
      ...(round % 4 === 0 ? { min: Math.floor(random() * 200) } : {}),
      max: Math.floor(random() * 400),
      currency,
    }
    const all = await similarTo(id, { count })
    const filtered = await similarTo(id, {
      count,
      currency,
      maxPrice: range.max,
      ...(range.min === undefined ? {} : { minPrice: range.min }),
    })
    const expected = all.filter((product) =>
      isWithinPriceRange(parseProductPrice(product), range, rates),
    )
    expect({ id, count, range, found: filtered.map((one) => one.id) }).toEqual({
      id,
      count,
      range,
      found: expected.map((one) => one.id),
    })
  }
})
