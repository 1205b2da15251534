import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CATEGORIES } from '#shared/domain/category.ts'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { hasPgvector, openPgvectorDatabase } from '#tests/support/pgvector-database.ts'
import { buildIndexInBackground } from './pgvector-index.ts'
import { openPgvectorSearch } from './pgvector-search.ts'

const version = 'v1'
const dimensions = 3
const ROWS = 2_000
/** With fewer, PostgreSQL rightly prefers to compare them all. */
const MANY_ROWS = 20_000

/** A log that keeps its messages from this level up. */
const recorder = (level: 'info' | 'warn') => {
  const lines: string[] = []
  const log: Logger = pino({ level }, { write: (line) => void lines.push(line) })
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { log, messages }
}

describe.skipIf(!hasPgvector)('pgvector', () => {
  let database: Database
  beforeAll(async () => {
    database = await openPgvectorDatabase()
    await put(1, ROWS)
  })
  afterAll(() => database.close())

  const put = (first: number, last: number) =>
    database.maintenance.query(
      `INSERT INTO model_vectors (model_version, product_key, vector, category)
      SELECT $1, 'p' || place, ARRAY[cos(place), sin(place), 0]::real[], 'bags'
      FROM generate_series($2::int, $3::int) place`,
      [version, first, last],
    )
  const settings = (log: Logger) => ({
    pool: database.pool,
    url: database.url,
    dimensions,
    version,
    log,
    type: 'halfvec' as const,
  })
  const indexes = async () => {
    const { rows } = await database.pool.query<{ name: string; isValid: boolean }>(
      `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index
      JOIN pg_class ON pg_class.oid = indexrelid WHERE relname LIKE 'model_vectors_near_%'`,
    )
    return rows
  }
  const dropIndexes = async () => {
    for (const { name } of await indexes()) await database.pool.query(`DROP INDEX ${name}`)
  }

  it('says what to run if the role may not create the extension', async () => {
    const { log, messages } = recorder('warn')
    await database.pool.query("CREATE ROLE plain_reader LOGIN PASSWORD 'plain'")
    const url = new URL(database.url)
    url.username = 'plain_reader'
    url.password = 'plain'
    const plain = connectDatabase(url.href, log)
    try {
      expect(await openPgvectorSearch({ ...settings(log), pool: plain.pool })).toBeNull()
      const name = url.pathname.slice(1)
      expect(messages()).toEqual([
        expect.stringContaining(`psql -d ${name} -c 'CREATE EXTENSION vector'`),
      ])
    } finally {
      await plain.close()
      await database.pool.query('DROP ROLE plain_reader')
    }
  })

  it('answers at once, and builds the index outside start-up without blocking writers', async () => {
    const { log, messages } = recorder('info')
    const blocker = await database.pool.connect()
    const write = (key: string) => `UPDATE model_vectors SET price = 1 WHERE product_key = '${key}'`
    // A building index waits for running writers; searches and other writers do not.
    await blocker.query('BEGIN')
    await blocker.query(write('p1'))
    const search = await openPgvectorSearch(settings(log))
    try {
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      }, 10_000)
      const [first] = (await search?.search(Float32Array.of(1, 0, 0), 1)) ?? []
      expect(first?.similarity).toBeGreaterThan(0.99)
      await database.pool.query(`SET lock_timeout = '1s'; ${write('p2')}; RESET lock_timeout`)
    } finally {
      await blocker.query('ROLLBACK')
      blocker.release()
      await search?.waitUntilIndexed()
      await search?.close()
    }
    expect(messages()).not.toContain('The vector index could not be built')
  })

  it('is built by one server only, and replaces what an interrupted build left', async () => {
    await dropIndexes()
    const { log, messages } = recorder('info')
    const interrupted = buildIndexInBackground(settings(log))
    await interrupted.built
    await database.pool.query(
      'UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass',
      [(await indexes())[0]?.name],
    )
    const builders = Array.from({ length: 3 }, () => buildIndexInBackground(settings(log)))
    await vi.waitFor(
      async () =>
        expect((await indexes()).map(({ isValid }) => isValid)).toEqual(CATEGORIES.map(() => true)),
      10_000,
    )
    await Promise.all(builders.map((builder) => builder.close()))
    // One of each category, and one of them again.
    expect(messages().filter((text) => text === 'Building the vector index')).toHaveLength(
      CATEGORIES.length + 1,
    )
    expect(messages()).not.toContain('The vector index could not be built')
  })

  it('uses the index once it is there', async () => {
    await dropIndexes()
    await put(ROWS + 1, MANY_ROWS)
    await buildIndexInBackground(settings(recorder('info').log)).built
    await database.maintenance.query('ANALYZE model_vectors')
    const { log } = recorder('info')
    const own = connectDatabase(database.url, log)
    const search = await openPgvectorSearch({ ...settings(log), pool: own.pool })
    const before = await scans()
    await search?.search(Float32Array.of(1, 0, 0), 5)
    await search?.close()
    // A session reports its statistics when it ends.
    await own.close()
    await vi.waitFor(async () => expect(await scans()).toBeGreaterThan(before), 5_000)
  }, 120_000)
  const scans = async () => {
    const { rows } = await database.pool.query<{ scans: number }>(
      `SELECT coalesce(sum(idx_scan), 0)::int AS scans FROM pg_stat_user_indexes
      WHERE indexrelname LIKE 'model_vectors_near_%'`,
    )
    return rows[0]?.scans ?? 0
  }
})
