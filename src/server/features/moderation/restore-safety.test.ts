import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailWriter } from '#server/core/mail/write-mail.ts'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { createRateLimitsStore } from '#server/core/http/rate-limits.store.ts'
import { createShops } from '#server/features/ingest/index.ts'
import { IMPORT_LOCK } from '#server/features/catalog/import.store.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createTakedown } from './index.ts'

let database: Database
let folder: string
let shops: ReturnType<typeof createShops>
/** What happens to stored files, with the takedown's state as another connection sees it. */
let moved: { step: 'forgotten' | 'restored'; isRestored: boolean }[]
let takedown: ReturnType<typeof createTakedown>['takedown']

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-restore-'))
  const { pool } = database
  shops = createShops({ pool, atomically: createAtomically(pool), folder })
  const move = (step: 'forgotten' | 'restored') => async () => {
    const { rows } = await pool.query<{ is_restored: boolean }>(
      'SELECT restored_at IS NOT NULL AS is_restored FROM takedowns ORDER BY id DESC LIMIT 1',
    )
    moved.push({ step, isRestored: rows[0]?.is_restored ?? false })
  }
  const files = {
    deleteLocalCopies: async () => undefined,
    removeStored: move('forgotten'),
    readPortrait: async () => null,
    deleteRemoved: async () => undefined,
    restoreStored: move('restored'),
  }
  takedown = createTakedown(
    {
      ...database,
      limits: createRateLimitsStore(pool),
      mail: null,
      writeMail: createMailWriter([]),
      audit: { note: async () => undefined },
      shared: { findBoard: async () => null, findCreatorPage: async () => null },
      log: pino({ level: 'silent' }),
    },
    { guard: { refresh: async () => undefined }, files, readPicture: async () => null },
  ).takedown
})
afterAll(async () => {
  await shops.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const rows = async (sql: string) => (await database.pool.query<object>(sql)).rows
const kept = () =>
  rows(`SELECT (SELECT count(*)::int FROM takedown_rows) AS rows,
    (SELECT count(*)::int FROM takedown_pictures) AS pictures,
    (SELECT count(*)::int FROM takedown_identities) AS identities,
    (SELECT count(*)::int FROM catalog.products) AS products`)

let takedownId: string
beforeEach(async () => {
  moved = []
  for (const { name } of await shops.list()) await shops.remove(name)
  await database.pool.query(
    'TRUNCATE catalog.products, takedown_rows, takedown_pictures, takedown_identities, takedowns CASCADE',
  )
  for (const [name, gtin] of [
    ['First', '4006381333931'],
    ['Second', ''],
  ]) {
    const file = join(folder, `${name}.tsv`)
    await writeFile(
      file,
      `id\ttitle\tlink\tprice\tgtin\timage_link\nx\tCoat of ${name}\thttps://${name}.example.com/x\t5 EUR\t${gtin}\thttps://${name}.example.com/x.jpg\n`,
    )
    await shops.add({ name, source: file })
    await shops.run(name ?? '')
  }
  const [product] = (await rows(
    `SELECT id FROM catalog.products WHERE title = 'Coat of First'`,
  )) as { id: string }[]
  const removed = await takedown.remove({
    address: `https://wear.example/product/${product?.id}`,
    reason: 'Copied',
    noticeId: null,
    actor: null,
    origin: 'https://wear.example',
  })
  takedownId = removed.id
  expect(moved).toEqual([{ step: 'forgotten', isRestored: false }])
  moved = []
})
const restore = () => takedown.restore(takedownId, { actor: null, reason: 'Was ours' })

it('restores a product whose shop was deleted meanwhile, without the offers of that shop', async () => {
  await shops.remove('First')
  await restore()
  expect(
    await rows(`SELECT title, described_by, (SELECT count(*)::int FROM catalog.offers
        WHERE product_id = product.id) AS offers
      FROM catalog.products product ORDER BY title`),
  ).toEqual([
    { title: 'Coat of First', described_by: null, offers: 0 },
    { title: 'Coat of Second', described_by: expect.any(Number), offers: 1 },
  ])
  expect(await rows('SELECT name FROM catalog.shops')).toEqual([{ name: 'Second' }])
})

it('moves pictures only after the restoration is committed', async () => {
  await restore()
  expect(moved).toEqual([{ step: 'restored', isRestored: true }])
  expect(await kept()).toEqual([{ rows: 0, pictures: 0, identities: 0, products: 2 }])
})

it('keeps everything for another attempt if a restoration fails at its end', async () => {
  const before = await kept()
  expect(before).toEqual([
    { rows: expect.any(Number), pictures: 1, identities: expect.any(Number), products: 1 },
  ])
  await database.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON search.documents EXECUTE FUNCTION refuse()`)
  try {
    await expect(restore()).rejects.toThrow('no')
  } finally {
    await database.pool.query('DROP TRIGGER refuse ON search.documents; DROP FUNCTION refuse')
  }
  expect(await kept()).toEqual(before)
  expect(moved).toEqual([])
  await restore()
  expect(moved).toEqual([{ step: 'restored', isRestored: true }])
})

it('touches no picture while an import keeps the restoration waiting', async () => {
  const before = await kept()
  const importing = await database.maintenance.connect()
  await importing.query('SELECT pg_advisory_lock($1)', [IMPORT_LOCK])
  try {
    await expect(restore()).rejects.toThrow('An import is running')
  } finally {
    await importing.query('SELECT pg_advisory_unlock($1)', [IMPORT_LOCK])
    importing.release()
  }
  expect(await kept()).toEqual(before)
  expect(moved).toEqual([])
})
