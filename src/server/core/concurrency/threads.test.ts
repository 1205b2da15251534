import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { createTaskThreads } from './threads.ts'

const FILE = pathToFileURL(`${PROJECT_ROOT}/tests/support/task-worker.ts`)
const QUIET_MS = 20_000

let threads: ReturnType<typeof createTaskThreads>
const open = (count = 1) => {
  threads = createTaskThreads(FILE, { threads: count, memoryMb: 64 })
}
afterEach(() => threads.close())

it('ends a task that takes too long, and goes on with the next', async () => {
  open()
  const started = performance.now()
  await expect(threads.run({ type: 'loop' }, { quietMs: 200 })).rejects.toMatchObject({
    limit: 'time',
  })
  expect(performance.now() - started).toBeLessThan(QUIET_MS)
  expect(await threads.run({ type: 'answer' }, { quietMs: QUIET_MS })).toBe(process.pid)
}, 60_000)

it('ends a task that needs too much memory, and the process lives', async () => {
  open()
  await expect(threads.run({ type: 'fill' }, { quietMs: QUIET_MS })).rejects.toMatchObject({
    limit: 'memory',
  })
  expect(await threads.run({ type: 'answer' }, { quietMs: QUIET_MS })).toBe(process.pid)
}, 60_000)

it('passes on an error, and notices a thread that dies', async () => {
  open()
  await expect(threads.run({ type: 'throw' }, { quietMs: QUIET_MS })).rejects.toThrow('Not today')
  await expect(threads.run({ type: 'exit' }, { quietMs: QUIET_MS })).rejects.toMatchObject({
    limit: null,
  })
}, 60_000)

it('waits until a batch is dealt with, which does not count as silence', async () => {
  open()
  const seen: number[] = []
  let atOnce = 0
  await threads.run<number, number>(
    { type: 'count', to: 3 },
    {
      quietMs: 2_000,
      onBatch: async (number) => {
        atOnce += 1
        expect(atOnce).toBe(1)
        await delay(number === 2 ? 2_500 : 0)
        seen.push(number)
        atOnce -= 1
      },
    },
  )
  expect(seen).toEqual([1, 2, 3])
}, 60_000)

it('stops when its signal is aborted or a batch fails', async () => {
  open(2)
  const aborting = new AbortController()
  const looping = threads.run({ type: 'loop' }, { quietMs: QUIET_MS, signal: aborting.signal })
  aborting.abort(new Error('Enough'))
  await expect(looping).rejects.toThrow('Enough')
  await expect(
    threads.run<number, number>(
      { type: 'count', to: 3 },
      { quietMs: QUIET_MS, onBatch: () => Promise.reject(new Error('No room')) },
    ),
  ).rejects.toThrow('No room')
}, 60_000)
