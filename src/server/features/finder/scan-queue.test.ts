import { describe, expect, test } from 'vitest'
import { AppError } from '#server/core/http/errors.ts'
import { createScanQueue, startQueuedScan } from './scan-queue.ts'
import { startRunningScans, waitUntilAborted } from '#tests/support/finder-app.ts'

const never = new AbortController().signal

/** One after the other, unless told otherwise. */
const queueOf = (atOnce = 1, maxWaiting = 40) => {
  const queue = createScanQueue({ atOnce, maxWaiting })
  const started: string[] = []
  const told: Record<string, number[]> = {}
  const scan = (name: string, signal = never) => {
    let finish: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const [visitor = ''] = name.split(' ')
    const place = queue.reserve(visitor)
    const heard = (told[name] = [] as number[])
    const done = place.run({ signal, onPosition: (ahead) => heard.push(ahead) }, async () => {
      started.push(name)
      await gate
    })
    return { finish, done }
  }
  return { queue, scan, started, told }
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

describe('the queue of scans', () => {
  test('says how many scans start before this one, as they start', async () => {
    const { scan, started, told } = queueOf()
    const ada = scan('ada')
    const bo = scan('bo')
    const cleo = scan('cleo')
    scan('dina')
    await turns()
    expect(started).toEqual(['ada'])
    expect(told).toEqual({ ada: [], bo: [0], cleo: [1], dina: [2] })
    ada.finish()
    await ada.done
    bo.finish()
    await bo.done
    cleo.finish()
    await cleo.done
    expect(started).toEqual(['ada', 'bo', 'cleo', 'dina'])
    expect(told).toEqual({ ada: [], bo: [0], cleo: [1, 0], dina: [2, 1, 0] })
  })

  test('visitors take turns: nobody waits for the second scan of another', async () => {
    const { scan, started, told } = queueOf()
    const scans = ['ada 1', 'ada 2', 'ada 3', 'bo 1', 'cleo 1', 'bo 2'].map((name) => scan(name))
    for (const { finish } of scans) finish()
    await Promise.all(scans.map(({ done }) => done))
    expect(started).toEqual(['ada 1', 'bo 1', 'cleo 1', 'ada 2', 'bo 2', 'ada 3'])
    // What was lines is true at any time, also when somebody else is let in front.
    expect(told['ada 2']?.slice(0, 3)).toEqual([0, 1, 2])
    expect(told['ada 3']?.at(-1)).toBe(0)
  })

  test('runs as many as there is room for', async () => {
    const { scan, started } = queueOf(2)
    for (const name of ['ada', 'bo', 'cleo']) scan(name)
    await turns()
    expect(started).toEqual(['ada', 'bo'])
  })

  test('one that is cancelled while it waits makes room for those behind it', async () => {
    const { scan, started, told } = queueOf()
    const ada = scan('ada')
    const leaving = new AbortController()
    const bo = scan('bo', leaving.signal)
    const cleo = scan('cleo')
    leaving.abort(new Error('gone'))
    await expect(bo.done).rejects.toThrow('gone')
    expect(told['cleo']).toEqual([1, 0])
    ada.finish()
    cleo.finish()
    await cleo.done
    expect(started).toEqual(['ada', 'cleo'])
  })

  test('a failed scan frees its place', async () => {
    const { queue, scan, started } = queueOf()
    const place = queue.reserve('ada')
    const failing = place.run({ signal: never, onPosition: () => undefined }, () =>
      Promise.reject(new Error('broken')),
    )
    await expect(failing).rejects.toThrow('broken')
    scan('bo')
    await turns()
    expect(started).toEqual(['bo'])
  })

  test('refuses with a time to retry when too many wait, or too many of one visitor', () => {
    const { queue } = queueOf(1, 2)
    const [first] = ['ada', 'ada', 'bo'].map((visitor) => queue.reserve(visitor))
    expect(() => queue.reserve('cleo')).toThrow(AppError)
    first?.leave()
    first?.leave()
    expect(() => queue.reserve('bo', 1)).toThrow(
      expect.objectContaining({ status: 429, retryAfterSeconds: expect.any(Number) }),
    )
    expect(() => queue.reserve('cleo', 1)).not.toThrow()
  })
})

test('a scan that takes too long ends, waiting included, and makes room', async () => {
  const queue = createScanQueue({ atOnce: 1, maxWaiting: 1 })
  const scans = startRunningScans((error) => (error as Error).message)
  const sharedScans = {
    start: async (...[owner, work]: Parameters<typeof scans.start>) =>
      scans.read(owner, scans.start(owner, work), 0),
  }
  const ada = { owner: null, visitor: 'ada', longestMs: 20 }
  const events = await Promise.all(
    [ada, { ...ada, visitor: 'bo' }].map((visitor) =>
      startQueuedScan({ queue, sharedScans }, visitor, (signal) => waitUntilAborted(signal)),
    ),
  )
  for (const stream of events) {
    const lines: string[] = []
    for await (const event of stream as unknown as AsyncIterable<{ type: string; error?: string }>)
      lines.push(event.error ?? event.type)
    expect(lines.at(-1)).toMatch('This took too long')
  }
  expect(() => queue.reserve('cleo')).not.toThrow()
  await scans.close()
})

test('a scan that cannot start gives its place back', async () => {
  const queue = createScanQueue({ atOnce: 1, maxWaiting: 0 })
  const sharedScans = { start: () => Promise.reject(new Error('no database')) }
  const visitor = { owner: null, visitor: 'ada' }
  await expect(
    startQueuedScan({ queue, sharedScans }, visitor, async () => undefined),
  ).rejects.toThrow('no database')
  expect(() => queue.reserve('ada')).not.toThrow()
})
