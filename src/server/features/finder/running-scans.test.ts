import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { startRunningScans, waitUntilAborted } from '#tests/support/finder-app.ts'
import type { EmitStep, ScanStep } from './scan.service.ts'

const notice = (message: string): ScanStep => ({ type: 'notice', message })
const done: ScanStep = { type: 'done', message: '' }

/** Emits one step for each call of `next`. */
const stepped = (steps: ScanStep[]) => {
  const gates = steps.map(() => {
    let resolve: () => void = () => undefined
    const promise = new Promise<void>((open) => {
      resolve = open
    })
    return { promise, resolve }
  })
  let opened = 0
  const signals: AbortSignal[] = []
  return {
    signals,
    run: async (signal: AbortSignal, emit: EmitStep) => {
      signals.push(signal)
      for (const [index, step] of steps.entries()) {
        await Promise.race([gates[index]?.promise, waitUntilAborted(signal)])
        emit(step)
      }
    },
    next: () => {
      gates[opened]?.resolve()
      opened += 1
    },
  }
}

const collect = async (stream: ReadableStream<ScanEvent> | null) => {
  const events: ScanEvent[] = []
  if (stream)
    for await (const event of stream as unknown as AsyncIterable<ScanEvent>) events.push(event)
  return events
}

const scansOf = (isReadElsewhere = () => false) =>
  startRunningScans((error) => `described: ${String(error)}`, isReadElsewhere)

const resumeTimePasses = () => vi.advanceTimersByTimeAsync(SCAN.resumeWithinMs)

describe('a running scan', () => {
  test('numbers its events from 1 and begins with its id', async () => {
    const scans = scansOf()
    const id = scans.start('ada', async (_, emit) => {
      emit(notice('one'))
      emit(done)
    })
    const events = await collect(scans.read('ada', id, 0))
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'started'],
      [2, 'notice'],
      [3, 'done'],
    ])
    expect(events[0]).toMatchObject({ scanId: id })
  })

  test('is resumed after the last event the reader has seen', async () => {
    const scans = scansOf()
    const work = stepped([notice('one'), done])
    const id = scans.start('ada', work.run)
    const lost = scans.read('ada', id, 0)?.getReader()
    expect((await lost?.read())?.value).toMatchObject({ seq: 1 })
    await lost?.cancel()
    work.next()
    work.next()
    const rest = await collect(scans.read('ada', id, 1))
    expect(rest.map(({ seq }) => seq)).toEqual([2, 3])
    expect(work.signals[0]?.aborted).toBe(false)
  })

  test('stops at once when cancelled, and tells whoever still reads', async () => {
    const scans = scansOf()
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    const reading = collect(scans.read('ada', id, 0))
    expect(scans.cancel('ada', id)).toBe(true)
    expect(work.signals[0]?.aborted).toBe(true)
    expect((await reading).at(-1)).toMatchObject({ type: 'failed', error: 'The scan was stopped' })
  })

  test('belongs to the user who started it', async () => {
    const scans = scansOf()
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    expect(scans.read('eve', id, 0)).toBeNull()
    expect(scans.cancel('eve', id)).toBe(false)
    expect(work.signals[0]?.aborted).toBe(false)
    await scans.close()
  })

  test('that fails ends with a sentence for the user', async () => {
    const scans = scansOf()
    const id = scans.start('ada', async () => {
      throw new Error('boom')
    })
    expect((await collect(scans.read('ada', id, 0))).at(-1)).toMatchObject({
      type: 'failed',
      error: 'described: Error: boom',
    })
  })

  test('is the oldest of three to stop when its user starts a fourth', async () => {
    const scans = scansOf()
    const works = Array.from({ length: 4 }, () => stepped([done]))
    const other = stepped([done])
    scans.start('eve', other.run)
    for (const { run } of works) scans.start('ada', run)
    await delay(1)
    expect(works.map(({ signals }) => signals[0]?.aborted)).toEqual([true, false, false, false])
    expect(other.signals[0]?.aborted).toBe(false)
    await scans.close()
  })

  test('is stopped with the server, which waits for its work to end', async () => {
    const scans = scansOf()
    let hasEnded = false
    const id = scans.start('ada', async (signal) => {
      await waitUntilAborted(signal).catch(() => delay(20))
      hasEnded = true
    })
    await scans.read('ada', id, 0)?.getReader().read()
    await scans.close()
    expect(hasEnded).toBe(true)
  })
})

describe('in the course of time, a running scan', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is stopped when its reader does not come back', async () => {
    const scans = scansOf()
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    const reader = scans.read('ada', id, 0)?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(work.signals[0]?.aborted).toBe(false)
    await resumeTimePasses()
    expect(work.signals[0]?.aborted).toBe(true)
  })

  test('continues while somebody reads it through another server', async () => {
    let isReadElsewhere = true
    const scans = scansOf(() => isReadElsewhere)
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    await scans.read('ada', id, 0)?.cancel()
    await resumeTimePasses()
    expect(work.signals[0]?.aborted).toBe(false)
    isReadElsewhere = false
    await resumeTimePasses()
    expect(work.signals[0]?.aborted).toBe(true)
  })

  test('continues for a reader who comes back in time', async () => {
    const scans = scansOf()
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    await scans.read('ada', id, 0)?.cancel()
    const resumed = scans.read('ada', id, 0)
    await resumeTimePasses()
    expect(work.signals[0]?.aborted).toBe(false)
    work.next()
    expect((await collect(resumed)).at(-1)?.type).toBe('done')
  })

  test('is forgotten some time after its end', async () => {
    const scans = scansOf()
    const id = scans.start('ada', async (_, emit) => emit(done))
    await collect(scans.read('ada', id, 0))
    await vi.advanceTimersByTimeAsync(SCAN.keptMs)
    expect(scans.read('ada', id, 0)).toBeNull()
  })
})
