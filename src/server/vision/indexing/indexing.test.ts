import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { createVision } from '#server/features/finder/open-vision.ts'
import { importCsv } from '#server/features/ingest/index.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import { testDatabase } from '#tests/support/database.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { runIndexCommand } from './indexer.ts'

const log = pino({ level: 'silent' })
const PRODUCTS = 12
/** More than the database queues individually. */
const MANY = 1_001
const catalog = (count: number, kind = 'Coat') =>
  [
    'celebrity_name,celebrity_image,name,price,website,category,product_image',
    ...Array.from(
      { length: count },
      (_, place) =>
        `Ada,/media/ada.png,${kind} ${place},$${place + 1},https://shop.example/${place},clothing,/media/${place}.png`,
    ),
  ].join('\n')

let database: Database
const folders: string[] = []
let reads: string[] = []
let brokenUrl: string | null = null

const made = sharp({ create: { width: 64, height: 64, channels: 3, background: '#14203f' } })
  .png()
  .toBuffer()
const picture = () => made

const readPicture = async (url: string) => {
  reads.push(url)
  return url === brokenUrl ? new Uint8Array([1, 2, 3]) : picture()
}

const index = async (modelDir: string) => {
  const progress: number[] = []
  reads = []
  const result = await runIndexCommand({
    database,
    log,
    modelDir,
    readPicture,
    onProgress: (done) => progress.push(done),
  })
  return { ...result, progress }
}

