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
  skippedOutcome,
  required,
  recover,
  report,
  withService,
} from './fault.ts'
import { hostilePage, slowBodies, unfinishedRequests } from './hostile-clients.ts'
import { waitFor } from './service.ts'
import { mountSmallDisk, startGatedStore } from './stores.ts'
import { countAcknowledged, openLedger, uploadPhoto, write, writeUntil } from './writes.ts'

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

const kills: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    const ledgers = (await service.people(rounds)).map(openLedger)
    const recoveries: number[] = []
    for (const [round, ledger] of ledgers.entries()) {
      const ended = new AbortController()
      const writing = writeUntil(service.baseUrl, ledger, ended.signal)
      const isBusy = async () => countAcknowledged(ledger) >= BUSY_WRITES
      await waitFor('writes are acknowledged', isBusy)
      await delay(Math.random() * LONGEST_DELAY_MS)
      const { server, postgres } = required(VICTIMS[round % VICTIMS.length], 'No victim')
      if (postgres) await service.killPostgres()
      if (server) await service.killServer()
      const started = performance.now()
      if (server) await service.restartServer()
      await recover(service, ledger)
      recoveries.push(performance.now() - started)
      ended.abort()
      await writing
    }
    return report('kill -9 of server, database or both', service, ledgers, recoveries)
  })

const hangingDatabase: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    // One person per round: each may upload only so much in an hour.
    const ledgers = (await service.people(Math.ceil(rounds / 5))).map(openLedger)
    const recoveries: number[] = []
    let noticedMs = 0
    for (const ledger of ledgers) {
      const thaw = await service.freezePostgres()
      const isUnready = async () => !(await service.isReady())
      noticedMs = Math.max(noticedMs, await waitFor('/readyz notices', isUnready, 10_000))
      expectTrue('the process answers', await service.isAlive())
      thaw()
      recoveries.push(await recover(service, ledger))
    }
    const note = `unready after ${Math.round(noticedMs)} ms`
    return report('database hanging', service, ledgers, recoveries, note)
  })

/** A separate database, as on another machine: the server does not start it again. */
const databaseDown: Fault = async (program) => {
  const folder = await createRunFolder()
  const open = () => openEmbeddedDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
  let postgres = await open()
  try {
    const env = { DATABASE_URL: postgres.url }
    return await withService(program, { env }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(required(person))
      await recover(service, ledger)
      expectTrue('a page is cached', (await service.status(CACHED_PAGE)) === 200)
      await postgres.stop()
      const cutOffAt = performance.now()
      await waitFor('/readyz says so', async () => !(await service.isReady()), 10_000)
      while (performance.now() - cutOffAt < LONG_AWAY_MS) {
        expectTrue('the process answers', await service.isAlive())
        const cachedStatus = await service.status(CACHED_PAGE)
        expectTrue(`a cached page is served, not ${cachedStatus}`, cachedStatus === 200)
        expectTrue('/readyz keeps saying so', (await service.status('/readyz')) === 503)
        const favorite = await write(service.baseUrl, ledger, 'favorite')
        expectTrue(`a favorite gets 503, not ${favorite}`, favorite === 503)
        await delay(500)
      }
      postgres = await open()
      const note = `away for ${Math.round((performance.now() - cutOffAt) / 1_000)} s: cached pages 200, favorites 503`
      const recoveries = [await recover(service, ledger)]
      return report('database down for long', service, [ledger], recoveries, note)
    })
  } finally {
    await postgres.stop().catch(() => undefined)
    await removeDataDir(folder)
  }
}

const clockJump: Fault = (program) =>
  withService(program, {}, async (service) => {
    const [person] = await service.people(1)
    const ledger = openLedger(required(person))
    const recoveries: number[] = []
    // One hour ahead, then two hours back.
    for (let jump = 0; jump < 2; jump += 1) {
      service.signal('SIGUSR2')
      recoveries.push(await recover(service, ledger))
    }
    return report('clock jump', service, [ledger], recoveries)
  })

const storageDown: Fault = async (program) => {
  const store = await startGatedStore()
  try {
    return await withService(program, { env: store.env }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(required(person))
      const recoveries: number[] = []
      for (const state of ['down', 'hanging'] as const) {
        store.set(state)
        const status = await write(service.baseUrl, ledger, 'upload')
        expectTrue(`an upload to a store that is ${state} gets 503, not ${status}`, status === 503)
        const product = await write(service.baseUrl, ledger, 'product')
        expectTrue(`so does a product, not ${product}`, product === 503)
        expectTrue('favorites work', (await write(service.baseUrl, ledger, 'favorite')) === 200)
        store.set('open')
        recoveries.push(await recover(service, ledger))
      }
      return report('storage down and hanging', service, [ledger], recoveries)
    })
  } finally {
    await store.close()
  }
}

const diskFull: Fault = async (program) => {
  const root = await createRunFolder()
  const folder = join(root, 'disk')
  const disk = await mountSmallDisk(folder, DISK_MEGABYTES)
  if (!disk) {
    await removeDataDir(root)
    return skippedOutcome('disk full', 'skipped: needs root on Linux to mount a small disk')
  }
  try {
    return await withService(program, { dataDir: join(folder, 'data') }, async (service) => {
      const [person] = await service.people(1)
      const ledger = openLedger(required(person))
      await recover(service, ledger)
      await disk.fill()
      const statuses: number[] = []
      for (const kind of KINDS) statuses.push(await write(service.baseUrl, ledger, kind))
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
      const recoveryMs = await recover(service, ledger)
      const isWell = async () => (await service.readiness()).status === 'ok'
      await waitFor('/readyz says that all is well', isWell, 30_000)
      const note = `writes meanwhile: ${statuses.join(', ')}`
      return report('disk full', service, [ledger], [recoveryMs], note)
    })
  } finally {
    await disk.unmount()
    await removeDataDir(root)
  }
}

const providerHanging: Fault = (program) =>
  withService(program, { env: { SERPAPI_KEY: 'unused' } }, async (service) => {
    const [person] = await service.people(1)
    const ledger = openLedger(required(person))
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
    const browsing = await waitFor('pages are served during the scan', service.isReady, 2_000)
    const events = (await scan.text()).trim().split('\n')
    const types = new Set(events.map((line) => (JSON.parse(line) as { type: string }).type))
    expectTrue('the scan ends with what the catalogue has', types.has('done'))
    expectTrue('the scan says that a provider failed', types.has('notice'))
    const note = `scan done after ${Math.round(performance.now() - started)} ms`
    return report('provider hanging', service, [ledger], [browsing], note)
  })

export const FAULTS = {
  kills,
  'hanging-database': hangingDatabase,
  'database-down': databaseDown,
  'disk-full': diskFull,
  'storage-down': storageDown,
  'provider-hanging': providerHanging,
  'clock-jump': clockJump,
  'unfinished-requests': unfinishedRequests,
  'slow-bodies': slowBodies,
  'hostile-page': hostilePage,
} satisfies Record<string, Fault>
