import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { drawDemoPhoto } from '#demo'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import {
  expectTrue,
  type Fault,
  KINDS,
  createSkippedOutcome,
  requireValue,
  waitForRecovery,
  reportOutcome,
  withService,
} from './fault.ts'
import { readHostilePage, sendSlowBodies, sendUnfinishedRequests } from './hostile-clients.ts'
import { waitUntilTrue } from './service.ts'
import { mountSmallDisk, startGatedStore } from './stores.ts'
import {
  countAcknowledged,
  openLedger,
  uploadPhoto,
  writeRecord,
  writeUntilAborted,
} from './writes.ts'

const DISK_MEGABYTES = 256
/** A kill comes this long after this many acknowledged writes. */
const LONGEST_DELAY_MS = 200
const BUSY_WRITES = 5
const CACHED_PAGE = '/contact-us'
/** Longer than connecting, a statement and an answer may take (`DATABASE_LIMITS`). */
const LONG_AWAY_MS = 30_000

/** Each round kills under acknowledged writes: the server and its database, or one of them. */
const VICTIMS = [
  { server: true, postgres: true },
  { server: true, postgres: false },
  { server: false, postgres: true },
]

const killServer: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    const ledgers = (await service.people(rounds)).map(openLedger)
    const recoveries: number[] = []
    for (const [round, ledger] of ledgers.entries()) {
      const ended = new AbortController()
      const writing = writeUntilAborted(service.baseUrl, ledger, ended.signal)
      const isBusy = async () => countAcknowledged(ledger) >= BUSY_WRITES
      await waitUntilTrue('writes are acknowledged', isBusy)
      await delay(Math.random() * LONGEST_DELAY_MS)
      const { server, postgres } = requireValue(VICTIMS[round % VICTIMS.length], 'No victim')
      if (postgres) await service.killPostgres()
      if (server) await service.killServer()
      const started = performance.now()
      if (server) await service.restartServer()
      await waitForRecovery(service, ledger)
      recoveries.push(performance.now() - started)
      ended.abort()
      await writing
    }
    return reportOutcome('kill -9 of server, database or both', service, ledgers, recoveries)
  })

const hangDatabase: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    // One person per round: each may upload only so much in an hour.
    const ledgers = (await service.people(Math.ceil(rounds / 5))).map(openLedger)
    const recoveries: number[] = []
    let noticedMs = 0
    for (const ledger of ledgers) {
      const thaw = await service.freezePostgres()
      const isUnready = async () => !(await service.isReady())
      noticedMs = Math.max(noticedMs, await waitUntilTrue('/readyz notices', isUnready, 10_000))
      expectTrue('the process answers', await service.isAlive())
      thaw()
      recoveries.push(await waitForRecovery(service, ledger))
    }
    const note = `unready after ${Math.round(noticedMs)} ms`
    return reportOutcome('database hanging', service, ledgers, recoveries, note)
  })

/** A separate database, as on another machine: the server does not start it again. */
const stopDatabase: Fault = async (program) => {
  const folder = await createRunFolder()
  const open = () => openEmbeddedDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
  let postgres = await open()
  try {
    const env = { DATABASE_URL: postgres.url }
    return await withService(program, { env }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(requireValue(person))
      await waitForRecovery(service, ledger)
      expectTrue('a page is cached', (await service.status(CACHED_PAGE)) === 200)
      await postgres.stop()
      const cutOffAt = performance.now()
      await waitUntilTrue('/readyz says so', async () => !(await service.isReady()), 10_000)
      while (performance.now() - cutOffAt < LONG_AWAY_MS) {
        expectTrue('the process answers', await service.isAlive())
        const cachedStatus = await service.status(CACHED_PAGE)
        expectTrue(`a cached page is served, not ${cachedStatus}`, cachedStatus === 200)
        expectTrue('/readyz keeps saying so', (await service.status('/readyz')) === 503)
        const favorite = await writeRecord(service.baseUrl, ledger, 'favorite')
        expectTrue(`a favorite gets 503, not ${favorite}`, favorite === 503)
        await delay(500)
      }
      postgres = await open()
      const note = `away for ${Math.round((performance.now() - cutOffAt) / 1_000)} s: cached pages 200, favorites 503`
      const recoveries = [await waitForRecovery(service, ledger)]
      return reportOutcome('database down for long', service, [ledger], recoveries, note)
    })
  } finally {
    await postgres.stop().catch(() => undefined)
    await removeDataDir(folder)
  }
}

