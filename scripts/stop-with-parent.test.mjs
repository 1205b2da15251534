import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopWithParent } from './stop-with-parent.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the server gets one signal when its parent is gone, however long it takes to stop', () => {
  const kill = vi.fn()
  let parent = 7
  stopWithParent({ kill }, () => parent)
  vi.advanceTimersByTime(5_000)
  expect(kill).not.toHaveBeenCalled()
  parent = 1
  vi.advanceTimersByTime(5_000)
  expect(kill.mock.calls).toEqual([['SIGTERM']])
})
