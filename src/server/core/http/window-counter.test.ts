import { expect, test } from 'vitest'
import { createWindowCounter } from './rate-limits.store.ts'

const counterAt = (calls: number, windowMs: number) => {
  const clock = { ms: 0 }
  return { clock, ...createWindowCounter({ calls, windowMs }, () => clock.ms) }
}

test('allows the limit in each window and says how long to wait', () => {
  const { take, clock } = counterAt(2, 60_000)
  expect([take('a'), take('a')]).toEqual([null, null])
  clock.ms = 15_000
  expect(take('a')).toBe(45)
  expect(take('b')).toBeNull()
  clock.ms = 60_000
  expect(take('a')).toBeNull()
})

test('counts the addresses of one IPv6 subscriber together', () => {
  const { take } = counterAt(1, 60_000)
  expect(take('2001:db8::1')).toBeNull()
  expect(take('2001:db8::2')).not.toBeNull()
  expect(take('2001:db8:0:1::1')).toBeNull()
})

test('forgets the longest known callers, so that memory stays bounded', () => {
  const { take } = counterAt(1, 60_000)
  take('first')
  for (let caller = 0; caller < 20_000; caller += 1) take(`caller ${caller}`)
  expect(take('first')).toBeNull()
  expect(take('caller 19999')).not.toBeNull()
})
