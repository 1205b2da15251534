import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FIND, SCAN } from '#shared/finder-constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Database } from '#server/core/db/database.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import {
  DRESS,
  readEventLines,
  readScanEvents,
  createTestShop,
  waitUntilAborted,
  WARDROBE,
} from '#tests/support/finder-app.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createRunningScansStore } from './scans.store.ts'

/** Holds the products of every object until `open`, or until nobody waits. */
const gate = new EventTarget()
const signals: AbortSignal[] = []
let isHeld = false
const vision = fakeVision(WARDROBE, async (signal) => {
  signals.push(signal)
  if (isHeld) await Promise.race([once(gate, 'open'), waitUntilAborted(signal)])
})
const hold = () => {
  isHeld = true
}
const release = () => {
  isHeld = false
  gate.dispatchEvent(new Event('open'))
}
const shop = createTestShop(async () => [])
const remoteImages = {
  fetch: async (url: string) => {
    if (url !== 'https://pictures.example/coat.jpg') throw new RemoteError('Not a public address')
    return jpegPicture()
  },
  close: async () => undefined,
}

let database: Database
let s3: Awaited<ReturnType<typeof startLoopbackS3>>
let app: TestApp
/** On the same database and storage. */
let other: TestApp
let invited: Person
beforeAll(async () => {
  database = await testDatabase()
  s3 = await startLoopbackS3('pictures')
  vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_CREDENTIALS.secretAccessKey)
  const env = { STORAGE_URL: 's3://pictures/site', S3_ENDPOINT: s3.url }
  const parts = { finderVision: vision, searchProviders: [shop.provider], remoteImages }
  app = await startTestApp({ database, env }, parts)
  other = await startTestApp({ database, env }, parts)
  invited = await insertPerson(database.pool, TEST_SECRET, { invited: true })
})
afterAll(async () => {
  await other.close()
  await app.close()
  await database.close()
  await s3.close()
})
beforeEach(async () => {
  release()
  await database.pool.query('DELETE FROM rate_limits')
  await database.pool.query('DELETE FROM scans')
})

type Options = { by?: Person | null; at?: TestApp; signal?: AbortSignal; origin?: string }

const send = (path: string, init: RequestInit = {}, { by, at = app, origin }: Options = {}) => {
  const headers = new Headers(init.headers)
  headers.set('origin', origin ?? at.origin)
  if (by) headers.set('cookie', by.cookie)
  return fetch(`${at.origin}${path}`, { ...init, headers })
}

const post = async (
  path: string,
  { fields = {}, ...options }: Options & { fields?: object } = {},
) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await jpegPicture())]), 'photo.jpg')
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const { signal } = options
  return send(path, { method: 'POST', body: form, ...(signal ? { signal } : {}) }, options)
}

/** A visitor's scan, up to its boxes; its products are held back. */
const startHeld = async (options: Options = {}) => {
  hold()
  const left = new AbortController()
  const events = readEventLines(await post('/api/find', { ...options, signal: left.signal }))
  const first = (await events.next()).value as { scanId: string }
  await events.next()
  return { id: first.scanId, events, disconnect: () => left.abort() }
}

const typesOf = (events: readonly ScanEvent[]) => events.map(({ type }) => type)
const leave = (id: string, options: Options = {}) =>
  send(`/api/find/${id}`, { method: 'DELETE' }, options)

/** Every row of every table, but for the counters of limits, and every stored file. */
const kept = async () => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        AND table_name <> 'rate_limits' ORDER BY 1`,
  )
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${name}`)
    counts[name] = (rows[0] as { n: number }).n
  }
  const files = async ({ dataDir }: TestApp) => (await readdir(dataDir, { recursive: true })).sort()
  return { counts, files: [await files(app), await files(other)], s3: [...s3.files.keys()].sort() }
}

