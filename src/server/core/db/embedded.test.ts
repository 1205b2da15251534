import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findRunningPostmaster, isPostgres } from '#server/core/db/embedded/postmaster.ts'
import { DataFolderInUse } from '#server/core/db/embedded/presence.ts'
import { SettingsError } from '#server/core/env.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { createTemporaryDataDir, createUsedDataDir } from '#tests/support/data-folder.ts'
import { startEmbeddedProcess } from '#tests/support/embedded-process.ts'
import { eventually } from '#tests/support/eventually.ts'
import { isLongRun } from '#tests/support/length.ts'
import { openDatabase } from './database.ts'
import { type EmbeddedOptions, ensureDataDir, openEmbeddedDatabase } from './embedded.ts'

const log = pino({ level: 'silent' })
const open = (dataDir: string, options: Partial<EmbeddedOptions> = {}) =>
  openEmbeddedDatabase({ dataDir, log, durable: false, ...options })

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('what was written is there after a restart, durably and with no TCP', async () => {
  const env = { DATA_DIR: await createTemporaryDataDir(), DATABASE_URL: undefined }
  const first = await openDatabase(env, log)
  await first.pool.query('CREATE TABLE kept AS SELECT 42 AS answer')
  await first.close()
  const second = await openDatabase(env, log)
  expect((await second.pool.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }])
  const { rows } = await second.pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS tcp`,
  )
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', tcp: '' }])
  await second.close()
})

test('a server killed with -9 leaves PostgreSQL running: the next one takes it over and stops it', async () => {
  const dataDir = await createUsedDataDir()
  const killed = startEmbeddedProcess(dataDir)
  const pid = Number((await killed.firstWords).replace('PostgreSQL ', ''))
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await isPostgres(pid)).toBe(true)

  const next = await open(dataDir)
  expect(next.pid()).toBe(pid)
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.stop()
  expect(await isPostgres(pid)).toBe(false)
})

test.runIf(isLongRun)(
  'both the server and its PostgreSQL killed with -9: nothing is lost',
  async () => {
    const dataDir = await createUsedDataDir()
    const killed = startEmbeddedProcess(dataDir)
    const pid = Number((await killed.firstWords).replace('PostgreSQL ', ''))
    const tool = await open(dataDir, { role: 'tool' })
    await query(tool.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await tool.detach()
    killed.child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await eventually(async () => expect(await isPostgres(pid)).toBe(false))

    const next = await open(dataDir)
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await next.stop()
  },
)

test('a killed PostgreSQL is started again, and everyone reconnects', async () => {
  const env = { DATA_DIR: await createUsedDataDir(), DATABASE_URL: undefined }
  const database = await openDatabase(env, log)
  onTestFinished(() => database.close())
  await database.pool.query('CREATE TABLE kept AS SELECT 42 AS answer')
  const listener = await createNotificationListener(database.url, log)
  onTestFinished(() => listener.close())
  const heard: string[] = []
  const connections = vi.fn()
  await listener.listen('news', { onMessage: (news) => heard.push(news), onConnected: connections })
  const kill = async () => {
    const running = await findRunningPostmaster(join(env.DATA_DIR, 'postgres'))
    process.kill(running?.pid ?? 0, 'SIGKILL')
    return running?.pid
  }

  for (const round of isLongRun ? [1, 2, 3] : [1]) {
    const killed = await kill()
    await eventually(async () => expect(await database.check()).toMatch('does not answer'))
    await vi.waitFor(async () => expect(await database.check()).toBeNull(), 20_000)
    expect((await findRunningPostmaster(join(env.DATA_DIR, 'postgres')))?.pid).not.toBe(killed)
    expect((await database.pool.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }])
    await vi.waitFor(() => expect(connections).toHaveBeenCalledTimes(1 + round), 20_000)
    await database.pool.query(`NOTIFY news, 'round ${round}'`)
    await eventually(() => expect(heard).toContain(`round ${round}`))
  }
})

test('a second server on the same directory says so and exits', async () => {
  const dataDir = await createUsedDataDir()
  const first = await open(dataDir)
  await expect(open(dataDir)).rejects.toThrow(DataFolderInUse)
  const { child, firstWords } = startEmbeddedProcess(dataDir)
  expect(await firstWords).toContain(
    `Another server already uses ${dataDir} (Wearabouts server, process ${process.pid})`,
  )
  expect(child.exitCode).toBe(1)
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await first.stop()
})

test.runIf(isLongRun)(
  'of two servers that start at the same moment one wins, the other says so',
  async () => {
    const dataDir = await createTemporaryDataDir()
    const results = await Promise.allSettled([open(dataDir), open(dataDir)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const result of results) {
      if (result.status === 'fulfilled') await result.value.stop()
      else expect(result.reason).toBeInstanceOf(DataFolderInUse)
    }
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log'])
  },
)

test('a tool works beside the server, and the last to leave stops PostgreSQL', async () => {
  const dataDir = await createUsedDataDir()
  const server = await open(dataDir)
  const tool = await open(dataDir, { role: 'tool' })
  expect(tool.pid()).toBe(server.pid())
  await server.stop()
  expect(await query(tool.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await tool.stop()
  expect(await isPostgres(server.pid())).toBe(false)
})

test('a server may start while the last one is still stopping', async () => {
  const dataDir = await createUsedDataDir()
  const first = await open(dataDir)
  const [, second] = await Promise.all([
    first.stop(),
    vi.waitFor(() => open(dataDir), { timeout: 10_000 }),
  ])
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('the directory stays taken when PostgreSQL had to end every session', async () => {
  const dataDir = await createUsedDataDir()
  const server = await open(dataDir)
  await query(
    server.maintenanceUrl,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  )
  await vi.waitFor(
    async () => {
      const locks = "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory'"
      expect(await query(server.maintenanceUrl, locks)).toEqual([{ n: 2 }])
    },
    { timeout: 5000 },
  )
  await expect(open(dataDir)).rejects.toThrow(DataFolderInUse)
  await server.stop()
})

test.runIf(isLongRun)(
  'a lock file with the process id of another program is no obstacle',
  async () => {
    // Private, so that even for root it runs as one who may signal that program, and takes it for a colleague.
    const dataDir = await createUsedDataDir({ mode: 0o700 })
    const first = await open(dataDir)
    await first.stop()
    const clusterDir = join(dataDir, 'postgres')
    // Not this process: PostgreSQL knows that its own parent is no colleague.
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'])
    onTestFinished(() => void stranger.kill())
    const stale = `${stranger.pid}\n${clusterDir}\n1700000000\n5432\n${clusterDir}\n\n  1 2\nready   \n`
    await writeFile(join(clusterDir, 'postmaster.pid'), stale)
    await writeFile(join(clusterDir, '.s.PGSQL.5432.lock'), stale)
    const next = await open(dataDir)
    expect(next.pid()).not.toBe(stranger.pid)
    await next.stop()
  },
)

test('PG variables of the shell do not lead elsewhere', async () => {
  const dataDir = await createUsedDataDir()
  for (const [name, value] of Object.entries({
    PGHOST: '192.0.2.1',
    PGPORT: '1',
    PGUSER: 'someone',
    PGDATABASE: 'elsewhere',
    PGDATA: '/nowhere',
    PGSSLMODE: 'require',
  }))
    vi.stubEnv(name, value)
  const embedded = await open(dataDir)
  expect(await query(embedded.url, 'SELECT current_user AS me, current_database() AS db')).toEqual([
    { me: 'wearabouts', db: 'wearabouts' },
  ])
  await embedded.stop()
  vi.unstubAllEnvs()
})

test('where there are no sockets it is loopback with a password', async () => {
  const dataDir = await createTemporaryDataDir()
  const embedded = await open(dataDir, { transport: 'tcp' })
  const url = new URL(embedded.url)
  expect(url.searchParams.get('host')).toBe('127.0.0.1')
  expect(await query(embedded.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  url.searchParams.set('password', 'guess')
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  await embedded.stop()
  const again = await open(dataDir, { transport: 'tcp' })
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await again.stop()
})

test('a DATABASE_URL that leads nowhere is said, without its password', async () => {
  const env = { DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' }
  const failure = openDatabase(env, log)
  await expect(failure).rejects.toBeInstanceOf(SettingsError)
  await expect(failure).rejects.toThrow(/Cannot reach the database of DATABASE_URL/)
  await expect(failure).rejects.not.toThrow(/hush/)
})

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wearabouts-data-dir-'))
  await writeFile(join(root, 'file'), '')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('is made with the folders above it', async () => {
  await ensureDataDir(join(root, 'a/b'))
  expect((await stat(join(root, 'a/b'))).isDirectory()).toBe(true)
})

test('is refused if a folder that the server writes to is not one', async () => {
  await mkdir(join(root, 'data'))
  await writeFile(join(root, 'data', 'media'), '', { mode: 0o600 })
  await expect(ensureDataDir(join(root, 'data'))).rejects.toThrow(
    'DATA_DIR must be a folder that the server can write to (EACCES: media)',
  )
})

test.each([
  ['a file', 'file', 'EEXIST'],
  ['below a file', 'file/data', 'ENOTDIR'],
])('is refused if it is %s', async (_, path, reason) => {
  const made = ensureDataDir(join(root, path))
  await expect(made).rejects.toBeInstanceOf(SettingsError)
  await expect(made).rejects.toThrow(
    `DATA_DIR must be a folder that the server can write to (${reason})`,
  )
})

test.skipIf(process.getuid?.() === 0)(
  'is refused if it cannot be written (skipped as root, who can write everywhere)',
  async () => {
    const folder = await mkdtemp(join(root, 'closed-'))
    await chmod(folder, 0o500)
    await expect(ensureDataDir(folder)).rejects.toThrow('(EACCES)')
  },
)