const versions = async () => {
  const { rows } = await database.pool.query<{ version: string; count: number }>(
    `SELECT split_part(model_version, '-', 1) AS version, count(*)::int AS count
    FROM model_vectors GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ version, count }) => [version, count]))
}

beforeAll(async () => {
  database = await testDatabase()
  folders.push(await writeTinyModels([]), await writeTinyModels([], { version: '2' }))
  await importCsv(database.pool, Readable.from([catalog(PRODUCTS)]))
})
afterAll(async () => {
  await database.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

describe('npm run catalog -- index', () => {
  it('indexes every product once, reports progress, and continues after a bad picture', async () => {
    brokenUrl = '/media/3.png'
    const { done, waiting, failed, progress } = await index(folders[0] ?? '')
    expect({ done, waiting, failed }).toEqual({ done: PRODUCTS - 1, waiting: 1, failed: 0 })
    expect(progress[0]).toBe(0)
    expect(progress.at(-1)).toBe(PRODUCTS)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await versions()).toEqual({ '1': PRODUCTS - 1 })
  })

  it('resumes after a stop', async () => {
    brokenUrl = null
    await database.pool.query('UPDATE jobs SET due_at = now()')
    const { done } = await index(folders[0] ?? '')
    expect(done).toBe(1)
    expect(reads).toEqual(['/media/3.png'])
    expect(await versions()).toEqual({ '1': PRODUCTS })
  })

  it('does nothing when nothing has changed', async () => {
    expect(await index(folders[0] ?? '')).toMatchObject({ done: 0, waiting: 0 })
    expect(reads).toEqual([])
  })

  it('re-indexes a product when its picture changes, not its price, and removes a deleted one', async () => {
    await database.pool.query(
      "UPDATE catalog.products SET pictures = '{/media/new.png}' WHERE title = 'Coat 5'",
    )
    await database.pool.query("UPDATE catalog.products SET fit = 'loose' WHERE title = 'Coat 6'")
    const coat7 = "(SELECT id FROM catalog.products WHERE title = 'Coat 7')"
    await database.pool.query(`DELETE FROM catalog.worn_items WHERE product_id = ${coat7}`)
    await database.pool.query(`DELETE FROM catalog.products WHERE id = ${coat7}`)
    await database.pool.query(`UPDATE catalog.offers SET price_amount = 1
      WHERE product_id = (SELECT id FROM catalog.products WHERE title = 'Coat 8')`)
    expect(await index(folders[0] ?? '')).toMatchObject({ done: 1 })
    expect(reads).toEqual(['/media/new.png'])
    expect(await versions()).toEqual({ '1': PRODUCTS - 1 })
  })

  it('looks at a few pictures of a product, and does without one that cannot be read', async () => {
    brokenUrl = '/media/back.png'
    await database.pool.query(
      `UPDATE catalog.products SET pictures = '{/media/front.png,/media/back.png,/media/side.png,/media/more.png}'
      WHERE title = 'Coat 5'`,
    )
    expect(await index(folders[0] ?? '')).toMatchObject({ done: 1, waiting: 0 })
    expect(reads).toEqual(['/media/front.png', '/media/back.png', '/media/side.png'])
    brokenUrl = null
  })

  it('indexes everything with a new model, next to the old one', async () => {
    expect(await index(folders[1] ?? '')).toMatchObject({ done: PRODUCTS - 1 })
    expect(await versions()).toEqual({ '1': PRODUCTS - 1, '2': PRODUCTS - 1 })
  })
})

describe('two models in use', () => {
  it('queues a changed product for each, and indexes it once with each', async () => {
    await database.pool.query(
      "UPDATE catalog.products SET pictures = '{/media/newer.png}' WHERE title = 'Coat 5'",
    )
    expect(await index(folders[0] ?? '')).toMatchObject({ done: 1 })
    expect(reads).toEqual(['/media/newer.png'])
    expect(await index(folders[1] ?? '')).toMatchObject({ done: 1 })
    expect(reads).toEqual(['/media/newer.png'])
    expect(await index(folders[0] ?? '')).toMatchObject({ done: 0 })
  })
})

describe('a large new catalogue', () => {
  const asked = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM jobs WHERE queue LIKE 'product-vector%'",
    )
    return rows[0]?.count
  }
  const bringIn = (kind: string) =>
    importCsv(database.pool, Readable.from([catalog(MANY, kind)]), { replace: true })

  it('is not queued product by product, but indexing starts within seconds', async () => {
    const listener = await createNotificationListener(database.url, log)
    const vision = createVision({
      pool: database.pool,
      databaseUrl: database.url,
      log,
      modelDir: folders[1] ?? '',
      readPicture,
      rates: async () => ({ date: '', perEuro: {} }),
      similarTo: async () => ({ products: [] }),
    })
    await vision.start(listener)
    reads = []
    await bringIn('Shoe')
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(0), { timeout: 5_000 })
    await vision.close()
    await listener.close()
    expect(reads.length).toBeLessThan(MANY)
  })

  it('resumes after a stop, and drops the vectors of replaced products', async () => {
    const left = 20
    const { vectorVersion } = await readModelCards(folders[1] ?? '')
    await database.pool.query('TRUNCATE jobs, model_vectors')
    await database.pool.query(
      `INSERT INTO model_vectors (product_key, vector, category, model_version)
      SELECT product_key::text, '{1}', 'footwear', $1 FROM catalog.products ORDER BY product_key OFFSET $2`,
      [vectorVersion, left],
    )
    const { done, waiting, failed, progress } = await index(folders[1] ?? '')
    expect({ done, waiting, failed }).toEqual({ done: left, waiting: 0, failed: 0 })
    expect(progress.at(-1)).toBe(left)
    expect(await versions()).toEqual({ '2': MANY })
    await bringIn('Bag')
    expect(await asked()).toBe(0)
    expect(await versions()).toEqual({})
  })
})

describe('without its models', () => {
  it('the server answers 503 with Retry-After and keeps running', async () => {
    const listener = await createNotificationListener(database.url, log)
    const vision = createVision({
      pool: database.pool,
      databaseUrl: database.url,
      log,
      modelDir: '/nowhere',
      readPicture,
      rates: async () => ({ date: '', perEuro: {} }),
      similarTo: async () => ({ products: [] }),
    })
    const photo = await openPicture(await picture())
    const scan = () => vision.service.detect(photo, new AbortController().signal)
    const refusal = { status: 503, retryAfterSeconds: 5 }
    await expect(scan()).rejects.toMatchObject(refusal)
    await expect(vision.start(listener)).rejects.toThrow(/detector\.json/)
    await expect(scan()).rejects.toMatchObject(refusal)
    await vision.close()
    await listener.close()
  })
})
