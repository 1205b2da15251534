import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import {
  readEventLines,
  readScanEvents,
  startFinderApp,
  waitUntilAborted,
  WARDROBE,
} from '#tests/support/finder-app.ts'
import { isLongRun } from '#tests/support/length.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'
import { createRunningScansStore } from './scans.store.ts'

/** Holds the second object until `open`, as a slow scan does. */
const slowVision = () => {
  const gate = new EventTarget()
  const signals: AbortSignal[] = []
  let looks = 0
  const vision = fakeVision(WARDROBE, async (signal) => {
    looks += 1
    signals.push(signal)
    if (looks % 2 === 0) await Promise.race([once(gate, 'open'), waitUntilAborted(signal)])
  })
  return { vision, signals, open: () => gate.dispatchEvent(new Event('open')) }
}

let database: Database
let folder: string
const work = slowVision()
let one: Awaited<ReturnType<typeof startFinderApp>>
let other: Awaited<ReturnType<typeof startFinderApp>>
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-scans-'))
  one = await startFinderApp(database, work.vision, [], { DATA_DIR: folder })
  other = await startFinderApp(database, undefined, [], { DATA_DIR: folder })
})
afterAll(async () => {
  await one.app.close()
  await other.app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A scan on the first server, up to its first products. */
const startScan = async () => {
  const left = new AbortController()
  const { imageUrl, person } = one
  const events = readEventLines(await one.post('/api/scan', { imageUrl }, person, left.signal))
  const first = (await events.next()).value as { scanId: string }
  await events.next()
  return { id: first.scanId, events, leave: () => left.abort() }
}
const onOther = (path: string, init?: RequestInit, by = one.person) => other.send(path, init, by)

describe('two servers on one database', () => {
  test('a scan started on one is followed on the other, to its end', async () => {
    const scan = await startScan()
    const following = readEventLines(await onOther(`/api/scan/${scan.id}?after=1`))
    expect((await following.next()).value).toMatchObject({ seq: 2, type: 'detections' })
    expect((await following.next()).value).toMatchObject({ seq: 3, type: 'products' })
    work.open()
    const rest: ScanEvent[] = []
    for await (const event of following) rest.push(event)
    expect(rest.map(({ seq, type }) => [seq, type])).toEqual([
      [4, 'products'],
      [5, 'done'],
    ])
    const again = await readScanEvents(await onOther(`/api/scan/${scan.id}`))
    expect(again.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    // More than the database can compare with.
    for (const path of [`/api/scan/${scan.id}`, `/api/find/${scan.id}`])
      expect((await onOther(`${path}?after=2147483648`)).status, path).toBe(400)
  })

  test('an event that only a newer server knows is handed on', async () => {
    const store = createRunningScansStore(database.pool)
    const id = randomUUID()
    await store.start(id, one.person.uid, 3)
    const said = [
      { seq: 1, type: 'weather', sky: 'grey' },
      { seq: 2, type: 'done', message: '' },
    ]
    await store.append(
      id,
      said.map((event) => ({ seq: event.seq, text: JSON.stringify(event) })),
    )
    expect(await readScanEvents(await onOther(`/api/scan/${id}`))).toEqual(said)
    await store.end(id)
  })

  test('a reader on the other server counts as a reader', async () => {
    const scan = await startScan()
    const { isRead } = createRunningScansStore(database.pool)
    expect(await isRead(scan.id, SCAN.resumeWithinMs)).toBe(false)
    const following = readEventLines(await onOther(`/api/scan/${scan.id}?after=2`))
    await following.next()
    expect(await isRead(scan.id, SCAN.resumeWithinMs)).toBe(true)
    scan.leave()
    work.open()
    expect((await following.next()).value).toMatchObject({ type: 'products' })
    expect((await following.next()).value).toMatchObject({ type: 'done' })
  })

  test('a scan is cancelled through the other server', async () => {
    const scan = await startScan()
    const signal = work.signals.at(-1)
    const cancelled = await onOther(`/api/scan/${scan.id}`, { method: 'DELETE' })
    expect(cancelled.status).toBe(200)
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 2_000)
    const events = await readScanEvents(await onOther(`/api/scan/${scan.id}`))
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: 'The scan was stopped' })
  })

  test('a scan belongs to its user on every server', async () => {
    const scan = await startScan()
    const signal = work.signals.at(-1)
    expect((await onOther(`/api/scan/${scan.id}`, {}, other.person)).status).toBe(404)
    const refused = await onOther(`/api/scan/${scan.id}`, { method: 'DELETE' }, other.person)
    expect(refused.status).toBe(404)
    expect(signal?.aborted).toBe(false)
    work.open()
    for await (const _ of scan.events);
  })

  test('a fourth scan stops the oldest, whichever server runs it', async () => {
    const scan = await startScan()
    const signal = work.signals.at(-1)
    const store = createRunningScansStore(database.pool)
    for (let count = 0; count < 2; count += 1)
      await store.start(crypto.randomUUID(), one.person.uid, 3)
    // Scans of others do not count.
    await store.start(crypto.randomUUID(), other.person.uid, 1)
    const { rows } = await database.pool.query(
      'SELECT FROM scans WHERE cancelled_at IS NOT NULL AND id = $1',
      [scan.id],
    )
    expect({ stopped: rows.length, isStopped: signal?.aborted }).toEqual({
      stopped: 0,
      isStopped: false,
    })
    await store.start(crypto.randomUUID(), one.person.uid, 3)
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 2_000)
    for await (const _ of scan.events);
  })

  test('events are removed minutes after the end', async () => {
    const store = createRunningScansStore(database.pool)
    const countEvents = async () => (await database.pool.query('SELECT FROM scan_events')).rowCount
    const id = crypto.randomUUID()
    await store.start(id, one.person.uid, 3)
    await store.append(id, [{ seq: 1, text: '{}' }])
    await store.end(id)
    await store.sweep()
    expect(await countEvents()).toBeGreaterThan(0)
    await database.pool.query(
      "UPDATE scans SET ended_at = now() - interval '2 minutes', alive_at = now() - interval '2 minutes'",
    )
    await store.sweep()
    expect(await countEvents()).toBe(0)
  })
})

