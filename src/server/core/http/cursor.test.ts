import { expect, test } from 'vitest'
import { z } from 'zod'
import { decodeCursor, encodeCursor, parseTimeCursor } from './cursor.ts'

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

const parts = z.tuple([z.int(), z.string().nullable()])

test.each([
  [1, 'Øre | \u{1f600} "quoted"'],
  [-5, null],
])('reads what it wrote: %j, %j', (...written) => {
  expect(decodeCursor(encodeCursor(...written), parts)).toEqual(written)
})

test.each([
  ['nothing', ''],
  ['no JSON', Buffer.from('[1').toString('base64url')],
  ['another shape', encodeCursor(1)],
  ['a number that is none', Buffer.from('[1e999,"a"]').toString('base64url')],
  ['a character that PostgreSQL does not store', encodeCursor(1, 'a\0')],
])('refuses %s', (_, cursor) => {
  expect(() => decodeCursor(cursor, parts)).toThrow("Invalid query field 'after'")
})