describe('a visitor without an account', () => {
  test('scans a photo: boxes, then products, and no search provider is asked', async () => {
    for (const by of [null, invited]) {
      const response = await post('/api/find', { by })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const events = await readScanEvents(response)
      expect(typesOf(events)).toEqual(['started', 'detections', 'products', 'products', 'done'])
    }
    expect(shop.crops).toEqual([])
  })

  test('searches a box of a piece of the photo that the browser sends again', async () => {
    const fields = { x: 20, y: 20, width: 300, height: 300, category: 'clothing' }
    const reply = await post('/api/find-box', { fields })
    expect(reply.status).toBe(200)
    const { data } = (await reply.json()) as { data: { products: { id: string }[] } }
    expect(data.products.map(({ id }) => id)).toContain('1')
    expect(shop.crops).toEqual([])
  })

  test('gets a picture on the web as a JPEG, and the same refusal for every other address', async () => {
    const fetchFrom = (address: string) =>
      send('/api/find-address', {
        method: 'POST',
        body: JSON.stringify({ address }),
        headers: { 'content-type': 'application/json' },
      })
    const found = await fetchFrom('https://pictures.example/coat.jpg')
    expect(found.headers.get('content-type')).toBe('image/jpeg')
    expect(found.headers.get('cache-control')).toBe('private, no-store')
    expect(new Uint8Array(await found.arrayBuffer()).subarray(0, 2)).toEqual(
      Uint8Array.of(0xff, 0xd8),
    )
    const refusals = await Promise.all(
      ['http://127.0.0.1:5432/', 'http://database.internal/a.jpg'].map(async (address) => {
        const reply = await fetchFrom(address)
        return [reply.status, await reply.text()]
      }),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.[0]).toBe(422)
  })

  test('resumes through another server, and only with the id of the scan', async () => {
    const scan = await startHeld()
    const following = readEventLines(await send(`/api/find/${scan.id}?after=1`, {}, { at: other }))
    expect((await following.next()).value).toMatchObject({ seq: 2, type: 'detections' })
    release()
    const rest: ScanEvent[] = []
    for await (const event of following) rest.push(event)
    expect(typesOf(rest)).toEqual(['products', 'products', 'done'])
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await send(`/api/find/${unknown}`)).status).toBe(404)
    await leave(scan.id)
  })

  test('cannot read or stop the scan of a user, nor a user that of a visitor', async () => {
    hold()
    const imageUrl = await app.images.uploads.keep(invited.uid, await jpegPicture())
    const init = {
      method: 'POST',
      body: JSON.stringify({ imageUrl }),
      headers: { 'content-type': 'application/json' },
    }
    const events = readEventLines(await send('/api/scan', init, { by: invited }))
    const { scanId } = (await events.next()).value as { scanId: string }
    await events.next()
    expect((await send(`/api/find/${scanId}`)).status).toBe(404)
    await leave(scanId)
    await leave(scanId, { at: other })
    const visitor = await startHeld()
    expect((await send(`/api/scan/${visitor.id}`, {}, { by: invited })).status).toBe(404)
    release()
    const rest: ScanEvent[] = []
    for await (const event of events) rest.push(event)
    expect(rest.at(-1)?.type).toBe('done')
    await leave(visitor.id)
  })
})

describe('nothing of a visit remains', () => {
  test('in any table, file or S3 object once the visitor leaves', async () => {
    const before = await kept()
    const events = await readScanEvents(await post('/api/find'))
    const [first] = events
    expect(events.at(-1)?.type).toBe('done')
    await leave(first?.type === 'started' ? first.scanId : '')
    await eventually(async () => expect(await kept()).toEqual(before))
  })

  test('when the visitor does not say so', async () => {
    const before = await kept()
    await readScanEvents(await post('/api/find'))
    const age = SCAN.keptMs + SCAN.lostAfterMs
    // The server may still note the end of the scan after its last event.
    await eventually(async () => {
      await database.pool.query(
        "UPDATE scans SET ended_at = ended_at - $1 * interval '1 ms' WHERE ended_at IS NOT NULL",
        [age],
      )
      await createRunningScansStore(database.pool).sweep()
      expect(await kept()).toEqual(before)
    })
  })

  test.each([
    ['cancels', (id: string) => leave(id)],
    ['cancels through another server', (id: string) => leave(id, { at: other })],
  ])('when the visitor %s', async (_, end) => {
    const before = await kept()
    const scan = await startHeld()
    const signal = signals.at(-1)
    await end(scan.id)
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 10_000)
    await vi.waitFor(async () => expect(await kept()).toEqual(before), 10_000)
    await vi.waitFor(async () => {
      const late = await send(`/api/find/${scan.id}`)
      await late.body?.cancel()
      expect(late.status).toBe(404)
    }, 10_000)
  })

  test('when the connection breaks and nobody comes back', async () => {
    const before = await kept()
    const scan = await startHeld()
    const signal = signals.at(-1)
    scan.disconnect()
    await expect(scan.events.next()).rejects.toThrow()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 30_000)
    await vi.waitFor(async () => expect(await kept()).toEqual(before), 10_000)
  }, 60_000)

  test('when the server dies', async () => {
    const before = await kept()
    const store = createRunningScansStore(database.pool)
    const id = '11111111-1111-4111-8111-111111111111'
    await store.start(id, null, 3)
    await store.append(id, [
      { seq: 1, text: JSON.stringify({ seq: 1, type: 'done', message: '' }) },
    ])
    await database.pool.query(
      "UPDATE scans SET alive_at = now() - $2 * interval '1 ms' WHERE id = $1",
      [id, SCAN.keptMs + SCAN.lostAfterMs + 1_000],
    )
    await store.sweep()
    expect(await kept()).toEqual(before)
  })

  test('of a box search', async () => {
    const before = await kept()
    await post('/api/find-box', { fields: DRESS.bbox })
    expect(await kept()).toEqual(before)
  })
})

