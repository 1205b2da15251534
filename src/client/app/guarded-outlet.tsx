import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { inviteStatusQuery, isInviteUntouched, pendingInvite } from '#client/account/invitations.ts'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { useSession } from '#client/account/session.ts'
import { FullPageSpinner } from '#client/ui/state.tsx'
import { roleOf } from '#shared/contract/permissions.ts'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { accessOf, type AccountState, guard, isForRole } from './guard.ts'

const EmailInvite = lazy(() => import('#client/features/invitation/email-invite.tsx'))
const SignedInInvite = lazy(() => import('#client/features/invitation/signed-in-invite.tsx'))

/** Whether somebody has been signed in since this page was opened. */
const useWasSignedIn = (pathname: string, isSignedIn: boolean): boolean => {
  const [opened, setOpened] = useState({ pathname, isSignedIn })
  if (opened.pathname !== pathname || (isSignedIn && !opened.isSignedIn))
    setOpened({ pathname, isSignedIn })
  return opened.pathname === pathname && opened.isSignedIn
}

/** The server renders pages for everyone, so it has no invite status to load. */
const useInvite = import.meta.env.SSR
  ? () => undefined
  : (uid: string, enabled: boolean) => useQuery({ ...inviteStatusQuery(uid), enabled })

const useAccountState = (pathname: string): AccountState => {
  const { user, isChecking, hasFailed } = useSession()
  const needsInvite = Boolean(user) && accessOf(pathname) === 'invited'
  const wasSignedIn = useWasSignedIn(pathname, Boolean(user))
  const invite = useInvite(user?.uid ?? '', needsInvite)
  if (isChecking) return { session: 'checking' }
  if (hasFailed) return { session: 'failed' }
  if (!user) return { session: wasSignedIn ? 'ended' : 'none' }
  if (isForRole(accessOf(pathname))) return { session: 'user', invite: 'no', role: roleOf(user) }
  // A positive answer counts for its ten minutes; a negative one is never reused.
  if (invite?.data) return { session: 'user', invite: 'yes' }
  if (!invite || invite.isFetching || invite.isPending)
    return { session: 'user', invite: 'checking' }
  return { session: 'user', invite: invite.isError ? 'failed' : 'no' }
}

/** Runs the guard before a screen's code is loaded. */
export const GuardedOutlet = () => {
  const { pathname, search, hash } = useLocation()
  const account = useAccountState(pathname)
  const isKeptOpen = account.session === 'ended' && accessOf(pathname) === 'invited'
  useEffect(() => {
    if (isKeptOpen) useLoginOverlay.getState().askAgain()
  }, [isKeptOpen])
  const wait = <FullPageSpinner message="Loading" />
  // An invitation creates a new account, so somebody who is signed in decides before it is used.
  if (isInviteUntouched() && account.session === 'checking') return wait
  const Invite = isInviteUntouched() && account.session === 'user' ? SignedInInvite : EmailInvite
  if (Invite === SignedInInvite || pendingInvite()?.kind === 'code')
    return (
      <Suspense fallback={wait}>
        <Invite />
      </Suspense>
    )
  const target = pathname + search + hash
  const verdict = guard(target, account)
  // The invitation page leads back to this target.
  if (verdict.kind === 'redirect')
    return <Navigate replace to={verdict.to} state={{ from: target }} />
  if (verdict.kind === 'wait')
    return <FullPageSpinner message={verdict.isForInvite ? ACCESS_TEXT.checking : 'Loading'} />
  return <Outlet />
}
