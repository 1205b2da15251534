import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createNotificationListener, type Listener } from '#server/core/jobs/listener.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSearchDatabase, type SearchDatabase } from './search-database.service.ts'

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
const PRODUCTS = 40

let catalog: Database
let other: Database
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let listener: Listener
let opened: SearchDatabase[] = []

const open = (url = proxy.url()) => {
  const search = createSearchDatabase({ url, shards: 4, catalog, log })
  opened.push(search)
  return search
}
/** As a server does. */
const serve = async () => {
  const search = open()
  await search.feature.start({ port: 0, listener })
  search.feature.startInBackground()
  await eventually(() => expect(search.getLocation().isFilled).toBe(true))
  return search
}

const idsIn = async ({ pool }: Database): Promise<string[]> => {
  const { rows } = await pool.query<{ product_id: string }>(
    'SELECT product_id FROM search.documents ORDER BY product_id',
  )
  return rows.map(({ product_id }) => product_id)
}
const brandIn = async ({ pool }: Database, id: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ brand: string }>(
    'SELECT brand FROM search.documents WHERE product_id = $1',
    [id],
  )
  return rows[0]?.brand
}
const rename = (id: string, brand: string) =>
  catalog.pool.query('UPDATE search.documents SET brand = $2 WHERE product_id = $1', [id, brand])
const remove = async (id: string) => {
  await catalog.pool.query('DELETE FROM catalog.worn_items WHERE product_id = $1', [id])
  await catalog.pool.query('DELETE FROM catalog.products WHERE id = $1', [id])
}
const waiting = async () => {
  const { rows } = await catalog.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM search.outbox',
  )
  return rows[0]?.count
}

beforeEach(async () => {
  catalog = await testDatabase()
  other = await emptyDatabase()
  proxy = await startDatabaseProxy(other.url)
  listener = await createNotificationListener(catalog.url, log)
  const rows = Array.from({ length: PRODUCTS }, (_, index) =>
    catalogRow({ name: `Dress ${index}`, website: `https://shop.example.com/${index}` }),
  )
  await importRows(catalog.pool, rows)
})
afterEach(async () => {
  await proxy.up()
  await Promise.all(opened.map((search) => search.close()))
  opened = []
  await listener.close()
  await proxy.down()
  await Promise.all([catalog.close(), other.close()])
})

test('is filled while the catalogue’s own documents are read, and read from then on', async () => {
  const search = open()
  const read = async () =>
    (await search.documents.query('SELECT current_database() AS name')).rows[0] as { name: string }
  const before = await read()
  await search.rebuild()
  expect(await idsIn(other)).toEqual(await idsIn(catalog))
  expect(await idsIn(other)).toHaveLength(PRODUCTS)
  expect((await read()).name).not.toBe(before.name)
  expect(await search.verify()).toEqual([])
})

test('reads again when a shard has moved, and refuses what fails again', async () => {
  const search = open()
  await search.rebuild()
  // What a statement gets from Citus that was planned before a shard moved. Sequences are not rolled back.
  await other.pool.query(`CREATE SEQUENCE reads;
    CREATE FUNCTION missing_until(nth integer) RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('reads') < nth THEN RAISE undefined_table USING MESSAGE = 'documents_102009'; END IF;
      RETURN nth;
    END $$`)
  expect((await search.documents.query('SELECT missing_until(2) AS nth')).rows).toEqual([
    { nth: 2 },
  ])
  await expect(search.documents.query('SELECT missing_until(9)')).rejects.toMatchObject({
    status: 503,
    cause: { message: 'documents_102009' },
  })
  await expect(search.documents.query('SELEC 1')).rejects.toThrow('syntax error')
  const { rows } = await other.pool.query(`SELECT nextval('reads') AS next`)
  expect(rows).toEqual([{ next: '5' }])
})

test('has the same columns and indexes, also after a migration', async () => {
  const search = open()
  await search.rebuild()
  const shapeOf = async ({ pool }: Database) =>
    (
      await pool.query(`SELECT replace(indexdef, 'UNIQUE ', '') AS index FROM pg_indexes
      WHERE schemaname = 'search' AND tablename = 'documents' ORDER BY 1`)
    ).rows
  // Only the catalogue's database has somebody who adds pending terms to the index.
  const expectedShape = async () =>
    (await shapeOf(catalog)).map(({ index }: { index: string }) => ({
      index: index.replace(/fastupdate=.*\)$/, 'fastupdate=off)'),
    }))
  expect(await shapeOf(other)).toEqual(await expectedShape())
  await catalog.pool
    .query(`ALTER TABLE search.documents ADD COLUMN extra text[] NOT NULL DEFAULT '{a}';
    CREATE INDEX documents_by_extra ON search.documents USING gin (extra);
    DROP INDEX search.documents_by_brand`)
  const later = open()
  await later.prepare()
  expect(await shapeOf(other)).toEqual(await expectedShape())
  expect(await later.verify()).toEqual([])
})

