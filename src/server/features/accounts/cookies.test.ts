import { expect, test } from 'vitest'
import { createEmailProof, createSessionCookie } from './cookies.ts'

const cookie = createSessionCookie('secret', false)
const headersOf = (line: string) =>
  new Headers({ cookie: `theme=dark; ${line.split(';')[0]}; a=b` })

test('reads what it wrote', () => {
  expect(cookie.read(headersOf(cookie.write('token', 60_000)))).toBe('token')
})

test('rejects unsigned, forged and malformed cookies', () => {
  const other = createSessionCookie('another secret', false)
  expect(cookie.read(headersOf(other.write('token', 60_000)))).toBeNull()
  expect(cookie.read(new Headers())).toBeNull()
  expect(cookie.read(headersOf('wearabouts.session_token=token'))).toBeNull()
  expect(cookie.read(headersOf('wearabouts.session_token=%'))).toBeNull()
})

const secure = createSessionCookie('secret', true)

test('is Secure over https, with the __Host- prefix', () => {
  expect(secure.write('token', 60_000)).toMatch(
    /^__Host-wearabouts\.session_token=token\..*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(secure.read(headersOf(cookie.write('token', 60_000)))).toBeNull()
})

test('is still read under its old name, unless it also has the new one', () => {
  const old = headersOf(secure.write('old', 60_000).replace('__Host-', '__Secure-'))
  expect([secure.read(old), secure.hasOldName(old)]).toEqual(['old', true])
  const [renamed] = secure.write('new', 60_000).split(';')
  const both = new Headers({ cookie: `${old.get('cookie')}; ${renamed}` })
  expect([secure.read(both), secure.hasOldName(both)]).toEqual(['new', false])
  const forged = new Headers({
    cookie: `${old.get('cookie')}; ${renamed?.replace('=new', '=forged')}`,
  })
  expect(secure.read(forged)).toBeNull()
})

test('is cleared by an expired cookie', () => {
  expect(cookie.clear()).toEqual([
    expect.stringMatching(/^wearabouts\.session_token=; Max-Age=0; Path=\//),
  ])
  expect(secure.clear()).toEqual([
    expect.stringMatching(/^__Host-.*; Max-Age=0; .*Secure$/),
    expect.stringMatching(/^__Secure-.*; Max-Age=0; .*Secure$/),
  ])
})

const proof = createEmailProof('secret', false)
const NOW = 1_000_000

test('an email proof says for ten minutes which address was verified', () => {
  const headers = headersOf(proof.write('ada@example.com', NOW))
  expect(proof.read(headers, NOW + 599_000)).toBe('ada@example.com')
  expect(proof.read(headers, NOW + 600_000)).toBeNull()
})

test('an email proof cannot be forged or prolonged', () => {
  const line = proof.write('ada@example.com', NOW)
  const [email = '', until = '', signature = ''] = (line.split(';')[0] ?? '').split('.').slice(1)
  const other = Buffer.from('bela@example.com').toString('base64url')
  for (const value of [
    `${other}.${until}.${signature}`,
    `${email}.${Number(until) + 1}.${signature}`,
    `${email}.${until}.`,
    '',
  ])
    expect(proof.read(headersOf(`wearabouts.email_proof=${value}`), NOW)).toBeNull()
  const foreign = createEmailProof('another secret', false).write('ada@example.com', NOW)
  expect(proof.read(headersOf(foreign), NOW)).toBeNull()
  expect(proof.read(new Headers(), NOW)).toBeNull()
})
