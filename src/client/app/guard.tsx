import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { matchPath, Navigate, Outlet, useLocation } from 'react-router'
import {
  createInviteStatusQuery,
  isInviteUntouched,
  getPendingInvite,
} from '#client/account/invitations.ts'
import { askToLogInAgain, askToLogInForSaved } from '#client/account/login-overlay-store.ts'
import { useSession } from '#client/account/session.ts'
import { FullPageSpinner } from '#client/ui/state.tsx'
import { isAllowed, type Permission, type Role, getRole } from '#shared/contract/permissions.ts'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { type Access, paths } from '#shared/paths.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

/** A pattern's text before its first parameter, without the slash that ends it. */
const getFixedStart = (pattern: string): string =>
  pattern.split(/[:*]/, 1)[0]?.replace(/\/$/, '') ?? ''

/**
 * Whether the path is one of this route. Comparing the start is enough to rule out nearly all routes;
 * `matchPath` compiles its pattern each time.
 */
export const matchesRoute = (pattern: string, pathname: string): boolean =>
  pathname.toLowerCase().startsWith(getFixedStart(pattern)) && matchPath(pattern, pathname) !== null

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

const isForRole = (access: Access): boolean => REQUIRED_PERMISSIONS[access] !== undefined

const ENTER: Verdict = { kind: 'enter' }
const redirectTo = (to: string): Verdict => ({ kind: 'redirect', to })

/** Unknown paths are public and lead to the not-found page. */
export const findAccess = (pathname: string): Access =>
  Object.values(paths).find(({ pattern }) => matchesRoute(pattern, pathname))?.access ?? 'public'

const isProfilePath = (pathname: string) => matchesRoute(paths.profile.pattern, pathname)

/** Who may enter a route. `target` is the full path: with its query and hash. */
export const guardRoute = (target: string, account: AccountState): Verdict => {
  const pathname = target.split(/[?#]/)[0] ?? target
  const access = findAccess(pathname)
  // Includes Home, which is always allowed.
  if (access === 'public') return ENTER
  if (account.session === 'checking') return { kind: 'wait', isForInvite: false }
  if (access === 'signed-out')
    return account.session === 'user' ? redirectTo(paths.home.href()) : ENTER
  if (account.session === 'failed') return redirectTo(paths.home.href())
  // The page may hold a scan or a filled-in form, so it stays open below the login overlay.
  if (account.session === 'ended' && access === 'invited') return ENTER
  if (account.session === 'none' || account.session === 'ended')
    return redirectTo(
      isProfilePath(pathname) ? paths.home.href() : paths.login.href({ redirect: target }),
    )
  if (access === 'user') return ENTER
  const permission = REQUIRED_PERMISSIONS[access]
  if (permission)
    return account.role && isAllowed(account.role, permission)
      ? ENTER
      : redirectTo(paths.home.href())
  if (account.invite === 'checking') return { kind: 'wait', isForInvite: true }
  return account.invite === 'yes' ? ENTER : redirectTo(paths.invitation.href())
}

const OpenedInvite = lazy(() => import('#client/features/invitation/opened-invite.tsx'))

/** Whether a user has been signed in since this page was opened. */
const useWasSignedIn = (pathname: string, isSignedIn: boolean): boolean => {
  const [opened, setOpened] = useState({ pathname, isSignedIn })
  if (opened.pathname !== pathname || (isSignedIn && !opened.isSignedIn))
    setOpened({ pathname, isSignedIn })
  return opened.pathname === pathname && opened.isSignedIn
}

/** The server renders pages for everyone, so it has no invite status to load. */
const useInvite = import.meta.env.SSR
  ? () => undefined
  : (uid: string, enabled: boolean) => useQuery({ ...createInviteStatusQuery(uid), enabled })

const useAccountState = (pathname: string): AccountState => {
  const { user, isChecking, hasFailed } = useSession()
  const needsInvite = Boolean(user) && findAccess(pathname) === 'invited'
  const wasSignedIn = useWasSignedIn(pathname, Boolean(user))
  const invite = useInvite(user?.uid ?? '', needsInvite)
  if (isChecking) return { session: 'checking' }
  if (hasFailed) return { session: 'failed' }
  if (!user) return { session: wasSignedIn ? 'ended' : 'none' }
  if (isForRole(findAccess(pathname))) return { session: 'user', invite: 'no', role: getRole(user) }
  // A positive answer counts for its ten minutes; a negative one is never reused.
  if (invite?.data) return { session: 'user', invite: 'yes' }
  if (!invite || invite.isFetching || invite.isPending)
    return { session: 'user', invite: 'checking' }
  return { session: 'user', invite: invite.isError ? 'failed' : 'no' }
}

/** The screen of this address, or a redirect: the guard decides before the screen's code is loaded. */
export const GuardedOutlet = () => {
  const { pathname, search, hash } = useLocation()
  const account = useAccountState(pathname)
  const isKeptOpen = account.session === 'ended' && findAccess(pathname) === 'invited'
  useEffect(() => {
    if (isKeptOpen) askToLogInAgain()
  }, [isKeptOpen])
  // A visitor who follows the heart in the header gets a message that explains the redirect to Home.
  const hasCode = getPendingInvite()?.kind === 'code'
  const isProfileRefused = account.session === 'none' && isProfilePath(pathname) && !hasCode
  useEffect(() => {
    if (isProfileRefused) askToLogInForSaved()
  }, [isProfileRefused])
  const wait = <FullPageSpinner message={UI_TEXT.loading} />
  // An invitation creates a new account, so a signed-in user has to confirm before it is used.
  if (isInviteUntouched() && account.session === 'checking') return wait
  const isSignedIn = isInviteUntouched() && account.session === 'user'
  if (isSignedIn || hasCode)
    return (
      <Suspense fallback={wait}>
        <OpenedInvite isSignedIn={isSignedIn} />
      </Suspense>
    )
  const target = pathname + search + hash
  const verdict = guardRoute(target, account)
  // The invitation page leads back to this target.
  if (verdict.kind === 'redirect')
    return <Navigate replace to={verdict.to} state={{ from: target }} />
  if (verdict.kind === 'wait')
    return (
      <FullPageSpinner message={verdict.isForInvite ? ACCESS_TEXT.checking : UI_TEXT.loading} />
    )
  return <Outlet />
}
