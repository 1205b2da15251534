import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { findAccess, type AccountState, guardRoute, matchesRoute, type Verdict } from './guard.tsx'

const PATTERNS = [...Object.values(paths).map(({ pattern }) => pattern), '*']
const WORDS = [...new Set(PATTERNS.flatMap((pattern) => pattern.split('/')))]
const SEGMENTS = ['', '%20', 'é', '..', 'PROFILE', 'profiles', ...WORDS]
const PATHS = SEGMENTS.flatMap((first) =>
  [`/${first}`].concat(SEGMENTS.map((second) => `/${first}/${second}`)),
)

test('a path is of the routes that the router says', () => {
  const routesBy = (isOne: (pattern: string, pathname: string) => boolean) =>
    PATHS.map((pathname) => [pathname, PATTERNS.filter((pattern) => isOne(pattern, pathname))])
  expect(routesBy(matchesRoute)).toEqual(
    routesBy((pattern, pathname) => matchPath(pattern, pathname) !== null),
  )
})

const checking: AccountState = { session: 'checking' }
const failed: AccountState = { session: 'failed' }
const visitor: AccountState = { session: 'none' }
const ended: AccountState = { session: 'ended' }
const user = (invite: 'checking' | 'failed' | 'yes' | 'no'): AccountState => ({
  session: 'user',
  invite,
})
const administrator: AccountState = { session: 'user', invite: 'no', role: 'admin' }
const creator: AccountState = { session: 'user', invite: 'no', role: 'creator' }

const enter: Verdict = { kind: 'enter' }
const to = (path: string): Verdict => ({ kind: 'redirect', to: path })
const wait: Verdict = { kind: 'wait', isForInvite: false }
const waitForInvite: Verdict = { kind: 'wait', isForInvite: true }
const loginFor = (path: string) => to(`/login?redirect=${encodeURIComponent(path)}`)

const PUBLIC = [
  '/',
  '/search-result?celebrities=A',
  '/all-celebrities',
  '/terms-policy#privacy',
  '/contact-us',
  '/celebrity/Ada%20M',
  '/celebrity-search-result?celebrities=feed',
  '/celebrity-image/aHR0cA%3D%3D',
  '/invitation',
  '/no/such/page',
]
const EVERYONE = [checking, failed, visitor, user('no'), user('yes')]

describe('public routes', () => {
  test.each(PUBLIC)('%s is open to everyone, at once', (path) => {
    for (const account of EVERYONE) expect(guardRoute(path, account)).toEqual(enter)
  })
})

describe('the route guard', () => {
  test.each<[string, string, AccountState, Verdict]>([
    ['Home is allowed when logged out', '/', visitor, enter],
    ['Home is allowed coming from Profile', '/', user('no'), enter],
    ['the authentication state is checked first', '/profile', checking, wait],
    ['the authentication state is checked first', '/account-settings', checking, wait],
    ['the authentication state is checked first', '/add-product-photo', checking, wait],
    ['the authentication state is checked first', '/login', checking, wait],
    ['a failed check on a protected route goes to Home', '/profile', failed, to('/')],
    ['a failed check on a protected route goes to Home', '/account-settings', failed, to('/')],
    ['a failed check on a protected route goes to Home', '/add-product-manual', failed, to('/')],
    ['a failed check leaves Login open', '/login', failed, enter],
    ['Profile when logged out goes to Home', '/profile', visitor, to('/')],
    ['Profile when logged out goes to Home', '/profile#my-products', visitor, to('/')],
    ['only administrators enter', '/admin', administrator, enter],
    ['only administrators enter', '/admin#audit', user('yes'), to('/')],
    ['only administrators enter', '/admin', visitor, loginFor('/admin')],
    ['only administrators enter', '/admin', creator, to('/')],
    ['creators and editors enter', '/studio', creator, enter],
    ['creators and editors enter', '/studio/1/preview', administrator, enter],
    ['creators and editors enter', '/studio', user('yes'), to('/')],
    ['creators and editors enter', '/studio/1', visitor, loginFor('/studio/1')],
    ['Profile when logged in', '/profile#my-products', user('no'), enter],
    [
      'any other protected route when logged out goes to Login with the full path',
      '/account-settings',
      visitor,
      loginFor('/account-settings'),
    ],
    [
      'any other protected route when logged out goes to Login with the full path',
      '/add-product-photo?from=menu#top',
      visitor,
      loginFor('/add-product-photo?from=menu#top'),
    ],
    [
      'any other protected route when logged out goes to Login with the full path',
      '/add-product-manual',
      visitor,
      loginFor('/add-product-manual'),
    ],
    ['Login when logged out', '/login?redirect=%2Faccount-settings', visitor, enter],
    ['Login when already logged in goes to Home', '/login', user('no'), to('/')],
    ['Account settings need no invite code', '/account-settings', user('checking'), enter],
    ['invite status is being checked', '/add-product-photo', user('checking'), waitForInvite],
    ['invite status is being checked', '/add-product-manual', user('checking'), waitForInvite],
    ['with no invite code', '/add-product-photo', user('no'), to('/invitation')],
    ['with no invite code', '/add-product-manual', user('no'), to('/invitation')],
    ['if the invite check fails', '/add-product-photo', user('failed'), to('/invitation')],
    ['with an invite code', '/add-product-photo', user('yes'), enter],
    ['with an invite code', '/add-product-manual', user('yes'), enter],
    ['a session that ends keeps the scan on the screen', '/add-product-photo', ended, enter],
    ['a session that ends keeps a filled-in form', '/add-product-manual', ended, enter],
    ['a session that ends leaves Profile', '/profile', ended, to('/')],
    [
      'a session that ends leaves Account settings',
      '/account-settings',
      ended,
      loginFor('/account-settings'),
    ],
    ['a slash at the end opens no other door', '/profile/', visitor, to('/')],
    [
      'a slash at the end opens no other door',
      '/add-product-photo/',
      user('no'),
      to('/invitation'),
    ],
    ['nor do capital letters', '/Add-Product-Photo', user('no'), to('/invitation')],
  ])('%s: %s', (_rule, path, account, verdict) => {
    expect(guardRoute(path, account)).toEqual(verdict)
  })

  test('every route of the table has its access', () => {
    for (const { pattern, access } of Object.values(paths))
      expect([pattern, findAccess(pattern.replaceAll(/:\w+\??/g, 'x'))]).toEqual([pattern, access])
  })
})
