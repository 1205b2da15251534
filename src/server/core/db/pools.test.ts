import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  DATABASE_LIMITS,
  DatabaseUnavailable,
  computeDefaultPoolSize,
  isDatabaseUnavailable,
} from './pools.ts'
import { connectDatabase, type Database } from './database.ts'
import { createAtomically } from './query.ts'

const log = pino({ level: 'silent' })
let shared: Database
const opened: Database[] = []
const open = (options: Parameters<typeof connectDatabase>[2]) => {
  const database = connectDatabase(shared.url, log, options)
  opened.push(database)
  return database
}
beforeAll(async () => {
  shared = await testDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((database) => database.close()))
})
afterAll(() => shared.close())

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
const TIMEOUTS = NAMES.map((name) => `current_setting('${name}') AS ${name}`).join(', ')
const LIMITED = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
}
const UNLIMITED = Object.fromEntries(NAMES.map((name) => [name, '0']))

test('requests have timeouts; migrations, imports and index builds have none', async () => {
  const { pool, maintenance } = open({})
  expect((await pool.query(`SELECT ${TIMEOUTS}`)).rows).toEqual([LIMITED])
  expect((await maintenance.query(`SELECT ${TIMEOUTS}`)).rows).toEqual([UNLIMITED])
})

test('through a pooler only transactions set timeouts, and nothing stays in the session', async () => {
  const { pool } = open({ listenUrl: shared.url, poolSize: 1 })
  await createAtomically(pool)(async (connection) => {
    expect((await connection.query(`SELECT ${TIMEOUTS}`)).rows).toEqual([LIMITED])
  })
  expect((await pool.query(`SELECT ${TIMEOUTS}`)).rows).toEqual([UNLIMITED])
})

test('through a pooler no statement gets a name', async () => {
  const { pool } = open({ listenUrl: shared.url, poolSize: 1 })
  await pool.query({ name: 'named', text: 'SELECT $1::int AS one', values: [1] })
  expect((await pool.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([])
})

test('at most DATABASE_POOL connections are opened', async () => {
  const { pool } = open({ poolSize: 2 })
  const pids = await Promise.all(
    Array.from({ length: 10 }, () => pool.query('SELECT pg_backend_pid() AS pid')),
  )
  expect(new Set(pids.map(({ rows }) => (rows[0] as { pid: number }).pid)).size).toBe(2)
})

test('too many requests that wait for a connection are refused at once, the others after a while', async () => {
  const { pool } = open({ poolSize: 1 })
  const held = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const waiting = Array.from({ length: DATABASE_LIMITS.waiting }, () => pool.query('SELECT 1'))
  const outcomes = Promise.allSettled(waiting)
  await expect(pool.query('SELECT 1')).rejects.toThrow(DatabaseUnavailable)
  await vi.advanceTimersByTimeAsync(DATABASE_LIMITS.connectMs)
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  vi.useRealTimers()
  held.release()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a database that hangs is given up on, and its connection with it', async () => {
  const proxy = await startDatabaseProxy(shared.url)
  const { pool, close } = connectDatabase(proxy.url(), log, { poolSize: 1 })
  await pool.query('SELECT 1')
  proxy.hang()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failure = pool.query('SELECT 1').catch((error: unknown) => error)
  await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(DATABASE_LIMITS.answerMs)
  expect(isDatabaseUnavailable(await failure)).toBe(true)
  vi.useRealTimers()
  expect(pool.totalCount).toBe(0)
  await proxy.down()
  await close()
})

test.each([
  ['a request', 'pool'],
  ['an import', 'maintenance'],
] as const)('%s waits for a free connection of a server that has no more', async (_, kind) => {
  const name = `few_${process.pid}`
  await shared.pool.query(`CREATE ROLE ${name} LOGIN CONNECTION LIMIT 1`)
  const url = shared.url.replace(/user=[^&]*/, `user=${name}`)
  const first = connectDatabase(url, log, { poolSize: 1 })
  const second = connectDatabase(url, log, { poolSize: 1 })
  const held = await first.pool.connect()
  const waiting = second[kind].query('SELECT 1 AS one')
  await eventually(() => expect(second[kind].totalCount).toBe(0))
  held.release(true)
  expect((await waiting).rows).toEqual([{ one: 1 }])
  await Promise.all([first.close(), second.close()])
  await shared.pool.query(`DROP ROLE ${name}`)
})

test.each([
  ['a statement that takes too long', 'SET LOCAL statement_timeout = 20; SELECT pg_sleep(5)'],
  ['a lost connection', 'SELECT pg_terminate_backend(pg_backend_pid())'],
])('%s may succeed later', async (_, sql) => {
  const { pool } = open({ poolSize: 1 })
  const failed = createAtomically(pool)((connection) => connection.query(sql))
  expect(isDatabaseUnavailable(await failed.catch((error: unknown) => error))).toBe(true)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test.each([['SELECT nonsense'], ['SELECT 1 / 0']])('%s will not', async (sql) => {
  const error: unknown = await shared.pool.query(sql).catch((thrown: unknown) => thrown)
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test.each([
  [17, 2],
  [30, 7],
  [97, 10],
  [3, 2],
])('of %i connections a server takes %i by default, so that three servers fit', (free, size) => {
  expect(computeDefaultPoolSize(free)).toBe(size)
})
