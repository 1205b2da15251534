import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOGIN_ERRORS, PASSKEY_MESSAGES } from '#shared/account-messages.ts'
import { PASSKEYS } from '#shared/account-constants.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { type Authenticator, createAuthenticator } from '#tests/support/software-authenticator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'
import { createChallenges } from './passkeys.service.ts'

const SITE = { origin: 'http://localhost', rpId: 'localhost' }

let server: TestApp
let ada: SignedIn
const logged: string[] = []
beforeAll(async () => {
  const write = (line: unknown, _: unknown, done: () => void) => {
    logged.push(String(line))
    done()
  }
  server = await startTestApp({ log: pino({ level: 'info' }, new Writable({ write })) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
  logged.length = 0
  ada = await signedIn(server, { name: 'Ada' })
})

const createRegistrationOptions = async (of: SignedIn) =>
  (await of.api('POST /api/account/passkeys/options')).data
const add = async (of = ada, key = createAuthenticator(SITE)): Promise<Authenticator> => {
  await of.api('POST /api/account/passkeys', {
    body: key.create(await createRegistrationOptions(of)),
  })
  return key
}
const list = async (of = ada) => (await of.api('GET /api/account/passkeys')).data.passkeys
const visitor = () => callerWith(server, null)
const createAuthenticationOptions = async () =>
  (await visitor().api('POST /api/sign-in/passkey/options')).data
const signIn = async (key: Authenticator, lie?: Parameters<Authenticator['prove']>[1]) =>
  visitor().sendJson(
    'POST',
    '/api/sign-in/passkey',
    key.prove(await createAuthenticationOptions(), lie),
  )
const methods = async (of = ada) => (await of.api('GET /api/account/providers')).data.linked

describe('a passkey', () => {
  test('is added, listed with the name of the device, renamed and removed', async () => {
    const options = await createRegistrationOptions(ada)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: ada.email, displayName: 'Ada' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const key = await add()
    expect(await list()).toMatchObject([
      { id: key.id, name: 'Unknown device', isSynced: false, lastUsedAt: null },
    ])
    expect(await createRegistrationOptions(ada)).toMatchObject({
      excludeCredentials: [{ id: key.id }],
    })
    const params = { id: key.id }
    await ada.api('PATCH /api/account/passkeys/:id', { params, body: { name: ' My phone ' } })
    expect(await list()).toMatchObject([{ name: 'My phone' }])
    expect(await methods()).toEqual(['google', 'passkey'])
    await ada.api('DELETE /api/account/passkeys/:id', { params })
    expect(await list()).toEqual([])
    expect(await methods()).toEqual(['google'])
    expect((await signIn(key)).status).toBe(400)
    expect(logged.join('')).toMatch(/passkey-added[^]*passkey-removed[^]*sign-in-refused/)
  })

  test('signs its owner in without a name, as a session of its own kind', async () => {
    const key = await add()
    const options = await createAuthenticationOptions()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options['allowCredentials'] ?? []).toEqual([])
    const reply = await signIn(key, { userHandle: ada.uid })
    expect(reply.status).toBe(200)
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { data } = await callerWith(server, cookie).api('GET /api/session')
    expect(data.user).toMatchObject({ uid: ada.uid, provider: 'passkey' })
    expect((await list())[0]?.lastUsedAt).not.toBeNull()
    expect(logged.join('')).toContain('"security":"sign-in"')
  })

  test('is one of several', async () => {
    const keys = [await add(), await add()]
    for (const key of keys) expect((await signIn(key)).status).toBe(200)
    await server.pool.query(
      `INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, is_synced)
       SELECT 'p' || n, $1, '', 0, '{}', 'p', false FROM generate_series(1, $2::int) n`,
      [ada.uid, PASSKEYS.maxPerUser - 2],
    )
    await expect(add()).rejects.toThrow(PASSKEY_MESSAGES.tooMany)
  })

  test('beyond the limit is refused, also among several that are added at the same moment', async () => {
    await server.pool.query(
      `INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, is_synced)
       SELECT 'q' || n, $1, '', 0, '{}', 'q', false FROM generate_series(1, $2::int) n`,
      [ada.uid, PASSKEYS.maxPerUser - 1],
    )
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => add()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of somebody else can be neither added nor changed', async () => {
    const bo = await signedIn(server)
    const key = await add()
    await expect(add(bo, key)).rejects.toThrow(PASSKEY_MESSAGES.tooMany)
    const params = { id: key.id }
    const body = { name: 'mine' }
    await expect(bo.api('PATCH /api/account/passkeys/:id', { params, body })).rejects.toThrow(
      PASSKEY_MESSAGES.unknown,
    )
    await expect(bo.api('DELETE /api/account/passkeys/:id', { params })).rejects.toThrow(
      PASSKEY_MESSAGES.unknown,
    )
    expect(await list()).toHaveLength(1)
  })

  test('does not sign a suspended user in', async () => {
    const key = await add()
    await server.pool.query('UPDATE users SET suspended_at = now()')
    const reply = await signIn(key)
    expect(await reply.json()).toMatchObject({ success: false, message: LOGIN_ERRORS.suspended })
  })
})

describe('refuses to add a passkey', () => {
  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that did not check the user', { isVerified: false }],
    ['with an answer to another question', { type: 'webauthn.get' }],
  ])('%s', async (_, lie) => {
    const body = createAuthenticator(SITE).create(await createRegistrationOptions(ada), lie)
    await expect(ada.api('POST /api/account/passkeys', { body })).rejects.toThrow(
      PASSKEY_MESSAGES.notAdded,
    )
    expect(await list()).toEqual([])
  })

  test('with a challenge of somebody else, a used one or one for signing in', async () => {
    const key = createAuthenticator(SITE)
    const bo = await signedIn(server)
    const own = await createRegistrationOptions(ada)
    await ada.api('POST /api/account/passkeys', { body: key.create(own) })
    for (const challenge of [
      await createRegistrationOptions(bo),
      own,
      await createAuthenticationOptions(),
    ])
      await expect(
        ada.api('POST /api/account/passkeys', {
          body: createAuthenticator(SITE).create(challenge),
        }),
      ).rejects.toThrow(PASSKEY_MESSAGES.notAdded)
  })

  test('at an address without a host name', async () => {
    const browser = createTestBrowser(server.origin)
    await expect(browser.api('POST /api/sign-in/passkey/options')).rejects.toThrow(
      PASSKEY_MESSAGES.needHostName,
    )
  })
})

