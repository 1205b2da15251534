import { describe, expect, it } from 'vitest'
import { createQueue, QueueFull } from './queue.ts'
import { createSingleFlight } from './single-flight.ts'

const gate = () => {
  let open: () => void = () => undefined
  const closed = new Promise<void>((resolve) => (open = resolve))
  return { open, closed }
}

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

  it('goes on after a failure', async () => {
    const queue = createQueue(1, 5)
    const failing = queue(() => Promise.reject(new Error('no')))
    const next = queue(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('done')
  })
})

describe('single flight', () => {
  it('shares work that is under way, and starts anew afterwards', async () => {
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
