import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingAction } from './pending-action.tsx'

const KEY = 'wearabouts.pending-action'
const MINUTE_MS = 60_000
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers()
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a visitor asked for is taken once, by any tab of the browser', () => {
  pendingAction.write({ kind: 'follow', name: 'Øre' })
  expect(pendingAction.take()).toEqual({ kind: 'follow', name: 'Øre' })
  expect(pendingAction.take()).toBeNull()
})

test('only what was asked for last counts, and only for 15 minutes', () => {
  pendingAction.write({ kind: 'follow', name: 'One' })
  pendingAction.write({ kind: 'follow', name: 'Two' })
  vi.advanceTimersByTime(15 * MINUTE_MS - 1)
  expect(pendingAction.read()).toEqual({ kind: 'follow', name: 'Two' })
  vi.advanceTimersByTime(1)
  expect(pendingAction.take()).toBeNull()
  expect(stored.size).toBe(0)
})

test.each([
  ['broken', '{'],
  ['of another form', '"follow"'],
  ['without a time', '{"content":{"kind":"follow","name":"One"}}'],
  ['from the future', `{"content":{"kind":"follow","name":"One"},"at":${Date.now() * 2}}`],
])('an entry that is %s is nothing', (_, text) => {
  stored.set(KEY, text)
  expect(pendingAction.take()).toBeNull()
})
