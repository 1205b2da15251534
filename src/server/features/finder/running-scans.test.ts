import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { eventually } from '#tests/support/eventually.ts'
import { untilAborted } from '#tests/support/finder-app.ts'
import { createRunningScans } from './running-scans.ts'
import type { Say, ScanStep } from './scan.service.ts'

const notice = (message: string): ScanStep => ({ type: 'notice', message })
const done: ScanStep = { type: 'done', message: '' }

/** Says one step for each call of `next`. */
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
    run: async (signal: AbortSignal, say: Say) => {
      signals.push(signal)
      for (const [index, step] of steps.entries()) {
        await Promise.race([gates[index]?.promise, untilAborted(signal)])
        say(step)
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

const scansOf = (settings = {}) =>
  createRunningScans((error) => `described: ${String(error)}`, settings)

describe('a running scan', () => {
  test('numbers its events from 1 and begins with its id', async () => {
    const scans = scansOf()
    const id = scans.start('ada', async (_, say) => {
      say(notice('one'))
      say(done)
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

  test('is stopped when its reader does not come back', async () => {
    const scans = scansOf({ resumeWithinMs: 20 })
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    const reader = scans.read('ada', id, 0)?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(work.signals[0]?.aborted).toBe(false)
    await eventually(() => expect(work.signals[0]?.aborted).toBe(true))
  })

  test('continues while somebody reads it through another server', async () => {
    let isReadElsewhere = true
    const scans = createRunningScans(
      String,
      { resumeWithinMs: 20 },
      {
        send: () => undefined,
        end: async () => undefined,
        isReadElsewhere: async () => isReadElsewhere,
        abandon: async () => undefined,
      },
    )
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    await scans.read('ada', id, 0)?.cancel()
    await delay(60)
    expect(work.signals[0]?.aborted).toBe(false)
    isReadElsewhere = false
    await eventually(() => expect(work.signals[0]?.aborted).toBe(true))
  })

  test('continues for a reader who comes back in time', async () => {
    const scans = scansOf({ resumeWithinMs: 30 })
    const work = stepped([done])
    const id = scans.start('ada', work.run)
    await scans.read('ada', id, 0)?.cancel()
    const back = scans.read('ada', id, 0)
    await delay(60)
    expect(work.signals[0]?.aborted).toBe(false)
    work.next()
    expect((await collect(back)).at(-1)?.type).toBe('done')
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

  test('is forgotten some time after its end', async () => {
    const scans = scansOf({ keptMs: 20 })
    const id = scans.start('ada', async (_, say) => say(done))
    await collect(scans.read('ada', id, 0))
    await eventually(() => expect(scans.read('ada', id, 0)).toBeNull())
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
      await untilAborted(signal).catch(() => delay(20))
      hasEnded = true
    })
    await scans.read('ada', id, 0)?.getReader().read()
    await scans.close()
    expect(hasEnded).toBe(true)
  })
})
