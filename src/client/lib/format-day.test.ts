import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from './format-day.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('a day is the same day in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(formatDay('2026-11-17')).toBe('17 Nov 2026')
  expect(formatDay('2026-11-17', 'long')).toBe('17 November 2026')
})
