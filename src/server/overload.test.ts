import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Crowd, sendCrowds } from '#tests/support/crowd.ts'
import { testDatabase } from '#tests/support/database.ts'
import { isLongRun } from '#tests/support/length.ts'
import { insertPerson } from '#tests/support/people.ts'
import { E2E_SECRET, findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import type { Database } from './core/db/database.ts'

/** docs/scale.md: what requests may hold without bodies. */
const MOST_GROWTH_MB = 300
/** What this server may hold of bodies, see slow-app-main.ts. */
const BODIES_MB = 64
const SECONDS = 3

let database: Database
let folder: string
let server: Awaited<ReturnType<typeof startServerProcess>>

/** Zero where the system does not tell. */
const peakMb = async () => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

const crowdOf = (path: string, accept: string, perSecond: number, seconds: number): Crowd => ({
  perSecond,
  seconds,
  forwarded: true,
  requests: [{ kind: path, share: 1, url: server.baseUrl + path, headers: { accept } }],
})
/** Each visitor wants what no cache has. */
const pages = (perSecond: number, seconds = SECONDS, name = 'Person') =>
  crowdOf(`/celebrity-search-result?celebrities=${name}INDEX`, 'text/html', perSecond, seconds)
const calls = (perSecond: number, seconds = SECONDS, name = 'Person') =>
  crowdOf(`/api/images?celebrities=${name}INDEX`, 'application/json', perSecond, seconds)
const checks = (extra: Partial<Crowd>, headers = {}): Crowd => ({
  perSecond: 10,
  seconds: SECONDS,
  requests: [{ kind: 'check', share: 1, url: `${server.baseUrl}/healthz`, headers }],
  ...extra,
})

/** Of the time the server took: a crowd may be late itself. */
const median = (answers: readonly Answer[]) =>
  answers.map(({ ms, lateMs }) => ms - lateMs).sort((a, b) => a - b)[
    Math.floor(answers.length / 2)
  ] ?? Number.NaN

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
}, 120_000)
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

// load-shedding.test.ts has the short version, without a crowd.
describe.runIf(isLongRun).each([
  { kind: 'calls', crowd: calls, perSecond: 400 },
  { kind: 'pages', crowd: pages, perSecond: 250 },
])('a server that is asked for several times the $kind it can make', ({ crowd, perSecond }) => {
  let all: Answer[] = []
  let kept: Answer[] = []
  let fresh: Answer[] = []
  let grownMb = 0
  beforeAll(async () => {
    await sendCrowds([crowd(10, 0.5, 'Warm')])
    const before = await peakMb()
    // In processes of their own, because the crowd keeps its process busy.
    ;[[all = []], [kept = []], [fresh = []]] = await Promise.all([
      sendCrowds([crowd(perSecond)]),
      // A load balancer keeps its connection; a monitor opens one for each check.
      sendCrowds([checks({ connections: 1 })]),
      sendCrowds([checks({}, { connection: 'close' })]),
    ])
    grownMb = (await peakMb()) - before
  }, 120_000)

  const answered = () => all.filter(({ status }) => status === 200)

  test('refuses some with 503 and a time to come back, and answers the others', () => {
    const refused = all.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(answered().length).toBeGreaterThan(0)
    expect(answered().length + refused.length).toBe(all.length)
  })

  test('refuses no health check, and answers them more quickly than anything else', () => {
    for (const each of [kept, fresh]) {
      expect(each.map(({ status }) => status)).toEqual(each.map(() => 200))
      expect(median(each)).toBeLessThan(median(answered()) / 2)
    }
  })

  test('keeps its memory within the documented figure', () => {
    expect(grownMb).toBeLessThan(MOST_GROWTH_MB)
  })

  test('answers everything again afterwards', async () => {
    const [calm = []] = await sendCrowds([crowd(10, 1, 'Calm')])
    expect(calm.map(({ status }) => status)).toEqual(calm.map(() => 200))
  })
})

describe.runIf(isLongRun)('a server that gets more uploads at once than its memory holds', () => {
  let answers: Answer[] = []
  let grownMb = 0
  const upload = async () => {
    const { cookie } = await insertPerson(database.pool, E2E_SECRET, { invited: true })
    return {
      kind: 'upload',
      share: 1,
      url: `${server.baseUrl}/image-local.php`,
      method: 'POST' as const,
      headers: {
        cookie,
        origin: server.baseUrl,
        'content-type': 'multipart/form-data; boundary=unused',
      },
      bodyBytes: 9_000_000,
    }
  }
  beforeAll(async () => {
    const requests = await Promise.all(Array.from({ length: 5 }, upload))
    const before = await peakMb()
    ;[answers = []] = await sendCrowds([{ perSecond: 100, seconds: 1, requests }])
    grownMb = (await peakMb()) - before
  }, 120_000)

  test('refuses some with 503 and a time to come back, and reads the others', () => {
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    // They are no form, which only someone who has read them can tell.
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThan(0)
  })

  test('keeps its memory within the documented figure', () => {
    expect(grownMb).toBeLessThan(BODIES_MB + MOST_GROWTH_MB)
  })

  test('reads uploads again afterwards', async () => {
    const [calm = []] = await sendCrowds([{ perSecond: 1, seconds: 1, requests: [await upload()] }])
    expect(calm.map(({ status }) => status)).toEqual([400])
  })
})
