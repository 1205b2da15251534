import { expect, test } from 'vitest'
import { formatDuration, RETAINED_DATA, RETENTION } from './retention.ts'

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

test('the list names every period of the sweeps', () => {
  const list = RETAINED_DATA.map(({ period: kept }) => kept).join('\n')
  for (const ms of Object.values(RETENTION)) expect(list).toContain(formatDuration(ms))
})
