import { matchPath } from 'react-router'
import { isAllowed, type Permission, type Role } from '#shared/contract/permissions.ts'
import { type Access, paths } from '#shared/paths.ts'

/** A pattern's text before its first parameter, without the slash that ends it. */
const fixedStart = (pattern: string): string =>
  pattern.split(/[:*]/, 1)[0]?.replace(/\/$/, '') ?? ''

/**
 * Whether the path is one of this route. Comparing the start is enough to rule out nearly all routes;
 * `matchPath` compiles its pattern each time.
 */
export const isRoute = (pattern: string, pathname: string): boolean =>
  pathname.toLowerCase().startsWith(fixedStart(pattern)) && matchPath(pattern, pathname) !== null

/** The state of the account when a route is entered. */
export type AccountState =
  | { session: 'checking' }
  | { session: 'failed' }
  | { session: 'none' }
  /** The session ended while the page was open. */
  | { session: 'ended' }
  /** `invite` is checked only if a route needs it. */
  | { session: 'user'; invite: 'checking' | 'failed' | 'yes' | 'no'; role?: Role }

export type Verdict =
  | { kind: 'enter' }
  | { kind: 'wait'; isForInvite: boolean }
  | { kind: 'redirect'; to: string }

/** The permissions of screens that only some roles may enter. */
const REQUIRED_PERMISSIONS: Partial<Record<Access, Permission>> = {
  admin: 'administer',
  publisher: 'publish-own',
}

export const isForRole = (access: Access): boolean => REQUIRED_PERMISSIONS[access] !== undefined

const ENTER: Verdict = { kind: 'enter' }
const redirect = (to: string): Verdict => ({ kind: 'redirect', to })

/** Unknown paths are public and lead to the not-found page. */
export const accessOf = (pathname: string): Access =>
  Object.values(paths).find(({ pattern }) => isRoute(pattern, pathname))?.access ?? 'public'

const isProfile = (pathname: string) => isRoute(paths.profile.pattern, pathname)

/** Who may enter a route. `target` is the full path: with its query and hash. */
export const guard = (target: string, account: AccountState): Verdict => {
  const pathname = target.split(/[?#]/)[0] ?? target
  const access = accessOf(pathname)
  // Includes Home, which is always allowed.
  if (access === 'public') return ENTER
  if (account.session === 'checking') return { kind: 'wait', isForInvite: false }
  if (access === 'signed-out')
    return account.session === 'user' ? redirect(paths.home.href()) : ENTER
  if (account.session === 'failed') return redirect(paths.home.href())
  // The page may hold a scan or a filled-in form, so it stays open below the login overlay.
  if (account.session === 'ended' && access === 'invited') return ENTER
  if (account.session === 'none' || account.session === 'ended')
    return redirect(
      isProfile(pathname) ? paths.home.href() : paths.login.href({ redirect: target }),
    )
  if (access === 'user') return ENTER
  const permission = REQUIRED_PERMISSIONS[access]
  if (permission)
    return account.role && isAllowed(account.role, permission) ? ENTER : redirect(paths.home.href())
  if (account.invite === 'checking') return { kind: 'wait', isForInvite: true }
  return account.invite === 'yes' ? ENTER : redirect(paths.invitation.href())
}