describe('refuses a proof', () => {
  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without checking the user', { isVerified: false }],
    ['with an answer to another question', { type: 'webauthn.create' }],
    ['in the name of somebody else', { userHandle: 'bo' }],
  ])('%s', async (_, lie) => {
    const reply = await signIn(await add(), lie)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ message: PASSKEY_MESSAGES.refused })
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('of a passkey that nobody has added, or with the signature of another one', async () => {
    const [key, other] = [await add(), createAuthenticator(SITE)]
    expect((await signIn(other)).status).toBe(400)
    const forged = {
      ...other.prove(await createAuthenticationOptions()),
      id: key.id,
      rawId: key.id,
    }
    expect((await visitor().sendJson('POST', '/api/sign-in/passkey', forged)).status).toBe(400)
  })

  test('that was used before', async () => {
    const key = await add()
    const proof = key.prove(await createAuthenticationOptions(), { counter: 0 })
    const send = () => visitor().sendJson('POST', '/api/sign-in/passkey', proof)
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(400)
  })

  test('of two at once with the same challenge, all but one', async () => {
    const key = await add()
    const proof = key.prove(await createAuthenticationOptions(), { counter: 0 })
    const replies = await Promise.all(
      [1, 2, 3].map(() => visitor().sendJson('POST', '/api/sign-in/passkey', proof)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a challenge that has expired or was made elsewhere', async () => {
    const key = await add()
    const { challenge } = await createAuthenticationOptions()
    const bytes = Buffer.from(challenge, 'base64url')
    // The time is part of what is signed.
    bytes.writeUIntBE(Date.now() - 1, 24, 6)
    for (const made of [bytes.toString('base64url'), Buffer.alloc(62).toString('base64url'), 'AA'])
      expect(
        (await visitor().sendJson('POST', '/api/sign-in/passkey', key.prove({ challenge: made })))
          .status,
      ).toBe(400)
  })

  test('if the counter went back, as that of a copied passkey would', async () => {
    const key = await add()
    expect((await signIn(key, { counter: 7 })).status).toBe(200)
    expect((await signIn(key, { counter: 7 })).status).toBe(400)
    expect((await signIn(key, { counter: 0 })).status).toBe(400)
    expect((await signIn(key, { counter: 8 })).status).toBe(200)
  })
})

