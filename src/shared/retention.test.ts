import { expect, test } from 'vitest'
import { formatDuration } from './retention.ts'

test.each([
  [2 * 365 * 24 * 60 * 60_000, '2 years'],
  [90 * 24 * 60 * 60_000, '90 days'],
  [24 * 60 * 60_000, '1 day'],
  [60 * 60_000, '1 hour'],
  [15 * 60_000, '15 minutes'],
  [30_000, '30 seconds'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
