import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallDefinition } from '#shared/contract/call.ts'
import { parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import {
  isAllowed,
  type Permission,
  type Role,
  getRole,
  USER_ROLES,
} from '#shared/contract/permissions.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
let invited: SignedIn
let creator: SignedIn
let editor: SignedIn
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  ada = await signedIn(server)
  invited = await signedIn(server, { invited: true })
  creator = await signedIn(server, { role: 'creator' })
  editor = await signedIn(server, { role: 'editor' })
  admin = await signedIn(server, { admin: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  // One of the calls removes the invite code.
  await server.pool.query('UPDATE users SET invited_at = now() WHERE id = $1', [invited.uid])
})

const calls = Object.entries(allCalls as Record<string, CallDefinition>)

/** A call with dummy input; only the caller matters here. */
const request = (key: string, owner: string) => {
  const { method, path, fixedQuery } = parseCallKey(key)
  const query = new URLSearchParams(fixedQuery)
  query.set('firebase_uid', owner)
  query.set('type', 'detected')
  const url = `${path.replaceAll(/:(provider)/g, 'google').replaceAll(/:\w+/g, 'x')}?${query.toString()}`
  // Valid for only some calls; none of them may delete the account or end the session.
  const body = { uid: owner, firebase_uid: owner }
  return { method, url, ...(method === 'GET' ? {} : { body }) }
}

const make = async (
  caller: { sendJson: SignedIn['sendJson'] },
  key: string,
  owner: string,
): Promise<number> => {
  const { method, url, body } = { body: undefined, ...request(key, owner) }
  const reply = await caller.sendJson(method, url, body)
  await reply.body?.cancel()
  return reply.status
}

describe.each(calls)('%s', (key, call) => {
  // These would sign out everyone else's tests.
  const endsSessions = ['POST /api/sign-out', 'DELETE /api/account/sessions'].includes(key)
  const people = async (): Promise<Record<Exclude<Role, 'visitor'>, SignedIn>> =>
    endsSessions
      ? {
          user: await signedIn(server),
          invited: await signedIn(server, { invited: true }),
          creator: await signedIn(server, { role: 'creator' }),
          editor: await signedIn(server, { role: 'editor' }),
          admin: await signedIn(server, { admin: true }),
        }
      : { user: ada, invited, creator, editor, admin }

  test('as a visitor', async () => {
    const status = await make(callerWith(server, null), key, 'x')
    if (isAllowed('visitor', call.permission)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(401)
    expect(status).toBeLessThan(500)
  })

  test('with an unknown session', async () => {
    const stranger = callerWith(server, 'wearabouts.session_token=made.up')
    const status = await make(stranger, key, 'x')
    if (!isAllowed('visitor', call.permission)) expect(status).toBe(401)
  })

  test('in every role that a user may have', async () => {
    const byRole = await people()
    for (const role of USER_ROLES) {
      const person = byRole[role]
      const status = await make(person, key, person.uid)
      expect(status, role).not.toBe(401)
      expect(status, role).toBeLessThan(500)
      if (isAllowed(role, call.permission)) expect(status, role).not.toBe(403)
      else expect(status, role).toBe(403)
    }
  })

  test("another user's uid, in the body or the query, is a 403", async () => {
    const { user: person } = await people()
    const { method, path, fixedQuery } = parseCallKey(key)
    const url = `${path.replaceAll(/:\w+/g, 'google')}?${fixedQuery.toString()}`
    const separator = fixedQuery.size > 0 ? '&' : ''
    const statuses: number[] = []
    for (const name of ['uid', 'firebase_uid']) {
      const reply = await person.sendJson(
        method,
        `${url}${separator}${name}=${invited.uid}`,
        method === 'GET' ? undefined : {},
      )
      await reply.body?.cancel()
      statuses.push(reply.status)
    }
    expect(statuses).not.toContain(200)
    if (!isAllowed('visitor', call.permission))
      for (const status of statuses) expect([400, 403]).toContain(status)
  })
})

describe('the table of permissions', () => {
  // The matrix above follows the table, so the table itself is compared with the words of the rules.
  test.each<[Role, Permission[]]>([
    ['visitor', ['browse']],
    ['user', ['browse', 'use-account']],
    ['invited', ['browse', 'use-account', 'add-products']],
    ['creator', ['browse', 'use-account', 'add-products', 'publish-own']],
    ['editor', ['browse', 'use-account', 'add-products', 'publish-own', 'publish']],
    ['admin', ['browse', 'use-account', 'add-products', 'publish-own', 'publish', 'administer']],
  ])('says what the role %s may do', (role, permissions) => {
    const all: Permission[] = [
      'browse',
      'use-account',
      'add-products',
      'publish-own',
      'publish',
      'administer',
    ]
    expect(all.filter((permission) => isAllowed(role, permission))).toEqual(permissions)
  })

  test.each([
    [null, 'visitor'],
    [{ isAdmin: false, hasInviteCode: false, publisherRole: null }, 'user'],
    [{ isAdmin: false, hasInviteCode: true, publisherRole: null }, 'invited'],
    [{ isAdmin: false, hasInviteCode: true, publisherRole: 'creator' as const }, 'creator'],
    [{ isAdmin: false, hasInviteCode: false, publisherRole: 'editor' as const }, 'editor'],
    [{ isAdmin: true, hasInviteCode: false, publisherRole: 'editor' as const }, 'admin'],
  ])('%o has the role %s', (user, role) => {
    expect(getRole(user)).toBe(role)
  })

  test('asks for an invitation to add products, scan and upload, and for nothing else', () => {
    const asking = calls.filter(([, { permission }]) => permission === 'add-products')
    expect(asking.map(([key]) => key).toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/scan/:id",
        "GET /api/scan/:id",
        "POST /api/detect-and-search",
        "POST /api/image-from-address",
        "POST /api/manual-products",
        "POST /api/not-this",
        "POST /api/product-from-link",
        "POST /api/product-search",
        "POST /api/scan",
        "POST /api/scan-box",
        "POST /api/vision/detect",
        "POST /api/vision/similar",
        "POST /google-lens.php",
        "POST /google-shopping.php",
        "POST /image-local.php",
      ]
    `)
  })

  test.each(calls)('leaves %s to administrators if it administers', (key, { permission }) => {
    expect(permission === 'administer').toBe(parseCallKey(key).path.startsWith('/api/admin/'))
  })
})

describe('refuses a sign-in that is not recent with 403', () => {
  const signedInAWhileAgo = async () => {
    const person = await signedIn(server, { admin: true })
    await server.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [person.uid],
    )
    return person
  }
  test.each(calls.filter(([, call]) => call.recentSignIn === true))('%s', async (key) => {
    const person = await signedInAWhileAgo()
    expect(await make(person, key, person.uid)).toBe(403)
  })

  test('only for an import that replaces the catalogue', async () => {
    const person = await signedInAWhileAgo()
    const begin = (replace: boolean) =>
      person.sendJson('POST', '/api/admin/imports', { name: 'a.csv', bytes: 10, replace })
    expect((await begin(false)).status).toBe(200)
    expect((await begin(true)).status).toBe(403)
  })

  test('wherever something could not be undone, or would lock somebody out', () => {
    expect(calls.filter(([, call]) => call.recentSignIn).map(([key]) => key)).toEqual(
      expect.arrayContaining([
        'DELETE /api/account',
        'DELETE /api/account/passkeys/:id',
        'DELETE /api/account/providers/:provider',
        'DELETE /api/admin/shops/:name',
        'DELETE /api/admin/users/:id',
        'POST /api/admin/imports',
        'POST /api/admin/takedowns',
      ]),
    )
  })
})

describe('refuses the uid of another user with 403', () => {
  const detection_data = { name: 'Coat', detection_id: 'd' }
  test.each<[string, string, (uid: string) => unknown]>([
    ['POST', '/user.php', (uid) => ({ uid })],
    ['POST', '/user.php', (uid) => ({ firebase_user_data: { uid }, provider: 'google' })],
    ['POST', '/save-detection.php', (firebase_uid) => ({ firebase_uid, detection_data })],
    [
      'POST',
      '/api/firebase-sync/save-detection.php',
      (firebase_uid) => ({ firebase_uid, detection_data }),
    ],
    [
      'DELETE',
      '/api/firebase-sync/save-detection.php',
      (firebase_uid) => ({ firebase_uid, product_id: 'd' }),
    ],
    ['POST', '/user-products.php', (firebase_uid) => ({ firebase_uid })],
    ['POST', '/saved-products.php', (uid) => ({ uid })],
    ['POST', '/my-products.php', (uid) => ({ uid })],
    ['POST', '/update-last-login.php', (firebase_uid) => ({ firebase_uid })],
    ['POST', '/invite-code.php?action=check', (firebase_uid) => ({ firebase_uid })],
    ['POST', '/invite-code.php?action=save', (firebase_uid) => ({ firebase_uid, code: 'ABC234' })],
    ['DELETE', '/invite-code.php?action=remove', (firebase_uid) => ({ firebase_uid })],
  ])('%s %s', async (method, url, body) => {
    const reply = await ada.sendJson(method, url, body(invited.uid))
    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ success: false, data: null })
    expect((await callerWith(server, null).sendJson(method, url, body(ada.uid))).status).toBe(401)
  })

  test('GET /user-products.php', async () => {
    const url = `/user-products.php?type=detected&firebase_uid=${invited.uid}`
    expect((await ada.send(url)).status).toBe(403)
  })
})

describe('a request from another site changes nothing', () => {
  test.each(calls.filter(([key]) => !key.startsWith('GET ')))('%s', async (key) => {
    const { method, url, body } = { body: undefined, ...request(key, ada.uid) }
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
    const init = { method, headers, body: JSON.stringify(body) }
    // Facebook sends signed forms instead, and mail servers a signed address, which this is not.
    const refusals: Readonly<Record<string, number>> = {
      'POST /api/facebook/data-deletion': 415,
      'POST /api/alerts/unsubscribe': 400,
    }
    expect((await ada.send(url, init)).status).toBe(refusals[key] ?? 403)
  })
})
