import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import type { Database } from './database.ts'
import { BREAKING_MARKER, migrateDatabase, MigrationError, readMigrations } from './migrate.ts'
import { refuseUpgradeBesideServers } from './upgrade.ts'

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
  expect(await migrateDatabase(database.pool, folder)).toEqual(['0001-people.sql', '0002-rows.sql'])
  expect(await migrateDatabase(database.pool, folder)).toEqual([])
  expect((await database.pool.query('SELECT id FROM people')).rowCount).toBe(2)
})

test('a migration that fails changes nothing, and is named', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await write('0002-broken.sql', 'CREATE TABLE half (id int); SELECT nonsense;')
  await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
    /0002-broken\.sql failed.*column "nonsense" does not exist/,
  )
  expect(await tables()).toEqual(['people', 'schema_migrations'])
  await write('0002-broken.sql', 'CREATE TABLE whole (id int);')
  expect(await migrateDatabase(database.pool, folder)).toEqual(['0002-broken.sql'])
})

test('a migration that was changed after it was applied is refused', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await migrateDatabase(database.pool, folder)
  await write('0001-people.sql', 'CREATE TABLE people (id bigint);')
  await write('0002-more.sql', 'CREATE TABLE more (id int);')
  await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
    '0001-people.sql was changed',
  )
  expect(await tables()).not.toContain('more')
})

test('other line ends are no change', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (\n  id int\n);\n')
  await migrateDatabase(database.pool, folder)
  await write('0001-people.sql', 'CREATE TABLE people (\r\n  id int\r\n);\r\n')
  expect(await migrateDatabase(database.pool, folder)).toEqual([])
})

test('starts on the database of a newer version', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int);')
  await migrateDatabase(database.pool, folder)
  await rm(join(folder, '0001-people.sql'))
  expect(await migrateDatabase(database.pool, folder)).toEqual([])
})

test('refuses the database of a newer version that breaks earlier ones', async () => {
  await write('0001-people.sql', '-- breaks earlier versions\nCREATE TABLE people (id int);')
  await migrateDatabase(database.pool, folder)
  await rm(join(folder, '0001-people.sql'))
  await expect(migrateDatabase(database.pool, folder)).rejects.toThrow('made by a newer version')
})

test('servers that start at once apply each migration once', async () => {
  await write('0001-people.sql', 'CREATE TABLE people (id int); SELECT pg_sleep(0.05);')
  const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.pool, folder)))
  expect(applied.flat()).toEqual(['0001-people.sql'])
})

test.each([['1-people.sql'], ['0001_people.sql'], ['0001-People.sql']])(
  '%s is no name for a migration',
  async (name) => {
    await write(name, 'SELECT 1;')
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(MigrationError)
  },
)

test('two migrations may not have one number', async () => {
  await write('0001-people.sql', 'SELECT 1;')
  await write('0001-places.sql', 'SELECT 1;')
  await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
    'Two migrations have the number 0001',
  )
})

describe('with a baseline', () => {
  const former = ['0001-people.sql', '0002-names.sql']
  beforeEach(async () => {
    await mkdir(join(folder, 'former'))
    await write('former/0001-people.sql', 'CREATE TABLE people (id int);')
    await write(
      'former/0002-names.sql',
      `${BREAKING_MARKER}\nALTER TABLE people ADD COLUMN name text;`,
    )
    await write(
      '0001-baseline.sql',
      'CREATE TABLE people (id int, name text); CREATE TABLE made_new ();',
    )
    await write('0003-shops.sql', 'CREATE TABLE shops (id int);')
  })
  const recorded = async () => {
    const { rows } = await database.pool.query<{ name: string; is_breaking: boolean }>(
      'SELECT name, is_breaking FROM schema_migrations ORDER BY name',
    )
    return rows.map(({ name, is_breaking }) => (is_breaking ? `${name}!` : name))
  }

  test('a new database begins with it, and records what it stands for', async () => {
    expect(await migrateDatabase(database.pool, folder)).toEqual([...former, '0003-shops.sql'])
    expect(await tables()).toEqual(['made_new', 'people', 'schema_migrations', 'shops'])
    expect(await recorded()).toEqual(['0001-people.sql', '0002-names.sql!', '0003-shops.sql'])
    expect(await migrateDatabase(database.pool, folder)).toEqual([])
    await migrateDatabase(database.pool, join(folder, 'former'))
  })

  test.each([1, 2])('a database with %i of the former ones runs the others', async (count) => {
    const earlier = await mkdtemp(join(tmpdir(), 'migrations-'))
    for (const name of former.slice(0, count))
      await copyFile(join(folder, 'former', name), join(earlier, name))
    await migrateDatabase(database.pool, earlier)
    await rm(earlier, { recursive: true })
    expect(await migrateDatabase(database.pool, folder)).toEqual([
      ...former.slice(count),
      '0003-shops.sql',
    ])
    expect(await tables()).toEqual(['people', 'schema_migrations', 'shops'])
  })

  test('its failure changes nothing', async () => {
    await write('0001-baseline.sql', 'CREATE TABLE people (id int); SELECT nonsense;')
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow('0001-baseline.sql failed')
    expect(await tables()).toEqual(['schema_migrations'])
    expect(await recorded()).toEqual([])
  })

  test('no later migration may have the number of a former one', async () => {
    await write('0002-shops.sql', 'SELECT 1;')
    await expect(migrateDatabase(database.pool, folder)).rejects.toThrow(
      'Two migrations have the number 0002',
    )
  })
})

const { migration: LAST_RELEASED } = z
  .object({ commit: z.string().regex(/^[0-9a-f]{40}$/), migration: z.string() })
  .parse(JSON.parse(readFileSync('deploy/last-release.json', 'utf8')))

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

