import { expect, test } from 'vitest'
import { findAddress } from './child.ts'

test.each([
  ['the server', '{"level":30,"origin":"http://127.0.0.1:4711","msg":"Listening"}\n'],
  ['an earlier version', 'Wearabouts listens at: http://127.0.0.1:4711\n'],
])('a benchmark finds the address that %s prints', (_, output) => {
  expect(findAddress(output)).toBe('http://127.0.0.1:4711')
  expect(findAddress(output.slice(0, output.indexOf('11')))).toBeUndefined()
})
