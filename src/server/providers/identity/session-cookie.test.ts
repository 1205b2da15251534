import { expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.ts'

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

test('is Secure over https, with the __Secure- prefix', () => {
  const secure = createSessionCookie('secret', true)
  expect(secure.write('token', 60_000)).toMatch(
    /^__Secure-wearabouts\.session_token=token\..*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(secure.read(headersOf(cookie.write('token', 60_000)))).toBeNull()
})

test('is cleared by an expired cookie', () => {
  expect(cookie.clear()).toMatch(/^wearabouts\.session_token=; Max-Age=0; Path=\//)
})
