import { listLanguages } from '#server/core/languages.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import {
  createLoadGauge,
  createWorkQueue,
  type LoadGauge,
  type WorkQueue,
} from './load-shedding.ts'
import { packReply } from './reply-cache.ts'

describe('the work queue', () => {
  let time = 0
  let queue: WorkQueue
  const begun: string[] = []
  const add = (name: string, ms = 0) =>
    queue.add(() => {
      begun.push(name)
      time += ms
    })

  beforeEach(() => {
    time = 0
    begun.length = 0
    queue = createWorkQueue(() => time)
  })

  describe('requests that have been read', () => {
    it('are begun in their order, at once if nothing else waits', async () => {
      for (const name of ['a', 'b', 'c']) add(name)
      await nextTurn()
      expect(begun).toEqual(['a', 'b', 'c'])
      expect(queue.size()).toBe(0)
    })

    it('are begun for a few milliseconds in each turn, so that others are read in between', async () => {
      for (const name of ['a', 'b', 'c']) add(name, 3)
      await nextTurn()
      expect(begun).toEqual(['a', 'b'])
      await nextTurn()
      expect(begun).toEqual(['a', 'b', 'c'])
    })

    /** Further connections, one in each turn. */
    const connect = async (times: number, msEach: number) => {
      for (let index = 0; index < times; index += 1) {
        queue.noteConnection()
        time += msEach
        await nextTurn()
      }
    }

    it.each([
      ['if the processor is busy with other programs', 30, 50],
      ['if it is idle', 0.25, 81],
    ])('let new connections in first, but not for ever, %s', async (_, msEach, connections) => {
      add('a')
      await nextTurn()
      queue.noteConnection()
      add('b')
      await connect(connections - 2, msEach)
      expect(begun).toEqual(['a'])
      expect(queue.size()).toBe(1)
      await connect(2, msEach)
      expect(begun).toEqual(['a', 'b'])
    })

    it('are begun as soon as no connection arrives any more', async () => {
      add('a')
      await nextTurn()
      queue.noteConnection()
      add('b')
      await nextTurn()
      await nextTurn()
      expect(begun).toEqual(['a', 'b'])
    })

    it('tell how long the oldest waits', () => {
      expect(queue.waitMs()).toBe(0)
      add('a')
      time = 40
      add('b')
      expect(queue.waitMs()).toBe(40)
    })
  })
})

describe('the load gauge', () => {
  const log = { warn: vi.fn<(...given: unknown[]) => void>() }
  let time = 0
  const queued = { size: 0, waitMs: 0 }
  const work = { size: () => queued.size, waitMs: () => queued.waitMs }
  let gauge: LoadGauge
  const open: (() => void)[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    log.warn.mockReset()
    time = 0
    Object.assign(queued, { size: 0, waitMs: 0 })
    gauge = createLoadGauge(log, work, { now: () => time, random: () => 0.5 })
  })
  afterEach(() => {
    for (const end of open.splice(0)) end()
    gauge.stop()
    vi.useRealTimers()
  })

  const begin = (requests: number) => {
    for (let each = 0; each < requests; each += 1)
      void gauge.track(() => new Promise((resolve) => open.push(resolve)))
  }
  /** The event loop is blocked for `ms`, and then ticks. */
  const block = (ms: number) => {
    time += ms
    vi.advanceTimersByTime(20)
  }
  const idle = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) block(20)
  }

  describe('a server', () => {
    it('admits everything while its event loop is on time', () => {
      begin(400)
      idle(1_000)
      expect(gauge.admit(false)).toBe(true)
    })

    it('refuses new requests while its event loop is late and many wait', () => {
      begin(60)
      for (let turn = 0; turn < 5; turn += 1) block(1_000)
      expect(gauge.admit(false)).toBe(false)
      expect(log.warn).not.toHaveBeenCalled()
      block(20)
      expect(log.warn).toHaveBeenCalledWith(expect.anything(), 'Overloaded: refusing requests')
    })

    it('refuses what a signed-in person saves last', () => {
      begin(60)
      for (let turn = 0; turn < 5; turn += 1) block(800)
      expect(gauge.admit(false)).toBe(false)
      expect(gauge.admit(true)).toBe(true)
    })

    it('refuses new requests while others wait long to be begun, and admits again afterwards', () => {
      Object.assign(queued, { size: 60, waitMs: 900 })
      expect(gauge.admit(false)).toBe(false)
      expect(gauge.admit(true)).toBe(true)
      Object.assign(queued, { size: 60, waitMs: 100 })
      expect(gauge.admit(false)).toBe(true)
    })

    it('refuses nobody because of one slow moment', () => {
      begin(60)
      block(400)
      expect(gauge.admit(false)).toBe(true)
    })

    it('refuses nobody on a slow machine with few requests', () => {
      begin(10)
      for (let turn = 0; turn < 5; turn += 1) block(2_000)
      expect(gauge.admit(false)).toBe(true)
    })

    it('notices within one turn of the event loop that it is late', () => {
      begin(60)
      time += 1_500
      expect(gauge.admit(false)).toBe(false)
    })

    it('refuses everything beyond a number of requests, whatever they are', () => {
      begin(500)
      expect(gauge.admit(true)).toBe(false)
    })

    it('admits again soon after, by itself', () => {
      begin(60)
      for (let turn = 0; turn < 5; turn += 1) block(1_000)
      expect(gauge.admit(false)).toBe(false)
      idle(3_000)
      expect(gauge.admit(false)).toBe(true)
      expect(log.warn).toHaveBeenLastCalledWith({ refused: 1 }, 'No longer overloaded')
    })
  })
})

