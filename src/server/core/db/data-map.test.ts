import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT, readReferences, readSchema, updateMap } from '#scripts/data-map.mjs'
import { testDatabase } from '#tests/support/database.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('the map in architecture.md shows the tables of today', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  expect(document, 'Run npm run data-map').toBe(updateMap(document))
})

test('the map knows every table and foreign key of the database', async () => {
  const { rows } = await database.pool.query<{ name: string; targets: string[] }>(`
    SELECT owner.oid::regclass::text AS name,
      array_remove(array_agg(DISTINCT confrelid::regclass::text), NULL) AS targets
    FROM pg_class owner LEFT JOIN pg_constraint ON conrelid = owner.oid AND contype = 'f'
    WHERE relkind = 'r' AND relname <> 'schema_migrations'
      AND relnamespace IN ('public'::regnamespace, 'catalog'::regnamespace, 'search'::regnamespace)
    GROUP BY owner.oid`)
  const read = [...readReferences(readSchema())].map(([name, targets]) => ({
    name,
    targets: [...targets].toSorted(),
  }))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect(read.toSorted(byName)).toEqual(rows.toSorted(byName))
})

test.each<[string, Record<string, string[]>]>([
  [
    'CREATE TABLE a (\n  b int\n);\nCREATE UNLOGGED TABLE x.b (\n  a int REFERENCES a (b)\n);',
    { a: [], 'x.b': ['a'] },
  ],
  ['CREATE TABLE a (\n  b int\n);\nALTER TABLE a ADD COLUMN c int REFERENCES a;', { a: ['a'] }],
  ['CREATE TABLE a (\n  b int\n);\nCREATE TABLE c (\n  d int\n);\nDROP TABLE c;', { a: [] }],
])('%j leaves %j', (sql, expected) => {
  const tables = [...readReferences(sql)].map(([name, targets]) => [name, [...targets]])
  expect(Object.fromEntries(tables)).toEqual(expected)
})