describe('a server that is killed during a scan', () => {
  const STOPPED = 'The server that scanned this photo has stopped. Please try again.'

  test('before it wrote down what its reader has seen, still ends with a plain sentence', async () => {
    const id = randomUUID()
    await database.pool.query(
      `INSERT INTO scans (id, user_id, alive_at) VALUES ($1, $2, now() - interval '1 hour')`,
      [id, one.person.uid],
    )
    const rest = await readScanEvents(await onOther(`/api/scan/${id}?after=3`))
    expect(rest).toMatchObject([{ type: 'failed', error: STOPPED }])
  })

  test.runIf(isLongRun)(
    'its scans end on another server with a plain sentence, and scanning again works',
    async () => {
      const killed = await startServerProcess({
        port: await findFreePort(),
        dataDir: folder,
        logFile: join(folder, 'killed-server.log'),
        hasDemo: false,
        env: { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET },
      })
      const { imageUrl, person } = one
      const response = await fetch(`${killed.baseUrl}/api/scan`, {
        method: 'POST',
        body: JSON.stringify({ imageUrl }),
        headers: {
          origin: killed.baseUrl,
          cookie: person.cookie,
          'content-type': 'application/json',
        },
      })
      const started = (await readEventLines(response).next()).value as { scanId: string }
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(await jpegPicture())]), 'photo.jpg')
      const visit = await fetch(`${killed.baseUrl}/api/find`, {
        method: 'POST',
        body: form,
        headers: { origin: killed.baseUrl },
      })
      const visited = (await readEventLines(visit).next()).value as { scanId: string }
      killed.process.kill('SIGKILL')
      await once(killed.process, 'exit')
      const asked = performance.now()
      const rest = await readScanEvents(await onOther(`/api/scan/${started.scanId}?after=1`))
      expect(rest.at(-1)).toMatchObject({ type: 'failed', error: STOPPED })
      expect(performance.now() - asked).toBeLessThan(10_000)
      const ofVisit = await readScanEvents(await onOther(`/api/find/${visited.scanId}?after=1`))
      expect(ofVisit.at(-1)).toMatchObject({ type: 'failed', error: STOPPED })
      await onOther(`/api/find/${visited.scanId}`, { method: 'DELETE' })
      const left = await database.pool.query('SELECT FROM scans WHERE id = $1', [visited.scanId])
      expect(left.rowCount).toBe(0)
      const again = await readScanEvents(await other.post('/api/scan', { imageUrl }, person))
      expect(again.at(-1)).toMatchObject({ type: 'done' })
    },
    60_000,
  )
})
