import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { findUrlProblem } from '#server/core/env.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { connectDatabase, type Database, openDatabase, refuseOldPostgres } from './database.ts'
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

const run = promisify(execFile)
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
)

test.each([
  ['mysql://host/db', 'must start with'],
  ['postgres://host/db?sslmode=prefer', 'disable, require, verify-ca, verify-full'],
  ['postgres://host/db?sslmode=no-verify', 'disable, require, verify-ca, verify-full'],
  ['postgres://host/db?sslmode=verify-ca', 'needs sslrootcert'],
])('refuses %s', (url, problem) => {
  expect(findUrlProblem(url)).toContain(problem)
})

test.each([
  ['postgres://user:secret@host/db'],
  ['postgresql:///db?host=/run/postgresql'],
  ['postgres://host/db?sslmode=verify-full'],
  ['postgres://host/db?sslmode=verify-ca&sslrootcert=/etc/ca.pem'],
])('accepts %s', (url) => {
  expect(findUrlProblem(url)).toBeNull()
})

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>

// Needs the openssl program, which makes the certificates.
test.each([
  [140_020, 'DATABASE_URL leads to PostgreSQL 14; 15 or newer is needed'],
  [96_024, 'DATABASE_URL leads to PostgreSQL 9; 15 or newer is needed'],
])('version %i of PostgreSQL is refused', (version, message) =>
  expect(() => refuseOldPostgres(version)).toThrow(message),
)

test.each([150_000, 180_004])('version %i of PostgreSQL is accepted', (version) =>
  expect(() => refuseOldPostgres(version)).not.toThrow(),
)

test.each<[string, () => Promise<string>]>([
  ['refuses', async () => `postgres://wearabouts@127.0.0.1:${await findFreePort()}/wearabouts`],
  [
    'says nothing',
    async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void silent.close())
      await once(silent, 'listening')
      return `postgres://wearabouts@127.0.0.1:${(silent.address() as AddressInfo).port}/wearabouts`
    },
  ],
])(
  'a DATABASE_LISTEN_URL whose server %s ends the start within seconds, by its name',
  async (_, urlOf) => {
    const settings = {
      DATA_DIR: tmpdir(),
      DATABASE_URL: database.url,
      DATABASE_LISTEN_URL: await urlOf(),
    }
    await expect(openDatabase(settings, pino({ level: 'silent' }))).rejects.toThrow(
      /^Cannot reach the database of DATABASE_LISTEN_URL: \S/,
    )
  },
  12_000,
)

describe.skipIf(!hasOpenssl)('sslmode', () => {
  let folder: string
  let database: Database
  const proxies: Record<string, Proxy> = {}

  const openssl = (command: string) => run('openssl', command.split(' '), { cwd: folder })
  const makeAuthority = (name: string) =>
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`,
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wearabouts-tls-'))
    database = await testDatabase()
    await Promise.all([makeAuthority('ours'), makeAuthority('theirs')])
    await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost')
    await openssl('req -newkey rsa:2048 -nodes -subj /CN=db -keyout server.key -out server.csr')
    await openssl(
      'x509 -req -days 2 -in server.csr -CA ours.pem -CAkey ours.key -CAcreateserial -extfile names -out server.pem',
    )
    const [key, cert] = await Promise.all(
      ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    proxies['plain'] = await startDatabaseProxy(database.url)
    proxies['tls'] = await startDatabaseProxy(database.url, { key: key ?? '', cert: cert ?? '' })
  })
  afterAll(async () => {
    await Promise.all(Object.values(proxies).map((proxy) => proxy.down()))
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.each([
    // server, host, mode, authority, works
    ['plain', '127.0.0.1', 'disable', null, true],
    ['plain', '127.0.0.1', 'require', null, false],
    ['tls', '127.0.0.1', 'require', null, true],
    ['tls', '127.0.0.1', 'require', 'ours', true],
    ['tls', '127.0.0.1', 'require', 'theirs', false],
    ['tls', '127.0.0.1', 'verify-ca', 'ours', true],
    ['tls', 'localhost', 'verify-ca', 'theirs', false],
    ['tls', 'localhost', 'verify-full', 'ours', true],
    ['tls', '127.0.0.1', 'verify-full', 'ours', false],
    ['tls', 'localhost', 'verify-full', null, false],
  ])('a %s server at %s with %s and authority %s: %s', async (kind, host, mode, ca, works) => {
    const root = ca === null ? '' : `&sslrootcert=${join(folder, `${ca}.pem`)}`
    const url = proxies[kind]?.url(host, `?sslmode=${mode}${root}`) ?? ''
    const connected = connectDatabase(url, pino({ level: 'silent' }))
    const isUsable = await connected.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    await connected.close()
    expect(isUsable).toBe(works)
  })
})
