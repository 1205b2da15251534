import { Hono } from 'hono'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCalls } from '#shared/contract/call.ts'
import { createRequestBodies } from './request-body.ts'
import { createWindowCounter } from './rate-limits.store.ts'
import { answerFromCache, createReplyCache, keepReplies } from './reply-cache.ts'
import type { AppEnv } from './request-context.ts'
import { serve } from './serve.ts'

const calls = defineCalls({
  'GET /numbers': {
    summary: 'A number',
    permission: 'browse',
    query: z.object({ of: z.string().optional() }),
    reply: z.object({ number: z.number() }),
  },
})

const make = vi.fn<() => Promise<{ number: number }>>()
let cache: ReturnType<typeof createReplyCache>
let app: Hono<AppEnv>
beforeEach(() => {
  let number = 0
  make.mockReset().mockImplementation(async () => ({ number: (number += 1) }))
  cache = createReplyCache(60_000, 1_000_000)
  app = new Hono<AppEnv>()
  app.use(answerFromCache({ cache, files: { read: () => null } }))
  const handlers = keepReplies(
    calls,
    { 'GET /numbers': make },
    {
      cache,
      checkReplies: true,
      headers: { 'x-content-type-options': 'nosniff' },
    },
  )
  const parts = {
    sessions: { find: async () => null, isRecent: async () => false },
    limits: { take: async () => null },
    bodies: createRequestBodies({ maxBytes: 1_000_000 }),
    load: { uncounted: <T>(wait: () => Promise<T>) => wait() },
    callLimit: createWindowCounter({ calls: 100, windowMs: 1_000 }),
    checkReplies: true,
  }
  app.onError(() => new Response(null, { status: 500 }))
  serve(app, parts, calls, handlers)
})

const get = async (path: string) => (await app.request(path)).json()

describe('cached calls', () => {
  it('are computed once for the same request', async () => {
    expect(await get('/numbers?of=a')).toEqual({ number: 1 })
    expect(await get('/numbers?of=a')).toEqual({ number: 1 })
    expect(await get('/numbers?of=b')).toEqual({ number: 2 })
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('carry the security headers when they come from the cache', async () => {
    await get('/numbers')
    expect((await app.request('/numbers')).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are computed once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/numbers?of=a')))
    expect(make).toHaveBeenCalledTimes(1)
  })

  it('are computed again after the catalogue changed', async () => {
    await get('/numbers')
    cache.clear()
    expect(await get('/numbers')).toEqual({ number: 2 })
  })

  it('are computed once, whatever query names come that they do not know', async () => {
    await get('/numbers?noise=1&of=a')
    await get('/numbers?of=a&noise=2')
    expect(await get('/numbers?of=a')).toEqual({ number: 1 })
    expect(make).toHaveBeenCalledTimes(1)
  })

  it('do not cache failures', async () => {
    make.mockRejectedValueOnce(new Error('no'))
    expect((await app.request('/numbers')).status).toBe(500)
    expect(await get('/numbers')).toEqual({ number: 1 })
  })

  it('are not answered from the cache for other methods', async () => {
    await get('/numbers')
    expect((await app.request('/numbers', { method: 'POST' })).status).toBe(404)
  })
})
