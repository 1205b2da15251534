import { afterAll, beforeAll, expect, it } from 'vitest'
import { TABLE_OWNERS } from '#scripts/table-owners.mjs'
import { testDatabase } from '#tests/support/database.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('every table has an owner', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT CASE schemaname WHEN 'public' THEN tablename ELSE schemaname || '.' || tablename END AS name
    FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  expect(Object.values(TABLE_OWNERS).flat().toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  )
})
