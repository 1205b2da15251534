import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIVE } from '#shared/constants.ts'
import { signedIn, type SignedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { liveHandlers } from './live.routes.ts'

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

  test('a quiet stream has a heartbeat, and ends when the session does', async () => {
    const handlers = liveHandlers({ ...server.live, heartbeatMs: 20 })
    const request = new Request('http://localhost/api/live', { headers: { cookie: ada.cookie } })
    const user = await server.sessions.read(request.headers)
    if (!user) throw new Error('Ada is not signed in')
    const reply = await handlers['GET /api/live']({ user, request } as never)
    const stream = listen(reply)
    expect(await stream.until('still here')).toContain(': still here')
    await server.pool.query('DELETE FROM sessions WHERE user_id = $1', [ada.uid])
    expect(await stream.until('never said')).toContain('[ended]')
  })

  test('a stream that could not be opened does not count as open', async () => {
    const failing = { version: () => Promise.reject(new Error('The database is away')) }
    const handlers = liveHandlers({ ...server.live, store: { ...server.live.store, ...failing } })
    const request = new Request('http://localhost/api/live', { headers: { cookie: ada.cookie } })
    for (let tries = 0; tries < LIVE.streamsPerUser; tries += 1)
      await expect(handlers['GET /api/live']({ user: ada, request } as never)).rejects.toThrow(
        'away',
      )
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
