import { ENGLISH } from '#server/core/languages.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Hono } from 'hono'
import { z } from 'zod'
import { defineCalls } from '#shared/contract/call.ts'
import {
  buildCacheKey,
  createReplyCache,
  cacheReplies,
  type PackedReply,
  packReply,
  sendPackedReply,
} from './reply-cache.ts'
import { createBodyLimiter } from './request-body.ts'
import { createCallerTurns } from './caller-turns.ts'
import { createWindowCounter } from './rate-limits.store.ts'
import type { AppEnv } from './request-context.ts'
import { serveCalls } from './serve.ts'

it('a cache key reads parameters as handlers do, also those that are no UTF-8', () => {
  const keyOf = (search: string) => buildCacheKey(`https://site.example/api/x${search}`, ['q'])
  const searches = ['', '?q=%FF', '?q=%EF%BF%BD', '?q=%FE', '?q=a+b', '?q=a%2Bb', '?q=']
  expect(new Set(searches.map(keyOf)).size).toBe(searches.length)
  expect(keyOf('?q=a+b&fbclid=1')).toBe(keyOf('?r=2&q=a%20b&q=c'))
})

describe('replies', () => {
  const LONG = JSON.stringify({ names: Array.from({ length: 200 }, (_, index) => `name ${index}`) })
  const headers = { 'content-type': 'application/json' }
  const send = async (reply: PackedReply, acceptEncoding?: string, ifNoneMatch?: string) =>
    sendPackedReply(reply, { acceptEncoding, ifNoneMatch, isRobot: () => false })
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

  describe('a cached reply', () => {
    it('is sent in an accepted encoding', async () => {
      const reply = packReply(LONG, headers)
      expect((await bytes(await send(reply))).toString()).toBe(LONG)
      const br = await send(reply, 'gzip, br')
      expect(br.headers.get('content-encoding')).toBe('br')
      expect(brotliDecompressSync(await bytes(br)).toString()).toBe(LONG)
      expect(gunzipSync(await bytes(await send(reply, 'gzip'))).toString()).toBe(LONG)
      expect(br.headers.get('vary')).toBe('Accept-Encoding')
    })

    it('is not compressed if small', async () => {
      const small = await send(packReply('{}', headers), 'br')
      expect(small.headers.get('content-encoding')).toBeNull()
    })

    it('is not sent again to a client that has it', async () => {
      const reply = packReply(LONG, headers)
      expect((await send(reply, 'br', reply.etag)).status).toBe(304)
      expect((await send(reply, 'br', 'W/"other"')).status).toBe(200)
    })

    it('is compressed only in encodings that someone asked for, and once each', async () => {
      const reply = packReply(LONG, headers)
      const plain = reply.bytes()
      await send(reply)
      expect(reply.bytes()).toBe(plain)
      const [one, other] = await Promise.all([send(reply, 'br'), send(reply, 'br')])
      const added = reply.bytes() - plain
      expect(added).toBe((await bytes(one)).length)
      expect(added).toBe((await bytes(other)).length)
    })
  })

  describe('the cache', () => {
    let reply: PackedReply
    beforeEach(() => {
      reply = packReply(LONG, headers)
    })

    it('keeps a reply until it expires', () => {
      let time = 0
      const cache = createReplyCache(300_000, 1_000_000, () => time)
      cache.put('a', reply, cache.generation())
      time = 299_000
      expect(cache.get('a')).toBe(reply)
      time = 301_000
      expect(cache.get('a')).toBeUndefined()
    })

    it.each([-1, 1])('is not affected by a clock that jumps (by %i years)', (years) => {
      const cache = createReplyCache(300_000, 1_000_000)
      cache.put('a', reply, cache.generation())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
      const found = cache.get('a')
      cache.put('b', reply, cache.generation())
      vi.useRealTimers()
      expect(found).toBe(reply)
      expect(cache.get('b')).toBe(reply)
    })

    it('evicts the least recently used when full', () => {
      const cache = createReplyCache(60_000, 3.5 * LONG.length)
      const keys = ['a', 'b', 'c', 'd', 'e', 'f']
      for (const key of keys) {
        cache.put(key, reply, cache.generation())
        cache.get('a')
      }
      expect(cache.get('a')).toBe(reply)
      expect(cache.get('b')).toBeUndefined()
      expect(cache.get('f')).toBe(reply)
    })

    it('counts what compression adds later', async () => {
      const replies = ['a', 'b', 'c'].map(() => packReply(LONG, headers))
      const cache = createReplyCache(60_000, 3 * LONG.length + 100)
      for (const [index, each] of replies.entries())
        cache.put(String(index), each, cache.generation())
      await send(replies[2] ?? reply, 'br')
      expect(cache.get('2')).toBe(replies[2])
      expect(cache.get('0')).toBeUndefined()
      expect(cache.get('1')).toBe(replies[1])
    })

    it('drops everything when the catalogue changes, including replies still being made', () => {
      const cache = createReplyCache(60_000, 1_000_000)
      const before = cache.generation()
      cache.put('a', reply, before)
      cache.clear()
      cache.put('b', reply, before)
      expect(cache.get('a')).toBeUndefined()
      expect(cache.get('b')).toBeUndefined()
    })
  })
})

describe('calls', () => {
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
    const handlers = cacheReplies(
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
      keys: { find: async () => null },
      limits: { take: async () => null },
      bodies: createBodyLimiter({ maxBytes: 1_000_000 }),
      load: { uncounted: <T>(wait: () => Promise<T>) => wait() },
      callLimit: createWindowCounter({ calls: 100, windowMs: 1_000 }),
      turns: createCallerTurns(),
      checkReplies: true,
      languages: [ENGLISH],
    }
    app.onError(() => new Response(null, { status: 500 }))
    serveCalls(app, parts, calls, handlers)
    const plain = { 'GET /numbers-not-kept': calls['GET /numbers'] } as const
    serveCalls(app, parts, plain, { 'GET /numbers-not-kept': make })
  })

  const get = async (path: string) => (await app.request(path)).json()

  it.each(['/numbers', '/numbers-not-kept'])(
    'of %s must not reply with what their contract does not declare',
    async (path) => {
      expect((await app.request(path)).status).toBe(200)
      cache.clear()
      make.mockImplementation(async () => Object.assign({ number: 1 }, { owner: 'Ada' }))
      expect((await app.request(path)).status).toBe(500)
    },
  )

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
})
