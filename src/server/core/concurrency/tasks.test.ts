import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { createTimeoutSignal } from './timeouts.ts'
import {
  createQueue,
  createSharedWork,
  createSingleFlight,
  QueueFull,
  runTaskGroup,
} from './tasks.ts'

const gate = () => {
  let open: () => void = () => undefined
  const closed = new Promise<void>((resolve) => (open = resolve))
  return { open, closed }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

describe('a timeout', () => {
  it('comes even if only a combined signal knows it, and garbage is collected meanwhile', async () => {
    const closing = new AbortController()
    const over = aborted(AbortSignal.any([closing.signal, createTimeoutSignal(50)]))
    await delay(1)
    collectGarbage()
    await over
  })
})

describe('the queue', () => {
  it('runs a few at a time, lets some wait and refuses the rest', async () => {
    const queue = createQueue(2, 1)
    const door = gate()
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await door.closed
      running -= 1
    }
    const three = [queue(work), queue(work), queue(work)]
    await expect(queue(work)).rejects.toBeInstanceOf(QueueFull)
    door.open()
    await Promise.all(three)
    await Promise.all([queue(work), queue(work)])
    expect(most).toBe(2)
  })

  it('continues after a failure', async () => {
    const queue = createQueue(1, 5)
    const failing = queue(() => Promise.reject(new Error('no')))
    const next = queue(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('done')
  })
})

describe('single flight', () => {
  it('shares a run while it lasts, then starts a new one', async () => {
    const once = createSingleFlight<number>()
    let calls = 0
    const work = async () => (calls += 1)
    expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([
      1, 1, 2,
    ])
    expect(await once('a', work)).toBe(3)
  })

  it('does not keep a failure', async () => {
    const once = createSingleFlight<string>()
    await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(once('a', async () => 'yes')).resolves.toBe('yes')
  })
})

describe('shared work', () => {
  const stay = new AbortController().signal

  it('is aborted when every caller is gone, and not before', async () => {
    const share = createSharedWork<string>()
    const [one, two] = [new AbortController(), new AbortController()]
    const ended: string[] = []
    const work = async (signal: AbortSignal) => {
      await aborted(signal)
      ended.push('aborted')
      throw new Error('abandoned')
    }
    const results = [share('a', one.signal, work), share('a', two.signal, work)]
    one.abort()
    await delay(1)
    expect(ended).toEqual([])
    two.abort()
    // A new caller does not get the aborted run.
    expect(await share('a', stay, async () => 'fresh')).toBe('fresh')
    for (const result of results) await expect(result).rejects.toThrow('abandoned')
    expect(ended).toEqual(['aborted'])
  })

  it('goes on for the callers that stay', async () => {
    const share = createSharedWork<string>()
    const leaving = new AbortController()
    const door = gate()
    const work = async () => {
      await door.closed
      return 'done'
    }
    const results = [share('a', leaving.signal, work), share('a', stay, work)]
    leaving.abort()
    door.open()
    expect(await Promise.all(results)).toEqual(['done', 'done'])
  })
})

describe('a task group', () => {
  const never = new AbortController().signal

  it('settles after all its tasks, including tasks that a task started', async () => {
    const ended: string[] = []
    const door = gate()
    const group = runTaskGroup(never, async ({ start }) => {
      start(async () => {
        await door.closed
        start(async () => {
          await delay(5)
          ended.push('inner')
        })
        ended.push('outer')
      })
      return 'result'
    })
    door.open()
    expect(await group).toBe('result')
    expect(ended).toEqual(['outer', 'inner'])
  })

  it('aborts the other tasks on the first failure, waits for them and throws it', async () => {
    let isCleanedUp = false
    const group = runTaskGroup(never, async ({ signal, start }) => {
      start(async () => {
        await aborted(signal)
        await delay(5)
        isCleanedUp = true
        throw new Error('second')
      })
      start(() => Promise.reject(new Error('first')))
      await aborted(signal)
    })
    await expect(group).rejects.toThrow('first')
    expect(isCleanedUp).toBe(true)
  })

  it('waits for its tasks when its body fails', async () => {
    let isCleanedUp = false
    const group = runTaskGroup(never, async ({ signal, start }) => {
      start(async () => {
        await aborted(signal)
        await delay(5)
        isCleanedUp = true
      })
      throw new Error('body')
    })
    await expect(group).rejects.toThrow('body')
    expect(isCleanedUp).toBe(true)
  })

  it('aborts with its caller, and starts nothing afterwards', async () => {
    const caller = new AbortController()
    let isStarted = false
    const group = runTaskGroup(caller.signal, async ({ signal, start }) => {
      caller.abort(new Error('left'))
      await aborted(signal)
      start(async () => {
        isStarted = true
      })
    })
    await expect(group).rejects.toThrow('left')
    expect(isStarted).toBe(false)
  })
})
