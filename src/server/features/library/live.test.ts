import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE } from '#shared/constants.ts'
import type { Connection } from '#server/core/db/query.ts'
import { signedIn, type SignedIn, signedInAgain } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createLive, liveStreamHandlers } from './live.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  ada = await signedIn(server, { invited: true })
})

/** Reads a stream until it has said something. */
const listen = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    until: async (text: string) => {
      while (!heard.includes(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) return `${heard}[ended]`
        heard += value
      }
      return heard
    },
    close: async () => reader?.cancel(),
  }
}

const open = async (of: SignedIn, lastEventId?: string) => {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await of.send('/api/live', { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  return listen(response)
}

const HEARTBEAT_MS = 50

/** A hub of its own with a quick heartbeat. */
const startLive = async (pool: Connection) => {
  const live = createLive(pool, HEARTBEAT_MS)
  await live.hub.start(server.listener)
  return live
}

/** Opens a stream without HTTP and its limits. */
const openOn = async (live: Parameters<typeof liveStreamHandlers>[0], of: SignedIn) => {
  const request = new Request('http://localhost/api/live', { headers: { cookie: of.cookie } })
  const session = await server.sessions.find(request.headers)
  if (!session) throw new Error('Nobody is signed in')
  const input = { user: session.user, sessionId: session.id, request }
  return liveStreamHandlers(live)['GET /api/live'](input as never)
}

const save = (of: SignedIn, name: string) =>
  of.api('POST /api/favorites', { body: { product: { name } } })

describe('live lists', () => {
  test('a change made anywhere is told to every open page of that person', async () => {
    const streams = await Promise.all([open(ada), open(ada)])
    await save(ada, 'Hat')
    for (const stream of streams) {
      expect(await stream.until('saved-products')).toMatch(
        /id: 1\nevent: changed\ndata: \{"list":"saved-products"\}\n\n$/,
      )
      await stream.close()
    }
  })

  test('a change by another server, or by hand in the database, is told as well', async () => {
    const stream = await open(ada)
    await server.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence)
       VALUES ($1, 'd', 'n', 'USD', 'product', 0.9)`,
      [ada.uid],
    )
    expect(await stream.until('my-products')).toContain('changed')
    await stream.close()
  })

  test('nobody hears of another person', async () => {
    const bo = await signedIn(server)
    const stream = await open(bo)
    await server.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence)
       VALUES ($1, 'd', 'n', 'USD', 'product', 0.9)`,
      [ada.uid],
    )
    await save(bo, 'Scarf')
    expect(await stream.until('saved-products')).not.toContain('my-products')
    await stream.close()
  })

  test('whoever reconnects learns whether something was missed', async () => {
    await save(ada, 'Hat')
    const current = await open(ada, '1')
    expect(await current.until('event:')).toContain('event: ready')
    const stale = await open(ada, '0')
    const heard = await stale.until('my-products')
    expect(heard).toContain('"saved-products"')
    await Promise.all([current.close(), stale.close()])
  })

  test('streams are bounded per user, and leaving makes room', async () => {
    const streams = await Promise.all(Array.from({ length: LIVE.streamsPerUser }, () => open(ada)))
    expect((await ada.send('/api/live')).status).toBe(429)
    await streams[0]?.close()
    streams[0] = await open(ada)
    for (const stream of streams) await stream.close()
  })

  test('a quiet stream has a heartbeat, and ends when the session expires', async () => {
    const live = await startLive(server.pool)
    const stream = listen(await openOn(live, ada))
    expect(await stream.until('still here')).toContain(': still here')
    await server.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [ada.uid])
    expect(await stream.until('never said')).toContain('[ended]')
  })

  test('500 streams check their sessions with one query per heartbeat', async () => {
    /** How many sessions each query asks for. */
    const asked: number[] = []
    const countingPool: Connection = Object.create(server.pool, {
      query: {
        value: (query: { text: string; values: unknown[] }) => {
          const [ids] = query.values
          if (query.text.includes('LEFT JOIN sessions')) asked.push((ids as string[]).length)
          return server.pool.query(query)
        },
      },
    })
    const live = await startLive(countingPool)
    const people = await Promise.all(Array.from({ length: 50 }, () => signedIn(server)))
    const streams: ReturnType<typeof listen>[][] = []
    for (const person of people) {
      const pages = Array.from({ length: LIVE.streamsPerUser }, () => openOn(live, person))
      streams.push((await Promise.all(pages)).map(listen))
    }
    asked.length = 0
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), { timeout: 30_000 })
    expect(new Set(asked)).toEqual(new Set([people.length]))
    const [gone] = people
    await server.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [
      gone?.uid,
    ])
    for (const stream of streams[0] ?? [])
      expect(await stream.until('never said')).toContain('[ended]')
    live.hub.endAll()
  })

  test('signing out ends the streams of that session at once, on every server', async () => {
    const other = await startTestApp({ database: server.database })
    const elsewhere = await signedInAgain(server, ada)
    const mine = await openOn(other.library.live, ada).then(listen)
    const theirs = await openOn(other.library.live, elsewhere).then(listen)
    await ada.api('POST /api/sign-out')
    const started = Date.now()
    expect(await mine.until('never said')).toContain('[ended]')
    expect(Date.now() - started).toBeLessThan(LIVE.heartbeatMs / 2)
    await save(elsewhere, 'Hat')
    expect(await theirs.until('changed')).toContain('saved-products')
    await other.close()
  })

  test('a session that ends while its stream opens gets none', async () => {
    const slow = {
      ...server.library.live.store,
      version: async (uid: string, sessionId: string) => {
        await ada.api('POST /api/sign-out')
        return server.library.live.store.version(uid, sessionId)
      },
    }
    await expect(openOn({ ...server.library.live, store: slow }, ada)).rejects.toMatchObject({
      status: 401,
    })
  })

  test('HEAD opens no stream', async () => {
    for (let tries = 0; tries <= LIVE.streamsPerUser; tries += 1) {
      const reply = await fetch(`${server.origin}/api/live`, {
        method: 'HEAD',
        headers: { cookie: ada.cookie },
      })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    }
    await (await open(ada)).close()
  })

  test('a stream that could not be opened does not count as open', async () => {
    const failing = { version: () => Promise.reject(new Error('The database is away')) }
    const live = { ...server.library.live, store: { ...server.library.live.store, ...failing } }
    for (let tries = 0; tries < LIVE.streamsPerUser; tries += 1)
      await expect(openOn(live, ada)).rejects.toThrow('away')
    await (await open(ada)).close()
  })

  test('a lost database connection ends the streams, so that they come back and catch up', async () => {
    const stream = await open(ada)
    await stream.until('ready')
    await server.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    )
    expect(await stream.until('never said')).toContain('[ended]')
    const again = await open(ada, '0')
    await save(ada, 'Hat')
    expect(await again.until('changed')).toContain('saved-products')
    await again.close()
  })
})
