import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { PhotoProblem } from '#client/lib/photo.ts'
import {
  createDevice,
  type DeviceListener,
  type DevicePort,
  type DeviceReply,
  type DeviceRequest,
  type DeviceScan,
} from './device.ts'
import { DeviceFailure } from './scan-engine.ts'

const photo = new Blob(['photo'])
const { signal } = new AbortController()
const NO_HOOKS = { onProgress: () => undefined, onBoxes: () => undefined, onFirst: () => undefined }

/** A worker that answers when the test says so. */
const setUp = () => {
  const requests: DeviceRequest[] = []
  const ports: (DevicePort & DeviceListener)[] = []
  const onComplete = vi.fn<(files: readonly string[]) => void>()
  const onNotKept = vi.fn<() => void>()
  const startWorker = (listener: DeviceListener) => {
    const port = {
      send: (request: DeviceRequest) => void requests.push(request),
      end: vi.fn<() => void>(),
      ...listener,
    }
    ports.push(port)
    return port
  }
  const device = createDevice({ startWorker, onComplete, onNotKept })
  const say = (reply: DeviceReply) => ports.at(-1)?.onReply(reply)
  const answerLast = (answer: object) =>
    say({ id: requests.at(-1)?.id ?? 0, type: 'done', answer: answer as never })
  return { device, requests, ports, say, answerLast, onComplete, onNotKept }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DeviceFailure ? error.reason : error),
  )

const HERE: DeviceReply = { type: 'progress', loadedBytes: 10, totalBytes: 10 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => vi.useRealTimers())

describe('the worker that scans on the device', () => {
  test('is started for the first photo and kept for the next', async () => {
    const { device, ports, answerLast } = setUp()
    expect(ports).toEqual([])
    const opened = device.open(photo, signal)
    answerLast({ width: 1, height: 2 })
    expect(await opened).toEqual({ width: 1, height: 2 })
    void device.open(photo, signal)
    expect(ports).toHaveLength(1)
  })

  test('tells how much has arrived, then boxes and the first object before it is done', async () => {
    const { device, requests, say, answerLast } = setUp()
    const seen: unknown[] = []
    const hooks = {
      onProgress: (percent: number | null) => seen.push(percent),
      onBoxes: () => seen.push('boxes'),
      onFirst: ({ models }: DeviceScan) => seen.push(`first of ${models}`),
    }
    const scanning = device.scan(hooks, signal)
    say({ type: 'progress', loadedBytes: 3, totalBytes: 10 })
    say(HERE)
    say(HERE)
    say({ id: requests[0]?.id ?? 0, type: 'boxes', objects: [], candidates: [] })
    say({ id: requests[0]?.id ?? 0, type: 'first', scan: { models: '1', objects: [] } })
    answerLast({ models: '1', objects: [] })
    expect(await scanning).toEqual({ models: '1', objects: [] })
    expect(seen).toEqual([30, null, 'boxes', 'first of 1'])
  })

  test('tells at once what had arrived before', async () => {
    const { device, say } = setUp()
    const seen: unknown[] = []
    device.prepare()
    say({ type: 'progress', loadedBytes: 6, totalBytes: 10 })
    void device.scan({ ...NO_HOOKS, onProgress: (percent) => seen.push(percent) }, signal)
    expect(seen).toEqual([60])
  })

  test('is ended if it takes too long, which a download does not', async () => {
    const { device, say, ports } = setUp()
    const reason = reasonOf(device.scan(NO_HOOKS, signal))
    say({ type: 'progress', loadedBytes: 1, totalBytes: 10 })
    vi.advanceTimersByTime(10 * 60_000)
    expect(ports[0]?.end).not.toHaveBeenCalled()
    say(HERE)
    vi.advanceTimersByTime(60_001)
    expect(await reason).toBe('slow')
    expect(ports[0]?.end).toHaveBeenCalled()
  })

  test('goes on for as long as it advances', async () => {
    const { device, say, ports, answerLast } = setUp()
    const scanning = device.scan(NO_HOOKS, signal)
    say(HERE)
    for (let model = 0; model < 5; model += 1) {
      vi.advanceTimersByTime(59_000)
      say({ type: 'step' })
    }
    expect(ports[0]?.end).not.toHaveBeenCalled()
    answerLast({ models: '1', objects: [] })
    expect(await scanning).toEqual({ models: '1', objects: [] })
  })

  test('that died is started again for the next photo', async () => {
    const { device, requests, ports, answerLast } = setUp()
    const reason = reasonOf(device.open(photo, signal))
    ports[0]?.onEnd('out of memory')
    expect(await reason).toBe('stopped')
    const embedded = device.embed(photo, { x: 0, y: 0, width: 1, height: 1 }, signal)
    answerLast({ width: 1, height: 1 })
    await vi.waitFor(() => expect(requests.at(-1)?.task.type).toBe('embed'))
    answerLast({ models: '1', vector: [1] })
    expect(await embedded).toEqual({ models: '1', vector: [1] })
    expect(ports).toHaveLength(2)
  })

  test('that cannot be started is not supported', async () => {
    const device = createDevice({
      startWorker: () => {
        throw new Error('blocked')
      },
      onComplete: () => undefined,
      onNotKept: () => undefined,
    })
    expect(await reasonOf(device.open(photo, signal))).toBe('unsupported')
  })

  test('says why it failed, and what is wrong with a photo', async () => {
    const { device, requests, say } = setUp()
    const fail = (reason: 'memory' | null) =>
      say({ id: requests.at(-1)?.id ?? 0, type: 'failed', reason, message: 'Too large' })
    const full = reasonOf(device.scan(NO_HOOKS, signal))
    fail('memory')
    expect(await full).toBe('memory')
    const wrong = reasonOf(device.open(photo, signal))
    fail(null)
    expect(await wrong).toBeInstanceOf(PhotoProblem)
  })

  test('is not waited for by whoever chose another photo', async () => {
    const { device, answerLast } = setUp()
    const left = new AbortController()
    const reason = reasonOf(device.scan(NO_HOOKS, left.signal))
    left.abort(new Error('left'))
    expect(await reason).toEqual(new Error('left'))
    answerLast({ models: '1', objects: [] })
  })
})
