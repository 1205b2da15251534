import { expect, test } from 'vitest'
import { describeLoginProblem, canBelongToOtherPerson } from './login-problem.ts'

const NAMES: Record<string, string> = {
  google: 'Google',
  facebook: 'Facebook',
  oidc: 'Our company',
}
const nameOf = (method: string) => NAMES[method] ?? ''

test.each([
  ['', null],
  [
    'error=account-exists-with-oidc&provider=google',
    'This email is already registered with Our company. Please sign in with Our company first, then you can link your Google account.',
  ],
  [
    'error=account-exists-with-facebook&provider=google',
    'This email is already registered with Facebook. Please sign in with Facebook first, then you can link your Google account.',
  ],
  [
    'error=account-exists-with-google&provider=facebook',
    'This email is already registered with Google. Please sign in with Google first, then you can link your Facebook account.',
  ],
  [
    'error=account-exists-unknown-email&provider=facebook',
    'Could not determine the email address for the existing account',
  ],
  [
    'error=account-exists-with-invitation&provider=facebook',
    'This email is already registered through an invitation. Please sign in with your email and key first, then you can link your Facebook account.',
  ],
  [
    'error=account-exists-with-google&provider=email',
    'This email is already registered with Google. Please sign in with Google first, then you can link your email.',
  ],
  ['error=anything&provider=passkey', 'Failed to sign in with a passkey'],
  ['error=access_denied&provider=google', 'Failed to sign in with Google'],
  ['error=anything&provider=facebook', 'Failed to sign in with Facebook'],
  ['error=<b>pay+here</b>&provider=evil', 'Failed to sign in with Google'],
])('%s', (query, sentence) => {
  expect(describeLoginProblem(new URLSearchParams(query), nameOf)).toBe(sentence)
})

test.each([
  ['error=account-exists-with-facebook&provider=google', true],
  ['error=account-exists-with-oidc&provider=email', true],
  ['error=account-exists-with-oidc&provider=oidc', false],
  ['error=account-exists-with-oidc&provider=facebook', false],
  ['error=account-exists-with-google&provider=facebook', false],
  ['error=account-exists-with-google&provider=google', false],
  ['', false],
])('%j may be the account of somebody else: %s', (query, expected) => {
  expect(canBelongToOtherPerson(new URLSearchParams(query))).toBe(expected)
})