test('follows every change and removal, with several servers', async () => {
  await Promise.all([serve(), serve(), serve()])
  const ids = await idsIn(catalog)
  for (let round = 1; round <= 5; round += 1)
    await Promise.all(ids.map((id) => rename(id, `brand ${round}`)))
  await remove(ids[0] ?? '')
  await eventually(async () => expect(await waiting()).toBe(0))
  expect(await idsIn(other)).toEqual(ids.slice(1))
  for (const id of ids.slice(1)) expect(await brandIn(other, id)).toBe('brand 5')
})

test('loses nothing while the search database is away, and says that it is', async () => {
  const search = await serve()
  const [first = '', second = ''] = await idsIn(catalog)
  await proxy.down()
  await rename(first, 'later')
  await remove(second)
  await expect(search.documents.query('SELECT 1 FROM search.documents')).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 10,
  })
  expect(await search.problem()).toContain('does not answer')
  expect((await search.status()).waiting).toBeGreaterThan(0)
  expect((await search.status()).lagSeconds).toBeGreaterThan(0)
  await proxy.up()
  await eventually(async () => expect(await waiting()).toBe(0))
  expect(await brandIn(other, first)).toBe('later')
  expect(await brandIn(other, second)).toBeUndefined()
  expect(await search.problem()).toBeNull()
  expect(await search.verify()).toEqual([])
})

test('refuses a search that PostgreSQL ends because of a deadlock', async () => {
  const search = open()
  await search.rebuild()
  const administrator = await other.pool.connect()
  await administrator.query('BEGIN; LOCK TABLE search.state')
  const refused = expect(
    search.documents.query('SELECT FROM search.documents; SELECT FROM search.state'),
  ).rejects.toMatchObject({ code: 'search-unavailable' })
  const waiting = `SELECT FROM pg_locks
    WHERE relation = to_regclass('search.state') AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database()) AND NOT granted`
  await eventually(async () => expect((await other.pool.query(waiting)).rowCount).toBe(1))
  await administrator.query('LOCK TABLE search.documents')
  administrator.release(true)
  await refused
})

test('starts while the search database is away', async () => {
  const first = open()
  await first.rebuild()
  await proxy.down()
  const search = open()
  await search.feature.start({ port: 0, listener })
  search.feature.startInBackground()
  await expect(search.documents.query('SELECT 1 FROM search.documents')).rejects.toMatchObject({
    status: 503,
  })
  await proxy.up()
  await eventually(async () =>
    expect((await search.documents.query('SELECT 1 FROM search.documents')).rowCount).toBe(
      PRODUCTS,
    ),
  )
})

const DEADLOCK = '40P01'
/** Repeated when PostgreSQL ends it instead of a server's statement that locks the tables in another order. */
const runDespiteServers = async (statement: string): Promise<void> => {
  try {
    await other.pool.query(statement)
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK) throw error
    await runDespiteServers(statement)
  }
}

const nameOf = ({ url }: Database) => new URL(url).pathname.slice(1)

test.each<[string, () => Promise<unknown>]>([
  ['its schema is dropped', () => runDespiteServers('DROP SCHEMA search CASCADE')],
  ['a table is dropped', () => runDespiteServers('DROP TABLE search.state')],
  ['its tables are emptied', () => runDespiteServers('TRUNCATE search.documents, search.copies')],
  ['its documents are deleted', () => runDespiteServers('DELETE FROM search.documents')],
  [
    'it is created again',
    async () => {
      await catalog.pool.query(`DROP DATABASE ${nameOf(other)} WITH (FORCE)`)
      await catalog.pool.query(`CREATE DATABASE ${nameOf(other)}`)
    },
  ],
])(
  'while servers run and %s, searches are refused or answered, and it is filled again',
  async (_, lose) => {
    const servers = await Promise.all([serve(), serve()])
    await lose()
    const [changed = ''] = await idsIn(catalog)
    await rename(changed, 'meanwhile')
    // Never another error than the refusal.
    for (const { documents } of servers)
      await documents
        .query('SELECT product_id FROM search.documents, search.state')
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'search-unavailable' }))
    await eventually(async () => {
      for (const search of servers) expect(search.getLocation().isFilled).toBe(true)
      expect(await servers[0]?.verify()).toEqual([])
      expect(await idsIn(other)).toHaveLength(PRODUCTS)
    })
    expect(await brandIn(other, changed)).toBe('meanwhile')
  },
  30_000,
)

