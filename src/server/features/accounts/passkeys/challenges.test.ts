import { expect, test } from 'vitest'
import { PASSKEYS } from '#shared/constants.ts'
import { createChallenges } from './challenges.ts'

test('a challenge is good for its purpose, on servers with its secret, until it expires', () => {
  const { make, isValid } = createChallenges('a secret')
  const challenge = Buffer.from(make('proof', 0)).toString('base64url')
  expect(isValid('proof', challenge, PASSKEYS.challengeLifeMs - 1)).toBe(true)
  expect(isValid('proof', challenge, PASSKEYS.challengeLifeMs)).toBe(false)
  expect(isValid('creation', challenge, 0)).toBe(false)
  expect(createChallenges('another secret').isValid('proof', challenge, 0)).toBe(false)
})
