import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isDirectRequest } from './demo-picker.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.4', false],
  ['::ffff:192.168.1.4', false],
  ['::11', false],
  ['fe80::1', false],
  [undefined, false],
])('a request from %s is direct: %s', (remoteAddress, isDirect) => {
  const incoming = { socket: { remoteAddress }, headers: {}, httpVersion: '1.1' }
  expect(isDirectRequest(incoming as IncomingMessage)).toBe(isDirect)
})
