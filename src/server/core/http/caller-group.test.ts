import { expect, test } from 'vitest'
import { callerGroup } from './rate-limits.store.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:0:0:0:1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
  ['0b1f7a52-5f0e-4a3e-9a0f-1f6f2f1d8c11', '0b1f7a52-5f0e-4a3e-9a0f-1f6f2f1d8c11'],
])('%s counts as %s', (caller, group) => {
  expect(callerGroup(caller)).toBe(group)
})
