import { describe, expect, test } from 'vitest'
import { SCAN } from '#shared/finder-constants.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { readLines, readScanEvents } from './server-engine.ts'

const encoder = new TextEncoder()

/** Sends the pieces, then ends or breaks. */
const stream = (pieces: string[], ending: 'ends' | 'breaks' = 'ends') => {
  const left = [...pieces]
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift()
      if (piece !== undefined) controller.enqueue(encoder.encode(piece))
      else if (ending === 'ends') controller.close()
      else controller.error(new TypeError('network error'))
    },
  })
}

const line = (event: object) => `${JSON.stringify(event)}\n`
const started = line({ seq: 1, type: 'started', scanId: 's1' })
const found = line({ seq: 2, type: 'detections', detections: [] })
const done = line({ seq: 3, type: 'done', message: '' })

const never = new AbortController().signal
const atOnce = () => Promise.resolve()

const collect = async (
  first: ReadableStream<Uint8Array>,
  resume: (scanId: string, after: number) => Promise<Response> = () =>
    Promise.reject(new Error('no resume expected')),
) => {
  const events: number[] = []
  const connection = { start: () => Promise.resolve(new Response(first)), resume }
  for await (const event of readScanEvents(connection, never, atOnce)) events.push(event.seq)
  return events
}

test('reads whole lines from chunks cut anywhere', async () => {
  const lines: string[] = []
  for await (const text of readLines(stream(['{"a"', ':1}\n{"b":2', '}\n\n{"c":3}'])))
    lines.push(text)
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
})

describe('a scan', () => {
  test('yields its events in order and ends with the last', async () => {
    expect(await collect(stream([started, found, done]))).toEqual([1, 2, 3])
  })

  test('resumes after a lost connection, repeating no event', async () => {
    const asked: unknown[] = []
    const events = await collect(stream([started, found], 'breaks'), (...args) => {
      asked.push(args.slice(0, 2))
      return Promise.resolve(new Response(stream([found, done])))
    })
    expect(asked).toEqual([['s1', 2]])
    expect(events).toEqual([1, 2, 3])
  })

  test('resumes a stream that ended early, retrying while offline', async () => {
    let tries = 0
    const events = await collect(stream([started]), () => {
      tries += 1
      return tries < 3
        ? Promise.reject(new TypeError('network error'))
        : Promise.resolve(new Response(stream([found, done])))
    })
    expect(events).toEqual([1, 2, 3])
  })

  test('fails when it cannot be resumed', async () => {
    let tries = 0
    await expect(
      collect(stream([started], 'breaks'), () => {
        tries += 1
        return Promise.reject(new TypeError('network error'))
      }),
    ).rejects.toThrow(FINDER_TEXT.connectionLost)
    expect(tries).toBe(SCAN.resumeTries)
  })

  test('resumes on another server after a 503', async () => {
    let tries = 0
    const events = await collect(stream([started], 'breaks'), () => {
      tries += 1
      return tries === 1
        ? Promise.reject(Object.assign(new Error('stopping'), { status: 503 }))
        : Promise.resolve(new Response(stream([found, done])))
    })
    expect(events).toEqual([1, 2, 3])
  })

  test('is not requested again once the server has dropped it', async () => {
    let tries = 0
    await expect(
      collect(stream([started], 'breaks'), () => {
        tries += 1
        return Promise.reject(Object.assign(new Error('gone'), { status: 404 }))
      }),
    ).rejects.toThrow(FINDER_TEXT.connectionLost)
    expect(tries).toBe(1)
  })

  test('ends without a retry when it is cancelled', async () => {
    const leaving = new AbortController()
    const connection = {
      start: () => Promise.resolve(new Response(stream([started], 'breaks'))),
      resume: () => Promise.reject(new Error('must not be asked')),
    }
    const read = async () => {
      for await (const event of readScanEvents(connection, leaving.signal, atOnce))
        if (event.type === 'started') leaving.abort(new Error('left'))
    }
    await expect(read()).rejects.toThrow('left')
  })
})
