import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from './database.ts'

let firstDatabase: Database
let other: Database
beforeAll(async () => {
  ;[firstDatabase, other] = await Promise.all([testDatabase(), testDatabase()])
})
afterAll(() => Promise.all([firstDatabase.close(), other.close()]))

test('applies every migration to a test database', async () => {
  const { rows } = await firstDatabase.pool.query(
    'SELECT name FROM schema_migrations ORDER BY name',
  )
  expect(rows[0]).toEqual({ name: '0001-extensions.sql' })
})

test('isolates test databases from each other', async () => {
  await firstDatabase.pool.query('CREATE TABLE only_here (id int)')
  await expect(other.pool.query('SELECT * FROM only_here')).rejects.toThrow('does not exist')
})

test('drops a test database when it is closed', async () => {
  const closed = await testDatabase()
  await closed.close()
  const client = new Client({ connectionString: closed.url })
  client.on('error', () => undefined)
  await expect(client.connect()).rejects.toThrow('does not exist')
})