describe('a busy server', () => {
  const FILE = '/assets/app-abc123.js'
  let isBusy = false
  let test: TestApp
  const asked: boolean[] = []
  const load: LoadGauge = {
    admit: (isPreferred) => {
      asked.push(isPreferred)
      return !isBusy
    },
    track: (work) => work(),
    uncounted: (wait) => wait(),
    inFlight: () => 0,
    stop: () => undefined,
  }

  beforeAll(async () => {
    const files = new Map([[FILE, packReply('run()', { 'content-type': 'text/javascript' })]])
    const clientFiles = {
      template: PAGE_TEMPLATE,
      manifest: {},
      read: (path: string) => files.get(path) ?? null,
    }
    test = await startTestApp({}, { load, clientFiles, languages: listLanguages(['de']) })
    await fetch(test.origin + '/api/home')
    isBusy = true
  })
  afterAll(() => test.close())

  describe('a server past its limit', () => {
    it('refuses calls with 503, a time to come back and the usual envelope', async () => {
      const response = await fetch(test.origin + '/api/celebrities')
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await response.json()).toEqual({
        success: false,
        message: expect.stringContaining('try again in a few seconds'),
        data: null,
        error: expect.any(String),
      })
    })

    it('refuses in the language of the page or the caller', async () => {
      const page = await fetch(test.origin + '/de/all-celebrities', {
        headers: { accept: 'text/html' },
      })
      expect(await page.text()).toMatch(/<html lang="de".*Gleich wieder da.*href="\/de"/s)
      const call = await fetch(test.origin + '/api/celebrities', {
        headers: { 'accept-language': 'de' },
      })
      expect(((await call.json()) as { message: string }).message).toContain('Gerade sind viele')
    })

    it('shows browsers a page that needs no other file', async () => {
      const response = await fetch(test.origin + '/all-celebrities', {
        headers: { accept: 'text/html' },
      })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).toContain('<h1>Back in a moment</h1>')
    })

    it.each(['/healthz', '/readyz', '/api/home', FILE])('still answers %s', async (path) => {
      expect((await fetch(test.origin + path)).status).toBe(200)
    })

    it('prefers what signed-in people save to what anyone reads', async () => {
      asked.length = 0
      const cookie = 'session=1'
      await fetch(test.origin + '/api/saved-products', { headers: { cookie } })
      await fetch(test.origin + '/api/saved-products', { method: 'POST', headers: { cookie } })
      await fetch(test.origin + '/api/saved-products', { method: 'POST' })
      expect(asked).toEqual([false, true, false])
    })
  })
})
