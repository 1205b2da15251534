import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_MESSAGES, INVITE_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { createInviteDesk } from '#server/features/invitations/index.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  other = await startTestApp({ database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  admin = await signedIn(server, { admin: true })
})

const suspend = (id: string) =>
  admin.api('POST /api/admin/users/:id/suspension', { params: { id } })
const restore = (id: string) =>
  admin.api('DELETE /api/admin/users/:id/suspension', { params: { id } })

describe('a suspended user', () => {
  test('is signed out at once on every server, live streams included', async () => {
    const ada = await signedIn(server)
    const stream = await other.app.request('http://localhost/api/live', {
      headers: { cookie: ada.cookie },
    })
    const reader = stream.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await suspend(ada.uid)
    const headers = { cookie: ada.cookie }
    for (const { app } of [server, other])
      expect((await app.request('http://localhost/api/account/sessions', { headers })).status).toBe(
        401,
      )
    expect((await reader?.read())?.done).toBe(true)
  })

  test('cannot sign in with a provider until restored', async () => {
    const browser = createTestBrowser(server.origin)
    await browser.signIn('google', 'ada-marlow')
    const { user } = (await browser.api('GET /api/session')).data
    await suspend(user?.uid ?? '')
    expect(await browser.signIn('google', 'ada-marlow')).toContain(
      `error=${LOGIN_ERRORS.suspendedCode}`,
    )
    expect((await browser.api('GET /api/session')).data.user).toBeNull()
    await restore(user?.uid ?? '')
    await browser.signIn('google', 'ada-marlow')
    expect((await browser.api('GET /api/session')).data.user?.uid).toBe(user?.uid)
  })

  test('cannot act with a session that began while they were being suspended', async () => {
    const ada = await signedIn(server)
    await server.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [ada.uid])
    expect((await ada.api('GET /api/session')).data.user).toBeNull()
    await expect(ada.api('GET /api/account/sessions')).rejects.toThrow('User not authenticated')
  })

  test('cannot come back with the key of an invitation, nor with another invitation', async () => {
    const desk = createInviteDesk({
      pool: server.pool,
      secret: TEST_SECRET,
      sms: { send: async () => undefined },
      publicUrl: server.origin,
    })
    const invitee = { email: 'bo@x.org', name: null, phone: null }
    const { code } = await desk.createCode(invitee)
    const visitor = callerWith(server, null)
    const { key } = await visitor.api('POST /api/invite-codes/validate-and-create-user', {
      body: { email: 'bo@x.org', code },
    })
    const uid = (await server.admin.users.uidOf('Bo@x.org')) ?? ''
    await suspend(uid)
    const withKey = visitor.api('POST /api/sign-in/key', { body: { email: 'bo@x.org', key } })
    await expect(withKey).rejects.toThrow(INVITE_MESSAGES.invalidKey)
    const ref = new URL((await desk.createRef(invitee)).link).searchParams.get('ref') ?? ''
    const byRef = visitor.api('POST /api/invite-codes/validate-and-create-user-by-ref', {
      body: { ref },
    })
    await expect(byRef).rejects.toThrow(INVITE_MESSAGES.emailTaken)
  })

  test('has their running scans stopped', async () => {
    const ada = await signedIn(server)
    await server.pool.query('INSERT INTO scans (id, user_id) VALUES (gen_random_uuid(), $1)', [
      ada.uid,
    ])
    await suspend(ada.uid)
    const { rows } = await server.pool.query<{ cancelled_at: Date | null }>(
      'SELECT cancelled_at FROM scans WHERE user_id = $1',
      [ada.uid],
    )
    expect(rows).toMatchObject([{ cancelled_at: expect.any(Date) }])
  })
})

describe('an administrator', () => {
  test('cannot suspend themselves', async () => {
    await expect(suspend(admin.uid)).rejects.toThrow(ADMIN_MESSAGES.notYourself)
  })

  test('is told about a user who does not exist', async () => {
    await expect(suspend('nobody')).rejects.toThrow(ADMIN_MESSAGES.noSuchUser)
    await expect(restore('nobody')).rejects.toThrow(ADMIN_MESSAGES.noSuchUser)
  })
})