/** What rows that an earlier version writes might not pass, unless the table is new as well. */
const RESTRICTS = [
  /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?([\w.]+)\b.*\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE|PRIMARY)\b/is,
  /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?([\w.]+)\b.*\bADD\s+COLUMN\b[^,;]*\b(?:CHECK|UNIQUE)\b/is,
  /^CREATE\s+UNIQUE\s+INDEX\b.*?\bON\s+(?:ONLY\s+)?([\w.]+)/is,
  /^CREATE\s+(?:CONSTRAINT\s+)?TRIGGER\b.*?\bBEFORE\b.*?\bON\s+([\w.]+)/is,
  /^DROP\s+(?:FUNCTION|TRIGGER|TYPE|DOMAIN|SEQUENCE)\s+(?:IF\s+EXISTS\s+)?([\w.]+)/is,
]
const CREATED_TABLE = /^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.]+)/i

/** Bodies of functions contain statements that do not run now. */
const statementsOf = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(';')
    .map((statement) => statement.trim())

/** The objects that a migration restricts or drops although an earlier version uses them. */
const restrictedBy = (sql: string): string[] => {
  const statements = statementsOf(sql)
  const created = new Set(statements.map((text) => CREATED_TABLE.exec(text)?.[1]))
  return statements.flatMap((text) => {
    const names = RESTRICTS.map((pattern) => pattern.exec(text)?.[1])
    return names.flatMap((name) => (name === undefined || created.has(name) ? [] : [name]))
  })
}

test.each<[string, string[]]>([
  ['ALTER TABLE shops ADD CONSTRAINT named CHECK (name <> $$$$);', ['shops']],
  ['ALTER TABLE catalog.shops\n  ADD COLUMN age int CHECK (age > 0);', ['catalog.shops']],
  ['CREATE UNIQUE INDEX shops_by_name ON shops (name);', ['shops']],
  ['CREATE TRIGGER check_shops BEFORE INSERT ON shops EXECUTE FUNCTION refuse();', ['shops']],
  ['DROP FUNCTION follow_shops();', ['follow_shops']],
  ['CREATE TABLE shops (id int); CREATE UNIQUE INDEX shops_by_id ON shops (id);', []],
  ['ALTER TABLE shops ADD COLUMN age int NOT NULL DEFAULT 0;', []],
  ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP FUNCTION g; $$;', []],
])('%j restricts %j', (sql, names) => expect(restrictedBy(sql)).toEqual(names))

const readTexts = async () => {
  const migrations = await readMigrations()
  return migrations.map(({ name, sql }) => [name, sql] as const)
}

test('migrations leave everything that the previous version uses', async () => {
  const texts = await readTexts()
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.flatMap(([name, sql]) => (takesAway(sql) ? [name] : []))).toEqual([])
})

test('migrations since the last release restrict nothing that its servers write', async () => {
  const texts = await readTexts()
  expect(texts.map(([name]) => name)).toContain(LAST_RELEASED)
  const news = texts.filter(([name]) => name > LAST_RELEASED)
  const additive = news.filter(([, sql]) => !sql.startsWith(BREAKING_MARKER))
  expect(additive.map(([name, sql]) => [name, restrictedBy(sql)])).toEqual(
    additive.map(([name]) => [name, []]),
  )
})

test('the changelog says which migrations servers of the last release do not survive', async () => {
  const [, upgrading = ''] =
    /^## Unreleased$.*?^### Upgrading$(.*?)^### /ms.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  for (const [name, sql] of await readTexts())
    if (name > LAST_RELEASED && sql.startsWith(BREAKING_MARKER))
      expect(upgrading, name).toContain(name.slice(0, 4))
})

describe('beside running servers', () => {
  const noteHealth = (server: string, ago: string, isStopped = false) =>
    database.pool.query(`INSERT INTO health_samples VALUES ($1, now() - $2::interval, $3)`, [
      server,
      ago,
      isStopped,
    ])
  beforeEach(async () => {
    await database.pool.query(
      'CREATE TABLE health_samples (server text, at timestamptz, is_stopped boolean)',
    )
    await write('0001-people.sql', 'CREATE TABLE people (id int);')
    await migrateDatabase(database.pool, folder)
  })

  test('a breaking migration is refused with the steps', async () => {
    await write('0002-names.sql', `${BREAKING_MARKER}\nALTER TABLE people ADD COLUMN name text;`)
    await noteHealth('web-1:3000', '30 seconds')
    await noteHealth('web-2:3000', '1 minute')
    await noteHealth('web-2:3000', '30 seconds', true)
    await noteHealth('web-3:3000', '5 minutes')
    await expect(refuseUpgradeBesideServers(database.pool, folder)).rejects.toThrow(
      /\(web-1:3000\).*0002-names\.sql.*\n1\. Stop all servers.*\n2\. Make a backup.*\n3\. Start/,
    )
  })

  test.each<[string, () => Promise<unknown>]>([
    ['no server runs', () => noteHealth('web-1:3000', '5 minutes')],
    ['the server was stopped', () => noteHealth('web-1:3000', '1 second', true)],
    [
      'the migration has been applied',
      async () => {
        await noteHealth('web-1:3000', '1 second')
        await migrateDatabase(database.pool, folder)
      },
    ],
    ['the site is new', () => database.pool.query('DROP TABLE schema_migrations')],
    [
      'an earlier version noted nothing about stops',
      () => database.pool.query('ALTER TABLE health_samples DROP COLUMN is_stopped'),
    ],
  ])('an upgrade is accepted if %s', async (_, arrange) => {
    await write('0002-names.sql', `${BREAKING_MARKER}\nALTER TABLE people ADD COLUMN name text;`)
    await arrange()
    await refuseUpgradeBesideServers(database.pool, folder)
  })
})
