import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSignedRequest } from '#tests/support/facebook.ts'
import { insertPerson } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { readSignedRequest } from './users.routes.ts'

const APP_SECRET = 'the secret of the Facebook app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { FACEBOOK_CLIENT_ID: 'id', FACEBOOK_CLIENT_SECRET: APP_SECRET },
  })
})
afterAll(() => app.close())
beforeEach(() => app.pool.query('TRUNCATE rate_limits'))

const payloadOf = (subject: string, issuedAt = Math.floor(Date.now() / 1000)) => ({
  algorithm: 'HMAC-SHA256',
  issued_at: issuedAt,
  user_id: subject,
})

/** As Facebook does: a form, from nowhere in particular. */
const post = (signed_request: string, origin = app.origin) =>
  fetch(`${origin}/api/facebook/data-deletion`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request }),
  })

const askToDelete = async (payload: object) => {
  const response = await post(createSignedRequest(payload, APP_SECRET))
  const reply = (await response.json()) as { url: string; confirmation_code: string }
  return { status: response.status, ...reply }
}

const statusOf = async (code: string) => {
  const response = await fetch(`${app.origin}/api/data-deletion/${code}`)
  const { data } = (await response.json()) as { data: { outcome: string } | null }
  return { status: response.status, outcome: data?.outcome }
}

const count = async (table: string, uid: string) => {
  const column = table === 'users' ? 'id' : 'user_id'
  const { rowCount } = await app.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [uid])
  return rowCount
}

const linkGoogle = (uid: string) =>
  app.pool.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id) VALUES ($1, $1, 'google', $2)`,
    [`google-${uid}`, uid],
  )

describe("Facebook's data deletion callback", () => {
  test('deletes the account with its files, and says where to check', async () => {
    const { uid } = await insertPerson(app.pool, TEST_SECRET, { provider: 'facebook' })
    const picture = await app.images.uploads.keep(uid, await jpegPicture())
    const reply = await askToDelete(payloadOf(uid))
    expect(reply).toEqual({
      status: 200,
      url: `${app.origin}/terms-policy?deletion=${reply.confirmation_code}#data-deletion`,
      confirmation_code: expect.stringMatching(/^[0-9a-f]{20}$/),
    })
    expect(await statusOf(reply.confirmation_code)).toEqual({ status: 200, outcome: 'deleted' })
    expect(await count('users', uid)).toBe(0)
    expect(await count('sessions', uid)).toBe(0)
    expect((await fetch(`${app.origin}${picture}`)).status).toBe(404)
  })

  test('only unlinks Facebook from an account that also signs in with Google', async () => {
    const { uid } = await insertPerson(app.pool, TEST_SECRET, { provider: 'facebook' })
    await linkGoogle(uid)
    await app.pool.query(
      `INSERT INTO user_pictures (user_id, content, media_type, version) VALUES ($1, '', 'x', '1')`,
      [uid],
    )
    const { confirmation_code } = await askToDelete(payloadOf(uid))
    expect((await statusOf(confirmation_code)).outcome).toBe('unlinked')
    expect(await count('users', uid)).toBe(1)
    for (const table of ['sessions', 'user_pictures']) expect(await count(table, uid)).toBe(0)
    const { rows } = await app.pool.query('SELECT provider_id FROM accounts WHERE user_id = $1', [
      uid,
    ])
    expect(rows).toEqual([{ provider_id: 'google' }])
  })

  test('sent twice, also at once, answers the same and spares an account made since', async () => {
    const { uid } = await insertPerson(app.pool, TEST_SECRET, { provider: 'facebook' })
    const payload = payloadOf(uid)
    const [first, second] = await Promise.all([askToDelete(payload), askToDelete(payload)])
    expect(second).toEqual(first)
    const again = await insertPerson(app.pool, TEST_SECRET, { provider: 'facebook' })
    await app.pool.query('UPDATE accounts SET account_id = $1 WHERE user_id = $2', [uid, again.uid])
    expect(await askToDelete(payload)).toEqual(first)
    expect(await count('users', again.uid)).toBe(1)
    expect((await statusOf(first.confirmation_code)).outcome).toBe('deleted')
  })

  test('about somebody we do not know, or know from Google alone, deletes nothing', async () => {
    const { uid } = await insertPerson(app.pool, TEST_SECRET, { provider: 'google' })
    const { confirmation_code } = await askToDelete(payloadOf(uid))
    expect((await statusOf(confirmation_code)).outcome).toBe('unknown')
    expect(await count('users', uid)).toBe(1)
  })

  test.each([
    ['signed by somebody else', (uid: string) => createSignedRequest(payloadOf(uid), 'a guess')],
    [
      'that is old',
      (uid: string) => createSignedRequest(payloadOf(uid, 1_500_000_000), APP_SECRET),
    ],
    ['that is no signed request', () => 'nonsense'],
  ])('refuses a request %s', async (_, request) => {
    const { uid } = await insertPerson(app.pool, TEST_SECRET, { provider: 'facebook' })
    const response = await post(request(uid))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'The signed request is not valid.' })
    expect(await count('users', uid)).toBe(1)
  })

  test('does not exist where Facebook is not set up', async () => {
    const plain = await startTestApp()
    const { uid } = await insertPerson(plain.pool, TEST_SECRET, { provider: 'facebook' })
    for (const secret of ['', APP_SECRET])
      expect((await post(createSignedRequest(payloadOf(uid), secret), plain.origin)).status).toBe(
        404,
      )
    await plain.close()
  })

  test('is forgotten after 90 days', async () => {
    const { confirmation_code } = await askToDelete(payloadOf('somebody'))
    await app.pool.query("UPDATE facebook_deletions SET requested_at = now() - interval '91 days'")
    await app.accounts.feature.hourly['deletion requests']()
    expect(await statusOf(confirmation_code)).toEqual({ status: 404, outcome: undefined })
  })
})

