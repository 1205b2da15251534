import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createPictureQueue, countPictureSlots } from './picture-queue.ts'

const LIMITS = {
  shown: { waiting: 2, waitMs: 60_000 },
  sent: { waiting: 2, waitMs: 60_000 },
  background: { waiting: 2, waitMs: 60_000 },
}

/** Work that ends when the test says so. */
const held = () => {
  const ended: string[] = []
  const started: string[] = []
  const doors = new Map<string, () => void>()
  return {
    started,
    ended,
    work: (name: string) => async () => {
      started.push(name)
      await new Promise<void>((resolve) => doors.set(name, resolve))
      ended.push(name)
      return name
    },
    end: async (name: string) => {
      doors.get(name)?.()
      await delay(0)
    },
  }
}

describe('the picture queue', () => {
  it('keeps a slot for shown pictures that sent ones cannot take, and the other way round', async () => {
    const queue = createPictureQueue(2, LIMITS)
    const { work, started, end } = held()
    const sent = ['a', 'b', 'c'].map((name) => queue({ lane: 'sent' }, work(name)))
    const shown = ['x', 'y'].map((name) => queue({ lane: 'shown' }, work(name)))
    await delay(0)
    expect(started).toEqual(['a', 'x'])
    for (const name of ['x', 'y', 'a', 'b', 'c']) await end(name)
    expect(await Promise.all([...sent, ...shown])).toEqual(['a', 'b', 'c', 'x', 'y'])
  })

  it('starts the smallest picture first, and indexing last', async () => {
    const queue = createPictureQueue(2, LIMITS)
    const { work, started, end } = held()
    const jobs = [
      queue({ lane: 'sent', pixels: 5 }, work('first')),
      queue({ lane: 'background' }, work('indexing')),
      queue({ lane: 'sent', pixels: 39 }, work('huge')),
      queue({ lane: 'sent', pixels: 1 }, work('small')),
    ]
    await delay(0)
    for (const name of ['first', 'small', 'huge', 'indexing']) await end(name)
    await Promise.all(jobs)
    expect(started).toEqual(['first', 'small', 'huge', 'indexing'])
  })

  it('refuses politely when too many wait', async () => {
    const queue = createPictureQueue(2, LIMITS)
    const { work, end } = held()
    const accepted = ['a', 'b', 'c'].map((name) => queue({ lane: 'sent' }, work(name)))
    await expect(queue({ lane: 'sent' }, work('d'))).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    })
    for (const name of ['a', 'b', 'c']) await end(name)
    await Promise.all(accepted)
  })

  it('answers all pictures of a page for one visitor, however long a cold cache takes', async () => {
    vi.useFakeTimers()
    const queue = createPictureQueue(2)
    const page = Array.from({ length: 90 }, () =>
      queue(
        { lane: 'shown', visitor: 'a' },
        () => new Promise((resolve) => setTimeout(resolve, 500)),
      ),
    )
    const answers = Promise.allSettled(page)
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    const statuses = (await answers).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'rejected')).toEqual([])
  })

  it('lets visitors take turns, and refuses what one of them sends beyond a page', async () => {
    const fair = { ...LIMITS, shown: { waiting: 10, waitingEach: 2, waitMs: 60_000 } }
    const queue = createPictureQueue(2, fair)
    const { work, started, end } = held()
    const accepted = [
      ...['a1', 'a2', 'a3'].map((name) => queue({ lane: 'shown', visitor: 'a' }, work(name))),
      queue({ lane: 'shown', visitor: 'b' }, work('b1')),
    ]
    await expect(queue({ lane: 'shown', visitor: 'a' }, work('a4'))).rejects.toMatchObject({
      status: 503,
    })
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    await Promise.all(accepted)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('accepts the photo of a visitor before the fifth that somebody else sends at once', async () => {
    const queue = createPictureQueue(2)
    const { work, started, end } = held()
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
    const accepted = names.map((name) =>
      queue({ lane: 'sent', pixels: 1, visitor: 'a' }, work(name)),
    )
    await expect(
      queue({ lane: 'sent', pixels: 1, visitor: 'a' }, work('a7')),
    ).rejects.toMatchObject({ status: 503 })
    accepted.push(queue({ lane: 'sent', pixels: 40, visitor: 'b' }, work('b1')))
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5', 'a6']) await end(name)
    await Promise.all(accepted)
    expect(started.slice(0, 3)).toEqual(['a1', 'a2', 'b1'])
  })

  it('refuses a picture whose turn does not come in time', async () => {
    const impatient = { ...LIMITS, shown: { waiting: 2, waitMs: 5 } }
    const queue = createPictureQueue(2, impatient)
    const { work, started, end } = held()
    const running = queue({ lane: 'shown' }, work('a'))
    await expect(queue({ lane: 'shown' }, work('b'))).rejects.toMatchObject({ status: 503 })
    await end('a')
    await running
    expect(started).toEqual(['a'])
    expect(await queue({ lane: 'shown' }, async () => 'later')).toBe('later')
  })

  it('drops work that nobody awaits any more, and says how long the rest waited', async () => {
    const queue = createPictureQueue(2, LIMITS)
    const { work, started, end } = held()
    const client = new AbortController()
    const running = queue({ lane: 'sent' }, work('a'))
    const left = queue({ lane: 'sent', signal: client.signal }, work('b'))
    const stayed = queue({ lane: 'sent' }, async (waitedMs) => waitedMs)
    client.abort()
    await expect(left).rejects.toMatchObject({ status: 408 })
    await delay(10)
    await end('a')
    await running
    expect(await stayed).toBeGreaterThan(5)
    expect(started).toEqual(['a'])
  })

  it('continues after a failure', async () => {
    const queue = createPictureQueue(2, LIMITS)
    const failing = queue({ lane: 'sent' }, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await queue({ lane: 'sent' }, async () => 'done')).toBe('done')
  })

  it.each([
    [1, 4, 2],
    [2, 4, 2],
    [4, 4, 3],
    [32, 4, 3],
    [32, 24, 23],
  ])('gives %i cores and %i pool threads %i slots', (cores, threads, slots) => {
    expect(countPictureSlots(cores, threads)).toBe(slots)
  })
})
