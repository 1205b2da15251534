import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signedRequest } from '#tests/support/facebook.ts'
import { readSignedRequest } from './facebook-signed-request.ts'

const SECRET = 'the app secret'
const NOW = Date.UTC(2026, 10, 15)
const ISSUED_AT = NOW / 1000
const payload = { algorithm: 'HMAC-SHA256', issued_at: ISSUED_AT, user_id: '218471' }
const read = (text: string) => readSignedRequest(text, SECRET, NOW)

describe('a signed request', () => {
  test('names the person and always gets the same confirmation code', () => {
    const request = read(signedRequest(payload, SECRET))
    expect(request).toEqual({
      subject: '218471',
      confirmationCode: expect.stringMatching(/^[0-9a-f]{20}$/),
    })
    expect(read(signedRequest(payload, SECRET))).toEqual(request)
    expect(read(signedRequest({ ...payload, user_id: '2' }, SECRET))).not.toMatchObject({
      confirmationCode: request?.confirmationCode,
    })
  })

  test('may carry the padding that Facebook adds', () => {
    const [signature, rest] = signedRequest(payload, SECRET).split('.')
    expect(read(`${signature}=.${rest}`)).toMatchObject({ subject: '218471' })
  })

  const genuine = signedRequest(payload, SECRET)
  const [signature = '', encoded = ''] = genuine.split('.')
  const forged = Buffer.from(JSON.stringify({ ...payload, user_id: '1' })).toString('base64url')
  test.each([
    ['of another app', signedRequest(payload, 'another secret')],
    ['with another payload', `${signature}.${forged}`],
    ['with half a signature', `${signature.slice(0, 20)}.${encoded}`],
    ['without a signature', `.${encoded}`],
    ['without a payload', `${createHmac('sha256', SECRET).update('').digest('base64url')}.`],
    ['that is empty', ''],
    ['with an unknown algorithm', signedRequest({ ...payload, algorithm: 'none' }, SECRET)],
    ['about nobody', signedRequest({ ...payload, user_id: '' }, SECRET)],
    ['older than a day', signedRequest({ ...payload, issued_at: ISSUED_AT - 86_401 }, SECRET)],
    ['from the future', signedRequest({ ...payload, issued_at: ISSUED_AT + 301 }, SECRET)],
  ])('%s is refused', (_, text) => {
    expect(read(text)).toBeNull()
  })
})
