import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorkQueue, type WorkQueue } from './load-shedding.ts'

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
