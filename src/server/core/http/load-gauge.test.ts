import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoadGauge, type LoadGauge } from './load-shedding.ts'

const log = { warn: vi.fn<(...given: unknown[]) => void>() }
let time = 0
const queued = { size: 0, waitMs: 0 }
const work = { size: () => queued.size, waitMs: () => queued.waitMs }
let gauge: LoadGauge
const open: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  log.warn.mockReset()
  time = 0
  Object.assign(queued, { size: 0, waitMs: 0 })
  gauge = createLoadGauge(log, work, { now: () => time, random: () => 0.5 })
})
afterEach(() => {
  for (const end of open.splice(0)) end()
  gauge.stop()
  vi.useRealTimers()
})

const begin = (requests: number) => {
  for (let each = 0; each < requests; each += 1)
    void gauge.track(() => new Promise((resolve) => open.push(resolve)))
}
/** The event loop is blocked for `ms`, and then ticks. */
const block = (ms: number) => {
  time += ms
  vi.advanceTimersByTime(20)
}
const idle = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 20) block(20)
}

describe('a server', () => {
  it('admits everything while its event loop is on time', () => {
    begin(400)
    idle(1_000)
    expect(gauge.admit(false)).toBe(true)
  })

  it('refuses new requests while its event loop is late and many wait', () => {
    begin(60)
    for (let turn = 0; turn < 5; turn += 1) block(1_000)
    expect(gauge.admit(false)).toBe(false)
    expect(log.warn).not.toHaveBeenCalled()
    block(20)
    expect(log.warn).toHaveBeenCalledWith(expect.anything(), 'Overloaded: refusing requests')
  })

  it('refuses what a signed-in person saves last', () => {
    begin(60)
    for (let turn = 0; turn < 5; turn += 1) block(800)
    expect(gauge.admit(false)).toBe(false)
    expect(gauge.admit(true)).toBe(true)
  })

  it('refuses new requests while others wait long to be begun, and admits again afterwards', () => {
    Object.assign(queued, { size: 60, waitMs: 900 })
    expect(gauge.admit(false)).toBe(false)
    expect(gauge.admit(true)).toBe(true)
    Object.assign(queued, { size: 60, waitMs: 100 })
    expect(gauge.admit(false)).toBe(true)
  })

  it('refuses nobody because of one slow moment', () => {
    begin(60)
    block(400)
    expect(gauge.admit(false)).toBe(true)
  })

  it('refuses nobody on a slow machine with few requests', () => {
    begin(10)
    for (let turn = 0; turn < 5; turn += 1) block(2_000)
    expect(gauge.admit(false)).toBe(true)
  })

  it('notices within one turn of the event loop that it is late', () => {
    begin(60)
    time += 1_500
    expect(gauge.admit(false)).toBe(false)
  })

  it('refuses everything beyond a number of requests, whatever they are', () => {
    begin(500)
    expect(gauge.admit(true)).toBe(false)
  })

  it('admits again soon after, by itself', () => {
    begin(60)
    for (let turn = 0; turn < 5; turn += 1) block(1_000)
    expect(gauge.admit(false)).toBe(false)
    idle(3_000)
    expect(gauge.admit(false)).toBe(true)
    expect(log.warn).toHaveBeenLastCalledWith({ refused: 1 }, 'No longer overloaded')
  })
})
