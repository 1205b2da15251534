import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, sendCrowd } from '#tests/support/crowd.ts'
import { testDatabase } from '#tests/support/database.ts'
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import type { Database } from './db/database.ts'

/** docs/scale.md promises less. */
const MOST_GROWTH_MB = 300

let database: Database
let folder: string
let server: Awaited<ReturnType<typeof startServerProcess>>
let crowd: Answer[]
let checks: Answer[]
let grownMb: number

/** Zero where the system does not tell. */
const rssMb = async () => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

/** Each visitor comes from an address of their own and wants a page that no cache has. */
const page = (index: number) => ({
  url: `${server.baseUrl}/celebrity-search-result?celebrities=Person${index}`,
  headers: { accept: 'text/html', 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
})

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-overload-'))
  server = await startServerProcess({
    port: await findFreePort(),
    dataDir: folder,
    logFile: join(folder, 'server.log'),
    hasDemo: false,
    nodeArguments: ['--import', 'tsx', 'tests/support/slow-app-main.ts'],
    env: { DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_LEVEL: 'fatal' },
  })
  await sendCrowd({ perSecond: 10, seconds: 0.5 }, (index) => page(60_000 + index))
  const before = await rssMb()
  ;[crowd, checks] = await Promise.all([
    sendCrowd({ perSecond: 250, seconds: 3 }, page),
    // A load balancer keeps its connection.
    sendCrowd({ perSecond: 10, seconds: 3, connections: 1 }, () => ({
      url: `${server.baseUrl}/healthz`,
    })),
  ])
  grownMb = (await rssMb()) - before
}, 120_000)
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a server that is asked for five times what it can do', () => {
  const answered = () => crowd.filter(({ status }) => status === 200)

  test('refuses some with 503 and a time to come back, and answers the others', () => {
    const refused = crowd.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(answered().length).toBeGreaterThan(0)
    expect(answered().length + refused.length).toBe(crowd.length)
  })

  test('refuses no health check', () => {
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 200))
  })

  test('keeps its memory within the documented figure', () => {
    expect(grownMb).toBeLessThan(MOST_GROWTH_MB)
  })

  test('answers everything again afterwards', async () => {
    const calm = await sendCrowd({ perSecond: 10, seconds: 1 }, (index) => page(50_000 + index))
    expect(calm.map(({ status }) => status)).toEqual(calm.map(() => 200))
  })
})
