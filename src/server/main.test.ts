import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { BUILT_SERVER, findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import type { Database } from './db/database.ts'

/** Runs inside the server: rejects an unhandled promise on a signal. */
const REJECT_ON_SIGNAL = `data:text/javascript,
  process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waits for this')) })`

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

  test('passes TRUST_PROXY on as a number of proxies', async () => {
    await fetch(`${server.baseUrl}/api/search?q=coat`, {
      headers: { 'x-forwarded-for': '8.8.8.8, 203.0.113.7, 198.51.100.2' },
    })
    const { rows } = await database.pool.query('SELECT caller FROM rate_limits')
    expect(rows).toEqual([{ caller: '203.0.113.7' }])
  })
})
