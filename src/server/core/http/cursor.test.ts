import { expect, test } from 'vitest'
import { parseTimeCursor } from './cursor.ts'

test.each([
  '2026-11-18 09:12:42.123456+00|7',
  '2026-11-18 09:12:42+05:30|7',
  '2024-02-29 00:00:00-08|a|b',
])('reads %s', (cursor) => {
  const [at, ...id] = cursor.split('|')
  expect(parseTimeCursor(cursor)).toEqual({ at, id: id.join('|') })
})

test.each([
  '',
  '2024|x',
  '2024-01-01|x',
  '0000-01-01 00:00:00+00|x',
  '2026-02-30 00:00:00+00|x',
  '2026-02-20 24:00:00+00|x',
  '2026-02-20 00:00:00+16|x',
  '2026-02-20 00:00:00|x',
  'infinity|x',
])('refuses %j', (cursor) => {
  expect(() => parseTimeCursor(cursor)).toThrow("Invalid query field 'after'")
})