const jumpClock: Fault = (program) =>
  withService(program, {}, async (service) => {
    const [person] = await service.people(1)
    const ledger = openLedger(requireValue(person))
    const recoveries: number[] = []
    // One hour ahead, then two hours back.
    for (let jump = 0; jump < 2; jump += 1) {
      service.signal('SIGUSR2')
      recoveries.push(await waitForRecovery(service, ledger))
    }
    return reportOutcome('clock jump', service, [ledger], recoveries)
  })

const stopStorage: Fault = async (program) => {
  const store = await startGatedStore()
  try {
    return await withService(program, { env: store.env }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(requireValue(person))
      const recoveries: number[] = []
      for (const state of ['down', 'hanging'] as const) {
        store.set(state)
        const status = await writeRecord(service.baseUrl, ledger, 'upload')
        expectTrue(`an upload to a store that is ${state} gets 503, not ${status}`, status === 503)
        const product = await writeRecord(service.baseUrl, ledger, 'product')
        expectTrue(`so does a product, not ${product}`, product === 503)
        expectTrue(
          'favorites work',
          (await writeRecord(service.baseUrl, ledger, 'favorite')) === 200,
        )
        store.set('open')
        recoveries.push(await waitForRecovery(service, ledger))
      }
      return reportOutcome('storage down and hanging', service, [ledger], recoveries)
    })
  } finally {
    await store.close()
  }
}

const fillDisk: Fault = async (program) => {
  const root = await createRunFolder()
  const folder = join(root, 'disk')
  const disk = await mountSmallDisk(folder, DISK_MEGABYTES)
  if (!disk) {
    await removeDataDir(root)
    return createSkippedOutcome('disk full', 'skipped: needs root on Linux to mount a small disk')
  }
  try {
    return await withService(program, { dataDir: join(folder, 'data') }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(requireValue(person))
      await waitForRecovery(service, ledger)
      await disk.fill()
      const statuses: number[] = []
      for (const kind of KINDS) statuses.push(await writeRecord(service.baseUrl, ledger, kind))
      expectTrue(
        `writes get 507 or 503, not ${statuses.join(', ')}`,
        statuses.every((status) => [200, 503, 507].includes(status)),
      )
      expectTrue(
        'one of them is refused',
        statuses.some((status) => status !== 200),
      )
      expectTrue('the process answers', await service.isAlive())
      const { status, reason } = await service.readiness()
      expectTrue(`/readyz says so, not ${status}`, status !== 'ok' && reason !== undefined)
      await disk.empty()
      const recoveryMs = await waitForRecovery(service, ledger)
      const isWell = async () => (await service.readiness()).status === 'ok'
      await waitUntilTrue('/readyz says that all is well', isWell, 30_000)
      const note = `writes meanwhile: ${statuses.join(', ')}`
      return reportOutcome('disk full', service, [ledger], [recoveryMs], note)
    })
  } finally {
    await disk.unmount()
    await removeDataDir(root)
  }
}

const hangProvider: Fault = (program) =>
  withService(program, { env: { SERPAPI_KEY: 'unused' } }, async (service) => {
    const [person] = await service.people(1)
    const ledger = openLedger(requireValue(person))
    const imageUrl = await uploadPhoto(service.baseUrl, ledger, await drawDemoPhoto(2))
    const started = performance.now()
    const scan = await fetch(`${service.baseUrl}/api/scan`, {
      method: 'POST',
      headers: {
        cookie: ledger.person.cookie,
        origin: service.baseUrl,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ imageUrl }),
    })
    const browsing = await waitUntilTrue('pages are served during the scan', service.isReady, 2_000)
    const events = (await scan.text()).trim().split('\n')
    const types = new Set(events.map((line) => (JSON.parse(line) as { type: string }).type))
    expectTrue('the scan ends with what the catalogue has', types.has('done'))
    expectTrue('the scan says that a provider failed', types.has('notice'))
    const note = `scan done after ${Math.round(performance.now() - started)} ms`
    return reportOutcome('provider hanging', service, [ledger], [browsing], note)
  })

export const FAULTS = {
  kills: killServer,
  'hanging-database': hangDatabase,
  'database-down': stopDatabase,
  'disk-full': fillDisk,
  'storage-down': stopStorage,
  'provider-hanging': hangProvider,
  'clock-jump': jumpClock,
  'unfinished-requests': sendUnfinishedRequests,
  'slow-bodies': sendSlowBodies,
  'hostile-page': readHostilePage,
} satisfies Record<string, Fault>
