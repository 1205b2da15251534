import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_MESSAGES, INVITE_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import type { UserGroup } from '#shared/contract/admin-users.ts'
import { createInviteDesk } from '#server/features/accounts/index.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { eventually } from '#tests/support/eventually.ts'
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
    await expect(suspend('nobody')).rejects.toThrow('There is no such user.')
    await expect(restore('nobody')).rejects.toThrow('There is no such user.')
  })
})

const list = (query: { q?: string; group?: UserGroup; after?: string } = {}) =>
  admin.api('GET /api/admin/users', { query })

describe('the list of users', () => {
  test('has every user once, newest first, page by page', async () => {
    await server.pool.query(
      `INSERT INTO users (id, name, email, created_at)
       SELECT 'many-' || n, 'Many ' || n, 'many-' || n || '@example.com',
              now() - interval '1 year' + (n % 40) * interval '1 microsecond'
         FROM generate_series(1, 120) AS n`,
    )
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { data }: Awaited<ReturnType<typeof list>> = await list(
        after ? { q: 'many ', after } : { q: 'many ' },
      )
      seen.push(...data.users.map(({ id }) => id))
      after = data.next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test('finds a part of a name or address, and takes signs literally', async () => {
    const zoe = await signedIn(server, { name: 'Zoë 100%_Quick', email: 'zoe.q@example.org' })
    for (const q of ['zoë', '100%_q', 'ZOE.Q@', 'OË', '%_'])
      expect((await list({ q })).data.users.map(({ id }) => id)).toEqual([zoe.uid])
    expect((await list({ q: '100__q' })).data.users).toEqual([])
  })

  test('shows groups', async () => {
    const bo = await signedIn(server, { name: 'Grouped Bo' })
    await suspend(bo.uid)
    const found = async (group: UserGroup) =>
      (await list({ q: 'Grouped', group })).data.users.map(({ id }) => id)
    expect(await found('suspended')).toEqual([bo.uid])
    expect(await found('admins')).toEqual([])
  })

  test('uses an index for every page', async () => {
    const client = await server.pool.connect()
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off')
    const { rows } = await client.query(
      `EXPLAIN SELECT id FROM users u WHERE (u.created_at, u.id) < (now(), 'x')
        ORDER BY u.created_at DESC, u.id DESC LIMIT 51`,
    )
    client.release(true)
    expect(JSON.stringify(rows)).toMatch(/Index.*users_newest/)
    expect(JSON.stringify(rows)).not.toContain('Sort')
  })

  test('refuses a made-up place to go on', async () => {
    await expect(list({ after: 'x|y' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a user', () => {
  test('is shown with inviter, ways to sign in and sessions', async () => {
    const bo = await signedIn(server)
    const { code } = (await admin.api('POST /api/admin/invites', { body: { email: null } })).data
    await bo.api('POST /invite-code.php?action=save', { body: { firebase_uid: bo.uid, code } })
    const { data } = await admin.api('GET /api/admin/users/:id', { params: { id: bo.uid } })
    expect(data).toMatchObject({
      role: 'invited',
      inviter: admin.name,
      methods: ['google'],
      sessions: [{ provider: 'google' }],
    })
  })

  test('gets and loses roles at once', async () => {
    const bo = await signedIn(server)
    const setRole = (role: 'user' | 'invited' | 'admin') =>
      admin.api('PUT /api/admin/users/:id/role', { params: { id: bo.uid }, body: { role } })
    await setRole('admin')
    expect((await bo.api('GET /api/admin/users', { query: {} })).success).toBe(true)
    await setRole('user')
    await expect(bo.api('GET /api/admin/users', { query: {} })).rejects.toMatchObject({
      status: 403,
    })
    expect((await bo.api('GET /api/session')).data.user?.hasInviteCode).toBe(false)
  })

  test('is signed out everywhere, and deleted', async () => {
    const bo = await signedIn(server)
    await admin.api('DELETE /api/admin/users/:id/sessions', { params: { id: bo.uid } })
    expect((await bo.api('GET /api/session')).data.user).toBeNull()
    await admin.api('DELETE /api/admin/users/:id', { params: { id: bo.uid } })
    expect(await server.admin.users.uidOf(bo.uid)).toBeNull()
  })

  test('is never the administrator who acts', async () => {
    const params = { id: admin.uid }
    await expect(admin.api('DELETE /api/admin/users/:id', { params })).rejects.toThrow(
      ADMIN_MESSAGES.notYourself,
    )
    await expect(
      admin.api('PUT /api/admin/users/:id/role', { params, body: { role: 'user' } }),
    ).rejects.toThrow(ADMIN_MESSAGES.notYourself)
  })
})

describe('of administrators, one always remains', () => {
  /** Only these two, whatever other tests left. */
  const onlyAdmins = async (...names: string[]) => {
    await server.pool.query('UPDATE users SET is_admin = false')
    return Promise.all(names.map((name) => signedIn(server, { admin: true, name })))
  }
  const countAdmins = async () => {
    const { rows } = await server.pool.query(
      'SELECT FROM users WHERE is_admin AND suspended_at IS NULL',
    )
    return rows.length
  }
  const actions = {
    suspends: (by: SignedIn, id: string) =>
      by.api('POST /api/admin/users/:id/suspension', { params: { id } }),
    demotes: (by: SignedIn, id: string) =>
      by.api('PUT /api/admin/users/:id/role', { params: { id }, body: { role: 'user' } }),
    deletes: (by: SignedIn, id: string) =>
      by.api('DELETE /api/admin/users/:id', { params: { id } }),
  } as const

  test.each(Object.entries(actions))(
    'even if each %s the other at the same moment',
    async (_, act) => {
      const [ada, bo] = await onlyAdmins('Ada', 'Bo')
      if (!ada || !bo) throw new Error('no administrators')
      // Both calls have passed their permission checks when the lock is released.
      const holder = await server.pool.connect()
      await holder.query('BEGIN')
      await holder.query('SELECT FROM users WHERE is_admin ORDER BY id FOR UPDATE')
      const both = Promise.allSettled([act(ada, bo.uid), act(bo, ada.uid)])
      await eventually(async () => {
        const { rows } = await server.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        expect(rows.length).toBe(2)
      })
      await holder.query('COMMIT')
      holder.release()
      const outcomes = (await both).map(({ status }) => status)
      expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await countAdmins()).toBe(1)
    },
  )

  test.each(Object.keys(actions))('against a key of the site: %s', async (name) => {
    const [ada] = await onlyAdmins('Ada')
    const uid = ada?.uid ?? ''
    const { users } = server.admin
    const act = {
      suspends: () => users.suspend('key:1', uid),
      demotes: () => users.setRole('key:1', uid, 'user'),
      deletes: () => users.remove('key:1', uid),
    }[name]
    await expect(act?.()).rejects.toThrow(ADMIN_MESSAGES.lastAdmin)
    expect(await countAdmins()).toBe(1)
    await users.signOut('key:1', uid)
    // A command may, because it can also restore them.
    await users.suspend(null, uid)
    expect(await countAdmins()).toBe(0)
  })
})

describe('invitations', () => {
  test('are created, sent, listed and revoked, and their codes are shown once', async () => {
    const { data } = await admin.api('POST /api/admin/invites', {
      body: { email: 'Guest@Example.org' },
    })
    expect(data).toMatchObject({ code: expect.stringMatching(/^\w{6}$/), isSent: true })
    expect(server.localMail?.renderPage()).toContain(data.code)
    const { invites } = (await admin.api('GET /api/admin/invites', { query: {} })).data
    expect(invites[0]).toMatchObject({
      email: 'guest@example.org',
      state: 'open',
      inviter: admin.name,
    })
    expect(JSON.stringify(invites)).not.toContain(data.code)
    const params = { id: invites[0]?.id ?? '' }
    await admin.api('DELETE /api/admin/invites/:id', { params })
    await expect(admin.api('DELETE /api/admin/invites/:id', { params })).rejects.toMatchObject({
      status: 404,
    })
    const bo = await signedIn(server)
    const body = { firebase_uid: bo.uid, code: data.code }
    await expect(bo.api('POST /invite-code.php?action=save', { body })).rejects.toThrow(
      INVITE_MESSAGES.invalidCode,
    )
  })
})

describe('the audit log', () => {
  const entries = async () => (await admin.api('GET /api/admin/audit', { query: {} })).data.entries

  test('names people with their address as they were at the time', async () => {
    const bo = await signedIn(server, { name: 'Bo Before', email: 'bo.before@example.org' })
    await suspend(bo.uid)
    await admin.api('DELETE /api/admin/users/:id', { params: { id: bo.uid } })
    const [deleted, suspended] = await entries()
    expect(suspended).toMatchObject({
      actor: expect.stringMatching(new RegExp(`^${admin.name} <.+@.+>$`)),
      event: 'user-suspended',
      subject: 'Bo Before <bo.before@example.org>',
      detail: null,
    })
    expect(deleted).toMatchObject({
      event: 'user-deleted',
      subject: 'Bo Before <bo.before@example.org>',
    })
  })

  test('keeps the old and the new role', async () => {
    const bo = await signedIn(server, { name: 'Rolled Bo' })
    const setRole = (role: 'user' | 'invited' | 'admin') =>
      admin.api('PUT /api/admin/users/:id/role', { params: { id: bo.uid }, body: { role } })
    await setRole('admin')
    await setRole('invited')
    const [demoted, promoted] = await entries()
    expect(promoted).toMatchObject({ event: 'role-changed', detail: 'user → admin' })
    expect(demoted).toMatchObject({ event: 'role-changed', detail: 'admin → invited' })
  })

  test('names whom an invitation is for, and people whom other parts of the server note', async () => {
    await admin.api('POST /api/admin/invites', { body: { email: 'named@example.org' } })
    expect((await entries())[0]).toMatchObject({
      event: 'invitation-created',
      subject: 'named@example.org',
    })
    const bo = await signedIn(server, { name: 'Claimed Bo', email: 'claimed@example.org' })
    await server.pool.query(
      "INSERT INTO audit_log (event, subject) VALUES ('role-changed-by-provider', $1)",
      [bo.uid],
    )
    expect((await entries())[0]).toMatchObject({
      actor: null,
      subject: 'Claimed Bo <claimed@example.org>',
    })
  })
})