describe('a removal', () => {
  test('is acknowledged only when the search database has applied it', async () => {
    const search = open()
    await search.rebuild()
    const [gone = ''] = await idsIn(catalog)
    await remove(gone)
    expect(await idsIn(other)).toContain(gone)
    await proxy.down()
    await expect(search.waitUntilApplied([gone])).rejects.toMatchObject({ status: 503 })
    await proxy.up()
    await search.waitUntilApplied([gone])
    expect(await idsIn(other)).not.toContain(gone)
  })

  test('does not wait for the changes before it, unless all must be applied', async () => {
    const search = open()
    await search.rebuild()
    const [gone = '', ...others] = await idsIn(catalog)
    await Promise.all(others.map((id) => rename(id, 'new')))
    await remove(gone)
    await search.waitUntilApplied([gone])
    expect(await idsIn(other)).toEqual(others)
    expect(await waiting()).toBe(others.length)
    await search.waitUntilAllApplied()
    expect(await waiting()).toBe(0)
    expect(await brandIn(other, others[5] ?? '')).toBe('new')
  })

  /** Another server that applies the changes of a product: it has locked the product's part. */
  const lockPartOf = async (id: string) => {
    const server = await other.pool.connect()
    await server.query('BEGIN')
    await server.query('SELECT pg_advisory_xact_lock(7341030, $1)', [Number(id) % 16])
    return server
  }
  const isWaitingForPart = async () =>
    (await other.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`))
      .rowCount === 1

  test('is not undone by what a server that died had under way', async () => {
    const search = open()
    await search.rebuild()
    const [gone = ''] = await idsIn(catalog)
    // It has read the product, and has yet to write.
    const dying = await lockPartOf(gone)
    await dying.query(
      `CREATE TEMP TABLE stale AS SELECT * FROM search.documents WHERE product_id = ${gone}`,
    )
    await remove(gone)
    let isSettled = false
    const settled = search.waitUntilApplied([gone]).finally(() => (isSettled = true))
    await eventually(async () => expect(isSettled || (await isWaitingForPart())).toBe(true))
    await dying.query(`DELETE FROM search.documents WHERE product_id = ${gone}`)
    await dying.query('INSERT INTO search.documents SELECT * FROM stale')
    await dying.query('COMMIT')
    dying.release(true)
    await settled
    expect(await idsIn(other)).not.toContain(gone)
  })

  test('is left to the server that has locked its part of the changes', async () => {
    const search = open()
    await search.rebuild()
    const [first = '', second = ''] = await idsIn(catalog)
    await rename(first, 'new')
    await rename(second, 'new')
    const server = await lockPartOf(first)
    expect(await search.drain()).toBe(1)
    expect(await waiting()).toBe(1)
    expect(await brandIn(other, first)).not.toBe('new')
    await server.query('COMMIT')
    server.release(true)
    expect(await search.drain()).toBe(1)
    expect(await brandIn(other, first)).toBe('new')
  })
})

test('a document that cannot be written does not hold up the others', async () => {
  const search = await serve()
  const ids = await idsIn(catalog)
  const sameAsFirst = ids.filter((id) => Number(id) % 16 === Number(ids[0]) % 16)
  expect(sameAsFirst.length).toBeGreaterThan(1)
  await other.pool.query(
    `ALTER TABLE search.documents ADD CHECK (brand <> 'refused' OR product_id <> ${ids[0]})`,
  )
  await catalog.pool.query(`UPDATE search.documents SET brand = 'refused'`)
  await eventually(async () =>
    expect(await brandIn(other, sameAsFirst.at(-1) ?? '')).toBe('refused'),
  )
  await eventually(async () => expect(await waiting()).toBe(1))
  expect((await search.status()).lagSeconds).toBeGreaterThan(0)
})

test('an interrupted filling goes on where it was', async () => {
  const search = open()
  await search.prepare()
  const ids = await idsIn(catalog)
  await other.pool.query('UPDATE search.copies SET filled_until = $1', [ids[9]])
  await search.rebuild()
  expect(await idsIn(other)).toEqual(ids.slice(10))
  await search.rebuild()
  expect(await idsIn(other)).toEqual(ids)
})

test('a copy of another catalogue, or from before a restored backup, is filled again', async () => {
  await (await serve()).close()
  await catalog.pool.query('DELETE FROM search.destination')
  const [first = ''] = await idsIn(catalog)
  await rename(first, 'unnoticed')
  const search = await serve()
  expect(await brandIn(other, first)).toBe('unnoticed')
  expect(await search.verify()).toEqual([])
})

test('a comparison finds what differs, and repairs it', async () => {
  const search = open()
  await search.rebuild()
  const [changed = '', missing = '', third = ''] = await idsIn(catalog)
  await other.pool.query(`UPDATE search.documents SET brand = 'x' WHERE product_id = $1`, [changed])
  await other.pool.query('DELETE FROM search.documents WHERE product_id = $1', [missing])
  await other.pool.query(
    'UPDATE search.documents SET product_id = 999999999 WHERE product_id = $1',
    [third],
  )
  const different = await search.verify()
  expect(different.toSorted()).toEqual([changed, missing, third, '999999999'].toSorted())
  await search.repair(different)
  expect(await search.verify()).toEqual([])
})

test('without it, the catalogue’s own documents are read again, and nothing is noted', async () => {
  const search = await serve()
  await search.detach()
  await eventually(() => expect(search.getLocation().isFilled).toBe(false))
  const [first = ''] = await idsIn(catalog)
  await rename(first, 'unnoted')
  expect(await waiting()).toBe(0)
  // Servers that still have the setting leave it alone.
  await other.pool.query('DROP SCHEMA search CASCADE')
  await search.close()
  expect((await catalog.pool.query('SELECT FROM search.destination')).rowCount).toBe(0)
})
