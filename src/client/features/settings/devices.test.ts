import { expect, test } from 'vitest'
import { describeLastSeen, describeSignIn } from './devices.tsx'

const NOW = Date.UTC(2026, 10, 15, 12)

test.each([
  [0, 'Active now'],
  [5, 'Active now'],
  [7, 'Last seen 7 minutes ago'],
  [90, 'Last seen 1 hour ago'],
  [23 * 60, 'Last seen 23 hours ago'],
  [25 * 60, 'Last seen yesterday'],
  [3 * 24 * 60, 'Last seen 3 days ago'],
  [-5, 'Active now'],
])('%i minutes ago: %s', (minutes, text) => {
  expect(describeLastSeen(new Date(NOW - minutes * 60_000).toISOString(), NOW)).toBe(text)
})

const session = {
  id: 'x',
  device: 'Safari on iPhone',
  startedAt: '2026-11-12T12:00:00Z',
  lastSeenAt: '2026-11-12T12:00:00Z',
  isCurrent: false,
}

test.each([
  ['google', '203.0.113.7', 'Signed in with Google on 12 November 2026 from 203.0.113.7'],
  ['invite', null, 'Signed in by invitation on 12 November 2026'],
])('a session that began with %s', (provider, address, text) => {
  const nameOf = () => 'Google'
  expect(describeSignIn({ ...session, provider, address }, nameOf)).toBe(text)
})
