import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  BUILT_SERVER,
  E2E_SECRET,
  findFreePort,
  startServerProcess,
} from '#tests/support/server-process.ts'
import type { Database } from './core/db/database.ts'

/** Runs inside the server: rejects an unhandled promise on a signal. */
const REJECT_ON_SIGNAL = `data:text/javascript,
  process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waits for this')) })`

/** Runs a command in a terminal; part of most systems. */
const hasScript = spawnSync('script', ['--version']).status === 0

let database: Database
let folder: string
let server: Awaited<ReturnType<typeof startServerProcess>>
const logged = () => readFile(join(folder, 'server.log'), 'utf8')

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-main-'))
  server = await startServerProcess({
    port: await findFreePort(),
    dataDir: folder,
    logFile: join(folder, 'server.log'),
    hasDemo: false,
    nodeArguments: ['--import', REJECT_ON_SIGNAL, ...BUILT_SERVER],
    env: { DATABASE_URL: database.url, TRUST_PROXY: '2' },
  })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the server process', () => {
  test('logs an unhandled rejection at error level and goes on serving', async () => {
    server.process.kill('SIGUSR2')
    await vi.waitFor(async () => expect(await logged()).toContain('nobody waits for this'), 10_000)
    const line = (await logged()).split('\n').find((text) => text.includes('nobody waits'))
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, msg: 'Unhandled rejection' })
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
    expect(server.process.exitCode).toBeNull()
  })

  test('writes JSON and nothing else if its output is no terminal', async () => {
    const link = expect.stringContaining(`${server.baseUrl}/setup#`)
    // It answers before it has made the link.
    await eventually(async () => {
      const lines = (await logged()).trim().split('\n')
      const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(entries).toContainEqual(expect.objectContaining({ origin: server.baseUrl }))
      expect(entries).toContainEqual(expect.objectContaining({ setupLink: link }))
    })
  })

  test.skipIf(!hasScript)('welcomes people at a terminal (needs `script`)', async () => {
    const command = [process.execPath, ...BUILT_SERVER].join(' ')
    const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(await findFreePort()),
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        DEMO_CATALOG: 'off',
        AUTH_SECRET: E2E_SECRET,
      },
    })
    const ended = once(terminal, 'exit')
    let said = ''
    terminal.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await vi.waitFor(() => expect(said).toContain('Ctrl+C'), 60_000)
    // As Ctrl+C does: the terminal tells every process in it.
    terminal.stdin.write('\u0003')
    await ended
    expect(said).toContain('Wearabouts is running')
    expect(said).toContain('Choose Google or Facebook, then any demo person')
    expect(said).toContain('Stopped')
    expect(said).not.toContain('{"level"')
  })

  test('passes TRUST_PROXY on as a number of proxies', async () => {
    await fetch(`${server.baseUrl}/api/search?q=coat`, {
      headers: { 'x-forwarded-for': '8.8.8.8, 203.0.113.7, 198.51.100.2' },
    })
    const { rows } = await database.pool.query('SELECT caller FROM rate_limits')
    expect(rows).toEqual([{ caller: '203.0.113.7' }])
  })
})

describe('a start that cannot work', () => {
  const run = (args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    })

  test('finds a port in use before it makes a database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wearabouts-port-'))
    const { port } = new URL(server.baseUrl)
    const { status, stderr } = run(BUILT_SERVER, { PORT: port, DATA_DIR: dataDir })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('PORT is in use'),
    })
    expect(await readdir(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
  })

  test('names the setting that a misspelt one was meant to be', () => {
    const { status, stderr } = run(BUILT_SERVER, { DATABSE_URL: database.url })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('DATABSE_URL is unknown. Did you mean DATABASE_URL?'),
    })
  })

  test('the worker prints its usage, and refuses arguments', () => {
    const worker = (argument: string) => run(['dist/server/worker.js', argument], {})
    expect(worker('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('npm run worker'),
    })
    expect(worker('now')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('It takes no arguments.'),
    })
  })
})
