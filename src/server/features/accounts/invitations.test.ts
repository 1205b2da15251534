import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVITE } from '#shared/account-constants.ts'
import { INVITE_CODE_INCOMPLETE, INVITE_MESSAGES } from '#shared/account-messages.ts'
import { createInviteDesk } from './index.ts'
import { callerWith, signedIn } from '#tests/support/callers.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

let server: TestApp
const sent: { phone: string; text: string }[] = []
const deskOf = ({ pool }: TestApp) =>
  createInviteDesk({
    pool,
    secret: TEST_SECRET,
    sms: { send: async (phone, text) => void sent.push({ phone, text }) },
    publicUrl: 'https://wearabouts.example',
  })
const nobody = { email: null, name: null, phone: null }

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
})

const save = (caller: Awaited<ReturnType<typeof signedIn>>, code: string) =>
  caller.api('POST /invite-code.php?action=save', { body: { firebase_uid: caller.uid, code } })
const check = async (caller: Awaited<ReturnType<typeof signedIn>>) =>
  (await caller.api('POST /invite-code.php?action=check', { body: { firebase_uid: caller.uid } }))
    .has_invite_code

describe('invite codes', () => {
  test('a code is redeemed, in any case, and checked; giving it up takes it away', async () => {
    const { code } = await deskOf(server).createCode(nobody)
    const ada = await signedIn(server)
    expect(await check(ada)).toBe(false)
    await save(ada, code.toLowerCase())
    expect(await check(ada)).toBe(true)
    expect((await ada.api('GET /api/session')).data.user?.hasInviteCode).toBe(true)
    await ada.api('DELETE /invite-code.php?action=remove', { body: { firebase_uid: ada.uid } })
    expect(await check(ada)).toBe(false)
  })

  test('several codes at the same moment spend one', async () => {
    const desk = deskOf(server)
    const codes = await Promise.all(Array.from({ length: 4 }, () => desk.createCode(nobody)))
    const ada = await signedIn(server)
    await Promise.all(codes.map(({ code }) => save(ada, code)))
    const { rows } = await server.pool.query('SELECT FROM invites WHERE used_by = $1', [ada.uid])
    expect(rows).toHaveLength(1)
  })

  test('a code that does not exist is refused to those who have one, who spend no second', async () => {
    const desk = deskOf(server)
    const [own, other] = await Promise.all([desk.createCode(nobody), desk.createCode(nobody)])
    const ada = await signedIn(server)
    await save(ada, own.code)
    const reply = await ada.sendJson('POST', '/invite-code.php?action=save', {
      firebase_uid: ada.uid,
      code: '222222',
    })
    expect(await reply.json()).toMatchObject({
      success: false,
      message: INVITE_MESSAGES.invalidCode,
    })
    await save(ada, own.code)
    await save(ada, other.code)
    const bo = await signedIn(server)
    await save(bo, other.code)
    expect(await check(bo)).toBe(true)
  })

  test('a code lets one person in, also when two come at the same moment', async () => {
    const { code } = await deskOf(server).createCode(nobody)
    const people = await Promise.all(Array.from({ length: 6 }, () => signedIn(server)))
    const results = await Promise.allSettled(people.map((person) => save(person, code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await Promise.all(people.map(check))).filter(Boolean)).toHaveLength(1)
  })

  test('wrong, used, expired and revoked give one and the same message', async () => {
    const desk = deskOf(server)
    const [used, expired, revoked] = await Promise.all([
      desk.createCode(nobody),
      desk.createCode(nobody),
      desk.createCode(nobody),
    ])
    await save(await signedIn(server), used.code)
    await server.pool.query('UPDATE invites SET expires_at = now() WHERE id = $1', [expired.id])
    await desk.revoke(revoked.id)
    const ada = await signedIn(server)
    for (const code of ['222222', used.code, expired.code, revoked.code])
      await expect(save(ada, code)).rejects.toMatchObject({
        status: 400,
        message: INVITE_MESSAGES.invalidCode,
      })
  })

  test('revoking a used code takes back the access it gave, and no other', async () => {
    const desk = deskOf(server)
    const [first, second] = await Promise.all([desk.createCode(nobody), desk.createCode(nobody)])
    const [ada, bo] = [await signedIn(server), await signedIn(server)]
    await save(ada, first.code)
    await save(bo, second.code)
    expect(await desk.revoke(first.id)).toBe(true)
    expect([await check(ada), await check(bo)]).toEqual([false, true])
    expect((await ada.api('GET /api/session')).data.user).toMatchObject({ hasInviteCode: false })
    const rows = await desk.list()
    expect(rows.find(({ id }) => id === first.id)?.state).toBe('revoked')
    expect(await desk.revoke(first.id)).toBe(false)
    const third = await desk.createCode(nobody)
    await save(ada, third.code)
    expect(await check(ada)).toBe(true)
  })

  test('revoking a used link ends the sessions and keys of the account it created', async () => {
    const desk = deskOf(server)
    const email = 'greta@example.com'
    const { id, link } = await desk.createRef({ ...nobody, email })
    const browser = createTestBrowser(server.origin)
    const ref = new URL(link).searchParams.get('ref') ?? ''
    await browser.api('POST /api/invite-codes/validate-and-create-user-by-ref', { body: { ref } })
    const { code } = await desk.createCode({ ...nobody, email })
    const { key } = await browser.api('POST /api/invite-codes/validate-and-create-user', {
      body: { email, code },
    })
    expect(await desk.revoke(id ?? '')).toBe(true)
    expect((await browser.api('GET /api/session')).data.user).toBeNull()
    const signIn = browser.api('POST /api/sign-in/key', { body: { email, key: key ?? '' } })
    await expect(signIn).rejects.toThrow(INVITE_MESSAGES.invalidKey)
    const invitedAt = () =>
      server.pool.query('SELECT invited_at FROM users WHERE email = $1', [email])
    expect((await invitedAt()).rows).toEqual([{ invited_at: expect.any(Date) }])
    const other = (await desk.list()).find((row) => row.kind === 'code')
    await desk.revoke(other?.id ?? '')
    expect((await invitedAt()).rows).toEqual([{ invited_at: null }])
  })

  test.each(['', '12345', '1234567'])('%j is not complete, and costs no try', async (code) => {
    const ada = await signedIn(server)
    for (let attempt = 0; attempt < 7; attempt += 1)
      await expect(save(ada, code)).rejects.toMatchObject({
        status: 400,
        message: INVITE_CODE_INCOMPLETE,
      })
  })

  test('whoever has a code keeps the second for somebody else', async () => {
    const { code, id } = await deskOf(server).createCode(nobody)
    await save(await signedIn(server, { invited: true }), code)
    const invite = (await deskOf(server).list()).find((row) => row.id === id)
    expect(invite?.state).toBe('open')
  })

  test('what is stored cannot be read back', async () => {
    const { code } = await deskOf(server).createCode(nobody)
    const { rows } = await server.pool.query<{ row: string }>(
      'SELECT row_to_json(invites)::text AS row FROM invites',
    )
    expect(rows.some(({ row }) => row.includes(code))).toBe(false)
    expect(code).toMatch(new RegExp(`^[${INVITE.codeAlphabet}]{${INVITE.codeLength}}$`))
  })
})

describe('limits on trying codes', () => {
  test('5 tries in 15 minutes per user; another user is not locked out', async () => {
    const { code } = await deskOf(server).createCode(nobody)
    const ada = await signedIn(server)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(save(ada, '222222')).rejects.toMatchObject({ status: 400 })
    await expect(save(ada, code)).rejects.toMatchObject({
      status: 429,
      message: INVITE_MESSAGES.tooManyTries,
    })
    await save(await signedIn(server), code)
  })

  test('20 a day per user', async () => {
    const ada = await signedIn(server)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 21; attempt += 1) {
      // The quarter of an hour passes; the day does not.
      await server.pool.query("DELETE FROM rate_limits WHERE limit_name <> 'inviteTriesDaily'")
      const reply = await ada.sendJson('POST', '/invite-code.php?action=save', {
        firebase_uid: ada.uid,
        code: '222222',
      })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  })

  test('30 an hour per address, for people and for nobody, with a time to wait', async () => {
    const visitor = callerWith(server, null)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const reply = await visitor.sendJson(
        'POST',
        '/api/invite-codes/validate-and-create-user-by-ref',
        { ref: 'wrong' },
      )
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
  })
})

describe('reference links', () => {
  test('make the account and a session of 24 hours, once', async () => {
    const { link } = await deskOf(server).createRef({ ...nobody, email: 'bo@x.org', name: 'Bo' })
    const ref = new URL(link).searchParams.get('ref') ?? ''
    expect(Buffer.from(ref, 'base64url')).toHaveLength(16)
    const browser = createTestBrowser(server.origin)
    const reply = await browser.api('POST /api/invite-codes/validate-and-create-user-by-ref', {
      body: { ref, password: 'defaultPassword123' },
    })
    expect(reply.user).toMatchObject({ email: 'bo@x.org', name: 'Bo' })
    const avatar = await browser.send(reply.user.photo_url)
    expect(avatar.headers.get('content-type')).toBe('image/svg+xml')
    expect((await browser.api('GET /api/session')).data.user).toMatchObject({
      provider: 'invite',
      isInviteUser: true,
      hasInviteCode: true,
    })
    await expect(
      browser.api('POST /api/invite-codes/validate-and-create-user-by-ref', { body: { ref } }),
    ).rejects.toMatchObject({ status: 400, message: INVITE_MESSAGES.invalidRef })
  })

  test('a link preview (GET) cannot spend one', async () => {
    const { link } = await deskOf(server).createRef({ ...nobody, email: 'bo@x.org' })
    const ref = new URL(link).searchParams.get('ref') ?? ''
    const visitor = callerWith(server, null)
    const path = '/api/invite-codes/validate-and-create-user-by-ref'
    expect((await visitor.send(`${path}?ref=${ref}`)).status).toBe(404)
    expect((await visitor.sendJson('POST', path, { ref })).status).toBe(200)
  })

  test("one for a provider user's email makes no session, and stays unspent", async () => {
    await signedIn(server, { email: 'ada@x.org' })
    const { link, id } = await deskOf(server).createRef({ ...nobody, email: 'ada@x.org' })
    const ref = new URL(link).searchParams.get('ref') ?? ''
    const reply = await callerWith(server, null).sendJson(
      'POST',
      '/api/invite-codes/validate-and-create-user-by-ref',
      { ref },
    )
    expect(reply.status).toBe(409)
    expect(reply.headers.getSetCookie()).toEqual([])
    const invite = (await deskOf(server).list()).find((row) => row.id === id)
    expect(invite?.state).toBe('open')
  })
})

describe('email and code', () => {
  const create = (email: string, code: string) =>
    callerWith(server, null).api('POST /api/invite-codes/validate-and-create-user', {
      body: { email, code, name: 'Cleo', password: 'ignored' },
    })

  test('give a one-time key that signs in once', async () => {
    const { code } = await deskOf(server).createCode({ ...nobody, email: 'cleo@x.org' })
    const { key, message } = await create('Cleo@X.org', code)
    expect(message).toBe(
      `Account created successfully! Please login with your email and password: ${key}`,
    )
    const browser = createTestBrowser(server.origin)
    const body = { email: ' CLEO@x.org', key: key.toLowerCase().replaceAll('-', ' ') }
    const { data } = await browser.api('POST /api/sign-in/key', { body })
    expect(data.user).toMatchObject({
      email: 'cleo@x.org',
      displayName: 'Cleo',
      provider: 'invite',
    })
    await expect(browser.api('POST /api/sign-in/key', { body })).rejects.toMatchObject({
      message: INVITE_MESSAGES.invalidKey,
    })
  })

  test('a code without an email, or for another, makes no account', async () => {
    const desk = deskOf(server)
    const free = await desk.createCode(nobody)
    const other = await desk.createCode({ ...nobody, email: 'other@x.org' })
    for (const { code } of [free, other])
      await expect(create('victim@x.org', code)).rejects.toMatchObject({
        status: 400,
        message: INVITE_MESSAGES.invalidCode,
      })
  })

  test('a key for another email is refused, and stays unspent', async () => {
    const { code } = await deskOf(server).createCode({ ...nobody, email: 'cleo@x.org' })
    const { key } = await create('cleo@x.org', code)
    const { api } = callerWith(server, null)
    await expect(
      api('POST /api/sign-in/key', { body: { email: 'x@x.org', key } }),
    ).rejects.toMatchObject({ status: 400 })
    await api('POST /api/sign-in/key', { body: { email: 'cleo@x.org', key } })
  })
})

describe('the 24 hours of an invite session', () => {
  const redeem = async () => {
    const { link } = await deskOf(server).createRef({ ...nobody, email: 'ada@example.com' })
    const browser = createTestBrowser(server.origin)
    await browser.api('POST /api/invite-codes/validate-and-create-user-by-ref', {
      body: { ref: new URL(link).searchParams.get('ref') ?? '' },
    })
    return browser
  }
  const hoursLeft = async () => {
    const { rows } = await server.pool.query<{ hours: number }>(
      'SELECT (extract(epoch FROM expires_at - now()) / 3600)::float8 AS hours FROM sessions',
    )
    return rows.map(({ hours }) => hours)
  }

  test('stay 24 hours when the session is read, also by the library (trap 1)', async () => {
    const browser = await redeem()
    await server.pool.query("UPDATE sessions SET updated_at = now() - interval '5 days'")
    const reply = await browser.send('/api/session')
    expect(reply.headers.getSetCookie()).toEqual([])
    await browser.api('POST /api/account/providers/:provider', { params: { provider: 'google' } })
    const [hours = 99] = await hoursLeft()
    expect(hours).toBeLessThanOrEqual(24)
    expect(hours).toBeGreaterThan(23.9)
  })

  test('the table itself refuses more (trap 1)', async () => {
    await redeem()
    await expect(
      server.pool.query("UPDATE sessions SET expires_at = now() + interval '30 days'"),
    ).rejects.toThrow('check constraint')
    await expect(server.pool.query('UPDATE sessions SET hard_expires_at = NULL')).rejects.toThrow(
      'check constraint',
    )
  })

  test('end after the day', async () => {
    const browser = await redeem()
    await server.pool.query(
      "UPDATE sessions SET expires_at = now() - interval '1 s', hard_expires_at = now() - interval '1 s'",
    )
    expect((await browser.api('GET /api/session')).data.user).toBeNull()
  })

  test('the email verified by Google takes the account over, and ends its sessions', async () => {
    const browser = await redeem()
    const invited = (await browser.api('GET /api/session')).data.user
    const google = createTestBrowser(server.origin)
    await google.signIn('google', 'ada-marlow')
    expect((await google.api('GET /api/session')).data.user).toMatchObject({
      uid: invited?.uid,
      provider: 'google',
      isInviteUser: false,
      hasInviteCode: true,
    })
    expect((await browser.api('GET /api/session')).data.user).toBeNull()
  })

  test("Facebook's unverified email does not", async () => {
    await redeem()
    const facebook = createTestBrowser(server.origin)
    expect(await facebook.signIn('facebook', 'ada-marlow')).toBe(
      '/login?error=account-exists-with-invitation&provider=facebook',
    )
  })

  test('an invite user who links a provider becomes a provider user', async () => {
    const browser = await redeem()
    expect(await browser.link('facebook', 'dara-quinn')).toBe('/account-settings')
    expect((await browser.api('GET /api/session')).data.user?.isInviteUser).toBe(false)
  })
})

test('the operator sends codes and links by SMS', async () => {
  const desk = deskOf(server)
  const { code } = await desk.createCode({ ...nobody, phone: '+4512345678' })
  const { link } = await desk.createRef({ ...nobody, email: 'a@x.org', phone: '+4587654321' })
  expect(sent.slice(-2)).toEqual([
    { phone: '+4512345678', text: `Your Wearabouts invitation code: ${code}` },
    { phone: '+4587654321', text: `Your Wearabouts invitation: ${link}` },
  ])
})

describe('invitations that give a role', () => {
  const roleOf = async (caller: Awaited<ReturnType<typeof signedIn>>) =>
    (await caller.api('GET /api/session')).data.user?.publisherRole

  test('make a creator or an editor, also of somebody who is invited already', async () => {
    const desk = deskOf(server)
    const bo = await signedIn(server, { invited: true })
    const { code } = await desk.createCode({ ...nobody, role: 'creator' })
    await save(bo, code)
    expect(await roleOf(bo)).toBe('creator')
    const other = await signedIn(server)
    await expect(save(other, code)).rejects.toMatchObject({ status: 400 })
    await save(bo, (await desk.createCode({ ...nobody, role: 'editor' })).code)
    expect(await roleOf(bo)).toBe('editor')
    const lesser = await desk.createCode({ ...nobody, role: 'creator' })
    await expect(save(bo, lesser.code)).resolves.toMatchObject({ success: true })
    expect(await roleOf(bo)).toBe('editor')
    // It was not used up.
    await save(other, lesser.code)
    expect(await roleOf(other)).toBe('creator')
  })

  test('make the account of an address a creator’s', async () => {
    const invitee = {
      email: 'grace@example.com',
      name: 'Grace',
      phone: null,
      role: 'creator',
    } as const
    const { code } = await deskOf(server).createCode(invitee)
    const { send } = callerWith(server, null)
    await send('/api/invite-codes/validate-and-create-user', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: invitee.email, code }),
    })
    const { rows } = await server.pool.query('SELECT publisher_role FROM users WHERE email = $1', [
      invitee.email,
    ])
    expect(rows).toEqual([{ publisher_role: 'creator' }])
  })

  test('take the role back when they are revoked, and no other', async () => {
    const desk = deskOf(server)
    const bo = await signedIn(server)
    const { id, code } = await desk.createCode({ ...nobody, role: 'creator' })
    await save(bo, code)
    await desk.revoke(id)
    expect(await roleOf(bo)).toBeNull()
    expect(await check(bo)).toBe(false)
    const cleo = await signedIn(server, { role: 'editor' })
    const plain = await desk.createCode(nobody)
    await cleo.api('DELETE /invite-code.php?action=remove', { body: { firebase_uid: cleo.uid } })
    await save(cleo, plain.code)
    await desk.revoke(plain.id)
    expect(await roleOf(cleo)).toBe('editor')
  })

  test('are made by administrators who signed in recently, not by keys', async () => {
    const admin = await signedIn(server, { admin: true })
    await server.pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 day'")
    const body = { email: null, role: 'editor' } as const
    await expect(admin.api('POST /api/admin/invites', { body })).rejects.toMatchObject({
      status: 403,
    })
    await admin.api('POST /api/admin/invites', { body: { email: null } })
    await server.pool.query('UPDATE sessions SET authenticated_at = now()')
    const { data } = await admin.api('POST /api/admin/invites', { body })
    const bo = await signedIn(server)
    await save(bo, data.code)
    expect(await roleOf(bo)).toBe('editor')
    const { invites } = (await admin.api('GET /api/admin/invites', { query: {} })).data
    expect(invites.slice(0, 2).map(({ role }) => role)).toEqual(['editor', null])
  })
})
