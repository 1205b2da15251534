import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { createS3Storage } from '#server/core/storage/s3-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { insertPerson } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { createImagesStore } from './images.store.ts'
import { createMedia } from './media.service.ts'
import { createUploadsStore } from './uploads.store.ts'
import { createUploadsService } from './uploads.service.ts'

let database: Database
let picture: Buffer
beforeAll(async () => {
  database = await testDatabase()
  picture = await jpegPicture()
})
afterAll(() => database.close())

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

const inFiles = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return createFileStorage(folder)
}

const inS3 = async () => {
  const server = await startLoopbackS3('pictures')
  cleanups.push(server.close)
  const place = { bucket: 'pictures', prefix: '', endpoint: server.url, region: 'us-east-1' }
  return createS3Storage({ ...S3_CREDENTIALS, ...place })
}

describe.each([
  ['files', inFiles],
  ['S3', inS3],
])('uploads in %s', (_, open) => {
  let storage: Storage
  let uploads: ReturnType<typeof createUploadsService>
  let uid: string

  beforeEach(async () => {
    await database.pool.query('TRUNCATE uploads, user_products, saved_products, scan_results')
    storage = await open()
    const { pool } = database
    const fetchNothing = () => Promise.reject(new Error('Nothing is fetched here'))
    const media = createMedia({
      storage,
      store: createImagesStore(pool),
      guard: { isRemoved: () => false, check: async () => undefined },
      publicUrl: 'https://wear.example',
      draw: async () => null,
      originals: { read: fetchNothing },
      decode: (work) => work(),
      log: pino({ level: 'silent' }),
    })
    const store = createUploadsStore(pool, createAtomically(pool))
    const remote = { fetch: fetchNothing }
    uploads = createUploadsService({
      store,
      storage,
      media,
      remote,
      pictures: createPictureQueue(),
      guard: { checkUpload: async () => undefined },
      quotaMegabytes: 500,
    })
    uid = (await insertPerson(pool, 'secret')).uid
  })

  const upload = async (age: string) => {
    const url = await uploads.keep(uid, picture)
    const key = url.slice('/media/'.length)
    await database.pool.query(
      'UPDATE uploads SET created_at = now() - $2::interval WHERE key = $1',
      [key, age],
    )
    return { url, key }
  }
  const isKept = async ({ key }: { key: string }) => {
    const { rowCount } = await database.pool.query('SELECT FROM uploads WHERE key = $1', [key])
    const hasFile = (await storage.get(key)) !== null
    expect(hasFile).toBe(rowCount === 1)
    return hasFile
  }
  const insertProduct = (column: string, url: string) =>
    database.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence, ${column})
       VALUES ($1, $2, 'Coat', 'USD', 'product', 1, $2)`,
      [uid, url],
    )

  test('that nothing refers to are deleted after a day, not before', async () => {
    const old = await upload('24 hours 1 second')
    const young = await upload('23 hours 59 minutes')
    await uploads.sweep()
    expect([await isKept(old), await isKept(young)]).toEqual([false, true])
  })

  test.each(['image_url', 'thumbnail', 'original_image_url'])(
    'that a product refers to as its %s are kept, by path and by full address',
    async (column) => {
      const byPath = await upload('30 days')
      const byAddress = await upload('30 days')
      await insertProduct(column, byPath.url)
      await insertProduct(column, `https://wear.example${byAddress.url}`)
      await uploads.sweep()
      expect([await isKept(byPath), await isKept(byAddress)]).toEqual([true, true])
    },
  )

  test('that a saved product or the catalogue refers to are kept', async () => {
    const saved = await upload('30 days')
    const [look, product] = [await upload('30 days'), await upload('30 days')]
    await database.pool.query(
      `INSERT INTO saved_products (user_id, name, type, product)
       VALUES ($1, 'Coat', 'detection', jsonb_build_object('image_url', $2::text))`,
      [uid, saved.url],
    )
    await importRows(database.pool, [
      catalogRow({ celebrity_image: look.url, product_image: product.url }),
    ])
    await uploads.sweep()
    const kept = await Promise.all([saved, look, product].map(isKept))
    expect(kept).toEqual([true, true, true])
  })

  test('that only another person’s product refers to are deleted', async () => {
    const own = await upload('2 days')
    uid = (await insertPerson(database.pool, 'secret')).uid
    await insertProduct('image_url', own.url)
    await uploads.sweep()
    expect(await isKept(own)).toBe(false)
  })

  test('of others are deleted if those of one user cannot be looked through', async () => {
    const own = await upload('2 days')
    const kept = uid
    uid = (await insertPerson(database.pool, 'secret')).uid
    const others = await upload('2 days')
    // What takes longer than a statement may fails in the same way.
    await database.pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF OLD.user_id = TG_ARGV[0] THEN RAISE 'too long'; END IF; RETURN NEW; END $$`,
    )
    await database.pool.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON uploads FOR EACH ROW EXECUTE FUNCTION refuse('${kept}')`,
    )
    await expect(uploads.sweep()).rejects.toThrow('of some users')
    await database.pool.query('DROP FUNCTION refuse CASCADE')
    expect([await isKept(own), await isKept(others)]).toEqual([true, false])
  })

  test('are looked for in each product once, however many there are', async () => {
    await database.pool.query(
      `WITH old AS (
        INSERT INTO uploads (key, user_id, bytes, created_at)
        SELECT 'uploads/' || gen_random_uuid() || '.jpg', $1, 1, now() - interval '2 days'
        FROM generate_series(1, 1000) RETURNING key)
      INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence, image_url)
      SELECT $1, key, 'Coat', 'USD', 'product', 1, '/media/' || key FROM old`,
      [uid],
    )
    const measure = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const readRows = () =>
      database.pool.query('SELECT sum(length(to_jsonb(own)::text)) FROM user_products own')
    await readRows()
    const once = await measure(readRows)
    // A reading for each file takes some 500 times as long.
    expect(await measure(() => uploads.sweep())).toBeLessThan(100 * Math.max(once, 5))
    const { rowCount } = await database.pool.query('SELECT FROM uploads WHERE user_id = $1', [uid])
    expect(rowCount).toBe(1000)
  })

  test('of a deleted account are deleted, whatever their age', async () => {
    const own = await upload('1 minute')
    await database.pool.query('DELETE FROM users WHERE id = $1', [uid])
    await uploads.deleteOwnerless()
    expect(await isKept(own)).toBe(false)
  })

  test('whose file could not be deleted are tried again by the next sweep', async () => {
    const old = await upload('2 days')
    const failing = vi.spyOn(storage, 'delete').mockRejectedValue(new Error('The disk is away'))
    await expect(uploads.sweep()).rejects.toThrow('The disk is away')
    expect(await isKept(old)).toBe(true)
    failing.mockRestore()
    await uploads.sweep()
    expect(await isKept(old)).toBe(false)
  })

  test('can be swept by two servers at once, in several batches', async () => {
    const old: { key: string }[] = []
    while (old.length < 60) old.push(await upload('2 days'))
    await Promise.all([uploads.sweep(), uploads.sweep()])
    expect(await Promise.all(old.map(isKept))).not.toContain(true)
  })
})