describe('as a way to sign in', () => {
  const onlyPasskeys = async () => {
    await ada.api('DELETE /api/account/providers/:provider', { params: { provider: 'google' } })
  }
  const remove = (key: Authenticator) =>
    ada.api('DELETE /api/account/passkeys/:id', { params: { id: key.id } })

  test('the last one cannot be removed', async () => {
    const [first, second] = [await add(), await add()]
    await onlyPasskeys()
    await remove(first)
    await expect(remove(second)).rejects.toThrow(PASSKEY_MESSAGES.last)
    expect((await signIn(second)).status).toBe(200)
  })

  test('two that are removed at once leave one', async () => {
    const keys = [await add(), await add()]
    await onlyPasskeys()
    const outcomes = await Promise.allSettled(keys.map(remove))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(1)
  })

  test('makes an account of an invitation last', async () => {
    await server.pool.query('DELETE FROM accounts')
    await server.pool.query('UPDATE users SET is_invite_user = true')
    await add()
    expect((await ada.api('GET /api/session')).data.user?.isInviteUser).toBe(false)
  })

  test('confirms who one is, with a passkey of this account', async () => {
    const [key, bo] = [await add(), await signedIn(server)]
    const other = await add(bo)
    await onlyPasskeys()
    await server.pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'")
    await expect(createRegistrationOptions(ada)).rejects.toMatchObject({ status: 403 })
    expect((await ada.api('POST /api/account/confirm', { query: {} })).data).toEqual({
      provider: 'passkey',
      url: null,
    })
    const confirm = async (by: Authenticator) =>
      ada.api('POST /api/account/confirm/passkey', {
        body: by.prove(await createAuthenticationOptions()),
      })
    await expect(confirm(other)).rejects.toThrow(PASSKEY_MESSAGES.refused)
    await confirm(key)
    expect((await ada.api('POST /api/account/confirm', { query: {} })).data).toBeNull()
  })

  test('is part of the export, and goes with the account', async () => {
    await add()
    const text = await (await ada.send('/api/account/export')).text()
    expect(JSON.parse(text)).toMatchObject({ passkeys: [{ name: 'Unknown device' }] })
    expect(text).not.toContain('public_key')
    await ada.sendJson('DELETE', '/api/account', { confirm: 'delete my account' })
    expect((await server.pool.query('SELECT FROM passkeys')).rowCount).toBe(0)
  })
})

test('spent challenges are forgotten once they have expired', async () => {
  await add()
  await server.pool.query("UPDATE passkey_challenges_spent SET expires_at = now() - interval '1 s'")
  await server.accounts.feature.hourly['passkey challenges']()
  expect((await server.pool.query('SELECT FROM passkey_challenges_spent')).rowCount).toBe(0)
})

test('a challenge is good for its purpose, on servers with its secret, until it expires', () => {
  const { make, isValid } = createChallenges('a secret')
  const challenge = Buffer.from(make('proof', 0)).toString('base64url')
  expect(isValid('proof', challenge, PASSKEYS.challengeLifeMs - 1)).toBe(true)
  expect(isValid('proof', challenge, PASSKEYS.challengeLifeMs)).toBe(false)
  expect(isValid('creation', challenge, 0)).toBe(false)
  expect(createChallenges('another secret').isValid('proof', challenge, 0)).toBe(false)
})
