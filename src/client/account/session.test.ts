import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#client/lib/api.ts'
import { createQueryClient } from '#client/lib/query.ts'
import { INVITE } from '#shared/account-constants.ts'
import type { Account } from '#shared/contract/session.ts'
import { createInviteStatusQuery } from './invitations.ts'
import {
  clearLocalUser,
  signOutHere,
  isSignOutPending,
  markSigningIn,
  sessionQuery,
  storeUser,
  syncLogin,
  watchSession,
} from './session.ts'

/** Enough of a Storage: its entries are its own keys. */
const createStorage = () =>
  Object.defineProperties(
    {},
    {
      getItem: {
        value(this: Record<string, string>, key: string) {
          return this[key] ?? null
        },
      },
      setItem: {
        value(this: Record<string, string>, key: string, text: string) {
          this[key] = text
        },
      },
      removeItem: {
        value(this: Record<string, string>, key: string) {
          delete this[key]
        },
      },
    },
  ) as Storage

const ADA = { uid: 'ada', displayName: 'Ada' }
let answers: Record<string, () => Response>

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('fetch', async (url: string) => answers[url]?.() ?? Response.error())
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers = { '/api/session': () => Response.json({ success: true, data: { user: ADA } }) }
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const succeed = () => Response.json({ success: true })
const fail = () => new Response(null, { status: 500 })
const readSession = () => createQueryClient().fetchQuery({ ...sessionQuery, retry: false })

test('a failed sign-out call still clears the user, also after a reload', async () => {
  const queries = createQueryClient()
  localStorage.setItem('user', '{}')
  answers['/api/sign-out'] = fail
  await signOutHere(queries)
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  expect(await readSession()).toBeNull()
})

test('the server ends the session as soon as it can be reached again', async () => {
  answers['/api/sign-out'] = fail
  await signOutHere(createQueryClient())
  const signOut = vi.fn(succeed)
  answers['/api/sign-out'] = signOut
  await readSession()
  expect(signOut).toHaveBeenCalledOnce()
  expect(isSignOutPending()).toBe(false)
  await readSession()
  expect(signOut).toHaveBeenCalledOnce()
})

test('a new login is not ended by an earlier sign-out that failed', async () => {
  answers['/api/sign-out'] = fail
  await signOutHere(createQueryClient())
  markSigningIn()
  expect(await readSession()).toEqual(ADA)
})

test('a call refused with 401 tells that the session has expired, whoever made it', async () => {
  const queries = createQueryClient()
  watchSession(queries)
  queries.setQueryData(sessionQuery.queryKey, { ...ADA } as never)
  answers['/api/not-this'] = () => new Response(null, { status: 403 })
  const body = { imageUrl: 'a', bbox: { x: 0, y: 0, width: 1, height: 1 }, productId: '1' }
  await expect(api('POST /api/not-this', { body })).rejects.toThrow()
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(ADA)
  answers['/api/not-this'] = () => new Response(null, { status: 401 })
  await expect(api('POST /api/not-this', { body })).rejects.toThrow()
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull()
})

const checkInvite = (has_invite_code: boolean) =>
  vi.fn(() => Response.json({ success: true, has_invite_code }))
const inviteStatus = async (uid: string) => {
  // A new client for each: as after a reload.
  const queries = createQueryClient()
  return queries.fetchQuery(createInviteStatusQuery(uid))
}

test('a positive invite status is cached 10 minutes per user, also across a reload', async () => {
  const check = checkInvite(true)
  answers['/invite-code.php?action=check'] = check
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  expect(await inviteStatus('ada')).toBe(true)
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000 + 599_000)
  expect(await inviteStatus('ada')).toBe(true)
  expect(check).toHaveBeenCalledTimes(1)
  expect(await inviteStatus('bo')).toBe(true)
  expect(check).toHaveBeenCalledTimes(2)
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000 + 599_000 + 600_000)
  expect(await inviteStatus('bo')).toBe(true)
  expect(check).toHaveBeenCalledTimes(3)
})

test('a negative invite status is not cached, and no user leaves none behind', async () => {
  const check = checkInvite(false)
  answers['/invite-code.php?action=check'] = check
  await inviteStatus('ada')
  await inviteStatus('ada')
  expect(check).toHaveBeenCalledTimes(2)
  answers['/invite-code.php?action=check'] = checkInvite(true)
  await inviteStatus('ada')
  expect(localStorage.getItem('invite_status_cache_v1')).toContain('ada')
  clearLocalUser()
  expect(localStorage.getItem('invite_status_cache_v1')).toBeNull()
})

describe('the stored copy of an invite user', () => {
  const invitee = { ...ADA, email: 'a@x.org', photoURL: null, isInviteUser: true } as Account
  const loginTime = () =>
    (JSON.parse(localStorage.getItem('user') ?? '{}') as { loginTime?: number }).loginTime
  const at = (ms: number) => vi.spyOn(Date, 'now').mockReturnValue(ms)

  test('has the time of the login, which a later load does not change', () => {
    at(1_000)
    storeUser(invitee, true)
    at(5_000)
    storeUser(invitee, false)
    expect(loginTime()).toBe(1_000)
  })

  test('gets a new time with each login and for another user', () => {
    at(1_000)
    storeUser(invitee, true)
    at(5_000)
    storeUser(invitee, true)
    expect(loginTime()).toBe(5_000)
    at(9_000)
    storeUser({ ...invitee, uid: 'bo' }, false)
    expect(loginTime()).toBe(9_000)
  })

  test('does not outlive its 24 hours', () => {
    at(1_000)
    storeUser(invitee, true)
    at(1_000 + INVITE.sessionMs)
    storeUser(invitee, false)
    expect(localStorage.getItem('user')).toBeNull()
  })
})

test('a failure to sync after a login is logged and ignored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers['/user.php'] = () => new Response(null, { status: 500 })
  answers['/update-last-login.php'] = succeed
  await syncLogin({ ...ADA, provider: 'google' } as Account)
  expect(warn).toHaveBeenCalledOnce()
})
