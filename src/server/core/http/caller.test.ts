import { describe, expect, test } from 'vitest'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import {
  isAllowed,
  type Permission,
  PERMISSION_NAMES,
  type Role,
  getRole,
} from '#shared/contract/permissions.ts'
import {
  authenticateCaller,
  KEY_SCOPES_OF_USER,
  readApiKey,
  requirePermission,
  type SessionUser,
} from './caller.ts'

const person = (changes: Partial<SessionUser> = {}): SessionUser => ({
  uid: 'ada',
  displayName: 'Ada',
  email: null,
  photoURL: null,
  provider: 'email',
  hasInviteCode: false,
  isAdmin: false,
  publisherRole: null,
  isInviteUser: false,
  ...changes,
})

/** Who has each role, and the last permission of the list that it has. */
const ROLES: readonly [role: Role, user: SessionUser | null, last: Permission][] = [
  ['visitor', null, 'browse'],
  ['user', person(), 'use-account'],
  ['invited', person({ hasInviteCode: true }), 'add-products'],
  ['creator', person({ publisherRole: 'creator' }), 'publish-own'],
  ['editor', person({ publisherRole: 'editor', hasInviteCode: true }), 'publish'],
  ['admin', person({ isAdmin: true, publisherRole: 'creator' }), 'administer'],
]
const REFUSALS: Record<Permission, string> = {
  browse: 'Not allowed',
  'use-account': 'Not allowed',
  'add-products': 'An invitation code is required',
  'publish-own': 'Only creators and editors may do this',
  publish: 'Only editors may do this',
  administer: 'Only administrators may do this',
}

describe('a role may do what the roles before it may, and one thing more', () => {
  test.each(ROLES)('%s', (role, user, last) => {
    expect(getRole(user)).toBe(role)
    const allowed = new Set(PERMISSION_NAMES.slice(0, PERMISSION_NAMES.indexOf(last) + 1))
    for (const permission of PERMISSION_NAMES) {
      const isIncluded = allowed.has(permission)
      expect([permission, isAllowed(role, permission)]).toEqual([permission, isIncluded])
      const require = () => requirePermission(user, permission)
      if (isIncluded) expect(require).not.toThrow()
      else
        expect(require).toThrow(
          expect.objectContaining({ status: 403, message: REFUSALS[permission] }),
        )
    }
  })
})

describe('an API key in a request', () => {
  test.each([
    ['Bearer wak_abc-DEF_1', 'wak_abc-DEF_1'],
    ['bearer   wak_abc', 'wak_abc'],
    [`Bearer wak_${'x'.repeat(100)}`, `wak_${'x'.repeat(100)}`],
    [`Bearer wak_${'x'.repeat(101)}`, null],
    ['Bearer wak_', null],
    ['Bearer wak_abc def', null],
    ['Bearer wak_ä', null],
    ['x Bearer wak_abc', null],
    ['Bearerwak_abc', null],
    ['Bearer other', null],
    ['Basic wak_abc', null],
    ['', null],
  ])('%s', (authorization, key) => {
    expect(readApiKey(new Headers({ authorization }))).toBe(key)
  })
  test('is absent without the header', () => expect(readApiKey(new Headers())).toBeNull())
})

describe('the caller', () => {
  const ada = person()
  const browser = new Headers({ cookie: 'session=1' })
  const program = new Headers({ cookie: 'session=1', authorization: 'Bearer wak_1' })
  const refusedAddresses: string[] = []
  const find = (
    call: Parameters<typeof authenticateCaller>[1],
    headers: Headers,
    scopes: readonly Permission[] | null = ['browse'],
  ) =>
    authenticateCaller(
      {
        sessions: {
          find: async (given) => (given.has('cookie') ? { id: 'session', user: ada } : null),
          isRecent: async () => true,
        },
        keys: {
          find: async () => scopes && { id: 'key', user: ada, scopes, rateLimitKey: 'ada' },
        },
        countUnknownKey: (address) => refusedAddresses.push(address),
      },
      call,
      headers,
      '203.0.113.7',
    )
  const address = '203.0.113.7'
  const key = (scopes: readonly Permission[]) => ({
    id: 'key',
    user: ada,
    scopes,
    rateLimitKey: 'ada',
  })

  test('in a browser is the user of the session', async () => {
    expect(await find({ permission: 'browse' }, browser)).toEqual({
      user: ada,
      sessionId: 'session',
      key: null,
      address,
    })
    expect(await find({ permission: 'use-account' }, new Headers())).toEqual({
      user: null,
      sessionId: null,
      key: null,
      address,
    })
  })

  test('of a call for programs is never the user of a session', async () => {
    expect(await find({ permission: 'browse', callers: 'programs' }, browser)).toMatchObject({
      user: null,
      sessionId: null,
    })
  })

  test.each<[Permission, Permission[], SessionUser | null]>([
    // A key that only browses must not reveal its owner.
    ['browse', ['browse'], null],
    ['browse', [], null],
    ['browse', ['use-account'], ada],
    ['use-account', ['use-account'], ada],
    ['publish', ['publish'], ada],
  ])('of %s with a key for %j is %o, without a session', async (permission, scopes, user) => {
    expect(await find({ permission }, program, scopes)).toEqual({
      user: user && { ...user, [KEY_SCOPES_OF_USER]: scopes },
      sessionId: null,
      key: key(scopes),
      address,
    })
  })

  test('with a key that lacks the scope is refused', async () => {
    await expect(find({ permission: 'publish' }, program, ['browse'])).rejects.toMatchObject({
      status: 403,
      message: API_KEY_ERRORS.scope('publish'),
      code: API_KEY_ERRORS.scopeCode,
    })
  })

  test.each([
    ['for browsers', { permission: 'browse', callers: 'browsers' }],
    ['that needs a recent sign-in', { permission: 'use-account', recentSignIn: true }],
  ] as const)('with a key is refused a call %s', async (_, call) => {
    await expect(find(call, program, ['browse', 'use-account'])).rejects.toMatchObject({
      status: 403,
      message: API_KEY_ERRORS.browsersOnly,
      code: API_KEY_ERRORS.browsersOnlyCode,
    })
  })

  test('with an unknown key is refused and counted', async () => {
    await expect(find({ permission: 'browse' }, program, null)).rejects.toMatchObject({
      status: 401,
      message: API_KEY_ERRORS.unknown,
      code: API_KEY_ERRORS.unknownCode,
    })
    expect(refusedAddresses).toEqual([address])
  })
})
