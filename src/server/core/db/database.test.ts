import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import pino from 'pino'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { connectDatabase, type Database } from './database.ts'
import { isDiskFull } from './pools.ts'
import { createAtomically } from './query.ts'
import { readValue } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a connection lost between two queries of a transaction fails that transaction alone', async () => {
  const { pool } = database
  const lost = createAtomically(pool)(async (connection) => {
    const pid = await readValue(connection, z.number())`SELECT pg_backend_pid()`
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

/** A database whose log is read, and whose connections the test can end. */
const loggedDatabase = () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const logged = connectDatabase(database.url, log)
  onTestFinished(() => logged.close())
  return { logged, lines }
}

test('a lost idle connection is one short line of the log, without its client', async () => {
  const { logged, lines } = loggedDatabase()
  const { rows } = await logged.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await eventually(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toContain('Lost an idle database connection')
  expect(lines[0]).toContain('terminating connection due to administrator command')
  expect(lines[0]?.length).toBeLessThan(300)
})

test('a full disk is a problem from the first error until there is room again', async () => {
  const { logged } = loggedDatabase()
  expect(await logged.diskProblem()).toBeNull()
  const fail = "DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
  const probe = vi.spyOn(logged.maintenance, 'query').mockRejectedValueOnce(new Error('still full'))
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(60_000)
  const error: unknown = await logged.pool.query(fail).catch((given: unknown) => given)
  expect(isDiskFull(error)).toBe(true)
  expect(await logged.diskProblem()).toBe('The disk of the database is full.')
  // Not asked again at once.
  expect(await logged.diskProblem()).toBe('The disk of the database is full.')
  expect(probe).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(6_000)
  expect(await logged.diskProblem()).toBeNull()
})