const SECRET = 'the app secret'
const NOW = Date.UTC(2026, 10, 15)
const ISSUED_AT = NOW / 1000
const payload = { algorithm: 'HMAC-SHA256', issued_at: ISSUED_AT, user_id: '218471' }
const read = (text: string) => readSignedRequest(text, SECRET, NOW)

describe('a signed request', () => {
  test('names the person and always gets the same confirmation code', () => {
    const request = read(createSignedRequest(payload, SECRET))
    expect(request).toEqual({
      subject: '218471',
      confirmationCode: expect.stringMatching(/^[0-9a-f]{20}$/),
    })
    expect(read(createSignedRequest(payload, SECRET))).toEqual(request)
    expect(read(createSignedRequest({ ...payload, user_id: '2' }, SECRET))).not.toMatchObject({
      confirmationCode: request?.confirmationCode,
    })
  })

  test('may carry the padding that Facebook adds', () => {
    const [signature, rest] = createSignedRequest(payload, SECRET).split('.')
    expect(read(`${signature}=.${rest}`)).toMatchObject({ subject: '218471' })
  })

  const genuine = createSignedRequest(payload, SECRET)
  const [signature = '', encoded = ''] = genuine.split('.')
  const forged = Buffer.from(JSON.stringify({ ...payload, user_id: '1' })).toString('base64url')
  test.each([
    ['of another app', createSignedRequest(payload, 'another secret')],
    ['with another payload', `${signature}.${forged}`],
    ['with half a signature', `${signature.slice(0, 20)}.${encoded}`],
    ['without a signature', `.${encoded}`],
    ['without a payload', `${createHmac('sha256', SECRET).update('').digest('base64url')}.`],
    ['that is empty', ''],
    ['with an unknown algorithm', createSignedRequest({ ...payload, algorithm: 'none' }, SECRET)],
    ['about nobody', createSignedRequest({ ...payload, user_id: '' }, SECRET)],
    [
      'older than a day',
      createSignedRequest({ ...payload, issued_at: ISSUED_AT - 86_401 }, SECRET),
    ],
    ['from the future', createSignedRequest({ ...payload, issued_at: ISSUED_AT + 301 }, SECRET)],
  ])('%s is refused', (_, text) => {
    expect(read(text)).toBeNull()
  })
})
