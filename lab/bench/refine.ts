import pino from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { createSignedAnswers } from '#server/features/finder/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { openMemorySearch } from '#server/vision/vectors/memory-search.ts'
import { ANSWERS } from '#shared/finder-constants.ts'
import type { RefinementQuery } from '#shared/contract/vision.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { countVectorDimensions } from '#shared/vision/likeness.ts'
import { getBenchFolder, openFilledDatabase } from './bench-database.ts'
import { computeMedian, computePercentile, printFigures, measureTimes } from './statistics.ts'
import { createProducts, insertVectors } from './synthetic-vectors.ts'

const VERSION = 'bench'
const ROUNDS = 15
/** Milliseconds of a refinement at 100,000 products, at the median. */
const TARGET_MS = 150
const CHUNK = 500
const log = pino({ level: 'warn' }, pino.destination(2))

/** From none to those that leave much, little and nothing of a kind. */
const REFINEMENTS: Readonly<Record<string, RefinementQuery>> = {
  'nothing else': {},
  'in black': { q: 'in black' },
  leather: { q: 'leather' },
  'under 80 euro': { q: 'under 80 euro' },
  'a brand': { q: 'Norrvik' },
  'in black, leather, under 80 euro': { q: 'in black leather under 80 euro' },
  'chips: red, 50 to 100 €': {
    colour: ['red'],
    price: { min: 50, max: 100, currency: 'EUR' },
  },
  'chips: brand, in stock': { brand: ['Quill'], stock: 'in_stock' },
}

/** One vector for each product, with its own category. */
const fillVectors = async ({ maintenance: pool }: Database, dimensions: number) => {
  const { rows: products } = await pool.query<{ key: string; category: string | null }>(
    `SELECT product_key::text AS key, category FROM catalog.products
    WHERE NOT EXISTS (SELECT FROM model_vectors WHERE model_version = $1
      AND model_vectors.product_key = products.product_key::text) ORDER BY id`,
    [VERSION],
  )
  const vector = createProducts(dimensions)
  for (let first = 0; first < products.length; first += CHUNK)
    await insertVectors(
      pool,
      VERSION,
      products.slice(first, first + CHUNK).map(({ key, category }, index) => ({
        productKey: key,
        vector: vector(first + index).vector,
        category: CATEGORIES.find((candidate) => candidate === category) ?? 'other',
        ownerUid: null,
      })),
    )
  await pool.query('VACUUM ANALYZE model_vectors')
}

/** The answer for one object of a photo, and its refinements, without the photo. */
export const benchRefine = async (products: number) => {
  const database = await openFilledDatabase(getBenchFolder(`refine-${products}`), products)
  const listener = await createNotificationListener(database.url, log)
  const cards = await readModelCards(MODEL_DIR)
  const dimensions = countVectorDimensions(cards)
  try {
    await createDocumentUpdater(database.maintenance).update()
    await fillVectors(database, dimensions)
    const { pool } = database
    const search = createSearch(pool, createRates(pool, undefined).current)
    const vectors = await openMemorySearch({
      pool,
      listener,
      version: VERSION,
      dimensions,
      log,
      mayUseGraph: true,
    })
    try {
      await vectors.loaded()
      await vectors.waitUntilIndexed()
      const { embeddings, ...answers } = createSignedAnswers({
        pool,
        secret: 'a secret of the benchmark',
        otherShops: [],
        refinements: search.refinements,
        open: async () => ({
          engine: { cards: { ...cards, vectorVersion: VERSION } },
          vectors,
        }),
      })
      const embedding = embeddings.write({
        version: VERSION,
        kind: 'outerwear',
        category: 'clothing',
        label: 'olive jacket',
        vector: createProducts(dimensions)(0).vector,
      })
      const rows = []
      const all: { answer: number[]; counts: number[] } = { answer: [], counts: [] }
      for (const [name, refinement] of Object.entries(REFINEMENTS)) {
        const answer = await measureTimes(ROUNDS, () =>
          answers.findAnswers(embedding, refinement, { count: ANSWERS.products }, undefined),
        )
        const counts = await measureTimes(ROUNDS, () =>
          answers.countAnswers(embedding, refinement, undefined),
        )
        all.answer.push(...answer)
        all.counts.push(...counts)
        rows.push(createRow(name, answer, counts))
      }
      rows.push(createRow('all', all.answer, all.counts))
      printFigures(`Refining one object among ${products} products`, rows)
      const medianMs = computeMedian(all.answer)
      process.stdout.write(
        `\nMedian of a refinement: ${medianMs.toFixed(1)} ms. Target: ${TARGET_MS} ms: ${
          medianMs <= TARGET_MS ? 'met' : 'MISSED'
        }.\n`,
      )
    } finally {
      await vectors.close()
    }
  } finally {
    await listener.close()
    await database.close()
  }
}

const createRow = (refinement: string, answer: number[], counts: number[]) => ({
  refinement,
  'answer p50 ms': computeMedian(answer),
  'answer p95 ms': computePercentile(answer, 0.95),
  'counts p50 ms': computeMedian(counts),
})
