import { expect, test } from 'vitest'
import { formatBytes, formatDate } from './admin-parts.tsx'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [9_940_000, '9.9 MB'],
  [12_000_000, '12 MB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('a moment that never came is called so', () => {
  expect(formatDate(null)).toBe('never')
  expect(formatDate('2026-05-01T12:00:00Z')).toBe('2026-05-01')
})
