import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import type { Database } from './database.ts'
import { BREAKING_MARKER, migrate, MigrationError, MIGRATIONS_FOLDER } from './migrate.ts'

let database: Database
let folder: string

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const tables = async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}

test('migrations are applied in the order of their numbers, each once', async () => {
  await write('0002-rows.sql', 'INSERT INTO people VALUES (1); INSERT INTO people VALUES (2);')
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['0001-people.sql', '0002-rows.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
  expect((await database.pool.query('SELECT id FROM people')).rowCount).toBe(2)
})

test('a migration that fails changes nothing, and is named', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await write('0002-broken.sql', 'CREATE TABLE half (id int); SELECT nonsense;')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    /0002-broken\.sql failed.*column "nonsense" does not exist/,
  )
  expect(await tables()).toEqual(['people', 'schema_migrations'])
  await write('0002-broken.sql', 'CREATE TABLE whole (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['0002-broken.sql'])
})

test('a migration that was changed after it was applied is refused', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await migrate(database.pool, folder)
  await write('0001-people.sql', 'CREATE TABLE people (id bigint);')
  await write('0002-more.sql', 'CREATE TABLE more (id int);')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0001-people.sql was changed')
  expect(await tables()).not.toContain('more')
})

test('other line ends are no change', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (\n  id int\n);\n')
  await migrate(database.pool, folder)
  await write('0001-people.sql', 'CREATE TABLE people (\r\n  id int\r\n);\r\n')
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('starts on the database of a newer version', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await migrate(database.pool, folder)
  await rm(join(folder, '0001-people.sql'))
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('refuses the database of a newer version that breaks earlier ones', async () => {
  await write('0001-people.sql', '-- breaks earlier versions\nCREATE TABLE people (id int);')
  await migrate(database.pool, folder)
  await rm(join(folder, '0001-people.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow('made by a newer version')
})

test('servers that start at once apply each migration once', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int); SELECT pg_sleep(0.05);')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
  expect(applied.flat()).toEqual(['0001-people.sql'])
})

test.each([['1-people.sql'], ['0001_people.sql'], ['0001-People.sql']])(
  '%s is no name for a migration',
  async (name) => {
    await write(name, 'SELECT 1;')
    await expect(migrate(database.pool, folder)).rejects.toThrow(MigrationError)
  },
)

test('two migrations may not have one number', async () => {
  await write('0001-people.sql', 'SELECT 1;')
  await write('0001-places.sql', 'SELECT 1;')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Two migrations have the number 0001',
  )
})

/** What the statements of an earlier version would stumble over. */
const TAKES_AWAY = [
  /\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\s+\w+\s+(SET\s+NOT\s+NULL|DROP\s+DEFAULT|(SET\s+DATA\s+)?TYPE)\b/i,
  /\bADD\s+COLUMN\s+(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
]

const takesAway = (sql: string) => {
  const statements = sql.replaceAll(/--.*$/gm, '')
  return !sql.startsWith(BREAKING_MARKER) && TAKES_AWAY.some((pattern) => pattern.test(statements))
}

test.each([
  'DROP TABLE shops;',
  'ALTER TABLE shops\n  DROP COLUMN name;',
  'ALTER TABLE shops RENAME COLUMN name TO title;',
  'ALTER TABLE shops ALTER COLUMN name SET NOT NULL;',
  'ALTER TABLE shops ALTER COLUMN name TYPE int;',
  'ALTER TABLE shops ADD COLUMN a int, ADD COLUMN b text NOT NULL;',
])('%j may only be in a migration that says that it breaks earlier versions', (sql) => {
  expect([takesAway(sql), takesAway(`${BREAKING_MARKER}\n${sql}`)]).toEqual([true, false])
})

test('migrations leave everything that the previous version uses', async () => {
  const names = await readdir(MIGRATIONS_FOLDER)
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(MIGRATIONS_FOLDER, name), 'utf8')]),
  )
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.flatMap(([name, sql = '']) => (takesAway(sql) ? [name] : []))).toEqual([])
})
