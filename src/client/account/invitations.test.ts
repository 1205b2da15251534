import { expect, test } from 'vitest'
import { readInviteArrival } from './invitations.ts'

const at = (path: string) => readInviteArrival(`https://wearabouts.example${path}`)

test('a ref on Login is taken out of the address', () => {
  expect(at('/login?ref=abc&redirect=%2Fprofile#x')).toEqual({
    arrival: { kind: 'ref', ref: 'abc' },
    cleaned: '/login?redirect=%2Fprofile#x',
  })
})

test('email and code on Profile are taken out of the address', () => {
  expect(at('/profile?email=a%2Bb%40x.org&code=ABC234&utm=1')).toEqual({
    arrival: { kind: 'code', email: 'a+b@x.org', code: 'ABC234' },
    cleaned: '/profile?utm=1',
  })
})

test.each([
  '/login',
  '/profile',
  '/profile?email=a',
  '/profile?code=b',
  '/?ref=abc',
  '/login?ref=',
])('%s is no invitation', (path) => {
  expect(at(path)).toBeNull()
})
