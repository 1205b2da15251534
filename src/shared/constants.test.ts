import { expect, test } from 'vitest'
import { INVITE } from './constants.ts'
test('an invite code has exactly 6 characters', () => {
  expect(INVITE.codeLength).toBe(6)
})
