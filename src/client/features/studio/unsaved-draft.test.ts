import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { findPauseMs } from './unsaved-draft.ts'

test('a save is tried again after growing pauses of at most a minute', () => {
  const pauses = [0, 1, 2, 5, 6, 40].map((failures) => findPauseMs(new ApiError(0, ''), failures))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  expect(findPauseMs(new Error('no reply'), 0)).toBe(1_000)
})

test('a save is tried again when the server asks for it, and not if it was refused for good', () => {
  const refused = (status: number, retryAfterSeconds?: number) =>
    findPauseMs(new ApiError(status, '', { retryAfterSeconds }), 0)
  expect([refused(503, 7), refused(429, 30), refused(408)]).toEqual([7_000, 30_000, 1_000])
  expect([400, 401, 403, 404, 409, 413].map((status) => refused(status))).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})