describe('under load', () => {
  test('scans wait in turn and say how many are ahead', async () => {
    const running = [await startHeld(), await startHeld({ by: invited })]
    const ada = readEventLines(await post('/api/find'))
    expect((await ada.next()).value).toMatchObject({ type: 'started' })
    expect((await ada.next()).value).toMatchObject({ type: 'waiting', ahead: 0 })
    const second = readEventLines(await post('/api/find', { by: invited }))
    await second.next()
    expect((await second.next()).value).toMatchObject({ type: 'waiting', ahead: 1 })
    await leave(running[0]?.id ?? '')
    expect((await ada.next()).value).toMatchObject({ type: 'detections' })
    expect((await second.next()).value).toMatchObject({ type: 'waiting', ahead: 0 })
    release()
    const rest: ScanEvent[] = []
    for await (const event of second) rest.push(event)
    expect(rest.at(-1)?.type).toBe('done')
    for await (const _ of ada);
  })

  test('one address scans only a few photos at the same time', async () => {
    hold()
    const scans: Response[] = []
    for (let n = 0; n < FIND.perAddress; n += 1) scans.push(await post('/api/find'))
    const refused = await post('/api/find')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Somebody else is not kept out.
    const mine = await post('/api/find', { by: invited })
    expect(mine.status).toBe(200)
    release()
    for (const scan of [...scans, mine]) await readScanEvents(scan)
  })

  test('an address is refused after too many scans, with the time to wait', async () => {
    await database.pool.query(
      `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
        VALUES ('find', '127.0.0.1', now() + interval '10 minutes', $1)`,
      [RATE_LIMITS.find.calls],
    )
    const refused = await post('/api/find')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  })

  test('one address can follow a scan only so often, wherever it runs', async () => {
    const scan = await startHeld()
    await database.pool.query(
      `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
        VALUES ('resumeScan', '127.0.0.1', now() + interval '100 seconds', $1)`,
      [RATE_LIMITS.resumeScan.calls],
    )
    for (const at of [app, other]) {
      const refused = await send(`/api/find/${scan.id}`, {}, { at })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await leave(scan.id)
  })

  test('another site cannot start a scan, nor use up the scans of its visitor', async () => {
    for (const path of ['/api/find', '/api/find-box', '/api/find-address'])
      expect((await post(path, { origin: 'https://evil.example' })).status).toBe(403)
    const { rowCount } = await database.pool.query('SELECT FROM rate_limits')
    expect(rowCount).toBe(0)
  })
})

test('PUBLIC_FINDER=off removes the calls', async () => {
  const closed = await startTestApp({ database, env: { PUBLIC_FINDER: 'off' } })
  for (const path of ['/api/find', '/api/find-box', '/api/find-address'])
    expect((await post(path, { at: closed })).status).toBe(404)
  expect((await send('/find', {}, { at: closed })).status).toBe(404)
  await closed.close()
})
