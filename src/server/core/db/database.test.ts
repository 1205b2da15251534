import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Database } from './database.ts'
import { createAtomically, readRow } from './query.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a connection lost between two queries of a transaction fails that transaction alone', async () => {
  const { pool } = database
  const lost = createAtomically(pool)(async (connection) => {
    const row = z.object({ pid: z.number() })
    const pid = (await readRow(connection, row, 'SELECT pg_backend_pid() AS pid'))?.pid
    await pool.query('SELECT pg_terminate_backend($1)', [pid])
    await eventually(async () => {
      const activity = await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])
      expect(activity.rowCount).toBe(0)
    })
    await connection.query('SELECT 1')
  })
  await expect(lost).rejects.toThrow()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
