import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, createContext, createElement, useContext, useEffect, useRef } from 'react'
import { api, readInlinedReply, onSessionExpired } from '#client/lib/api.ts'
import { browserStorage, tabStorage } from '#client/lib/browser-storage.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { signOutKeepingPreferences } from '#client/lib/preferences.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import { INVITE } from '#shared/account-constants.ts'
import type { Account, SessionUser } from '#shared/contract/session.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { SESSION_RESTORED_EVENT } from '#shared/account-constants.ts'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

/**
 * Only the server can remove the session cookie. When the call that asks for it fails, this note
 * keeps the user signed out here, and the call is repeated before a session is read again.
 */
const PENDING_KEY = 'wearabouts.sign-out-pending'

export const isSignOutPending = () => browserStorage.read(PENDING_KEY) !== null
const forgetPendingSignOut = () => browserStorage.remove(PENDING_KEY)

/** Whether the server has ended the session; `url` is where to sign out at the provider too. */
const trySigningOut = async (): Promise<{ isDone: boolean; url: string | null }> => {
  try {
    const { data } = await signOutKeepingPreferences(() => api('POST /api/sign-out'))
    forgetPendingSignOut()
    return { isDone: true, url: data?.url ?? null }
  } catch (error) {
    logProblem('Signing out failed', error)
    browserStorage.write(PENDING_KEY, '1')
    return { isDone: false, url: null }
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    if (isSignOutPending() && !(await trySigningOut()).isDone) return null
    return (await api('GET /api/session', { signal })).data.user
  },
  initialData: () =>
    isSignOutPending() ? undefined : readInlinedReply('GET /api/session')?.data.user,
  staleTime: MINUTE_MS,
  refetchOnWindowFocus: true,
})

export const watchSession = (queries: QueryClient) =>
  onSessionExpired(() => queries.setQueryData(sessionQuery.queryKey, null))

const useObservedSession = () => {
  const { data, isPending, isError } = useQuery(sessionQuery)
  return { user: data, isChecking: isPending, hasFailed: isError && data === undefined }
}

/** The server renders each page once, so it needs no observer, which would take a thirtieth of the time. */
const useInlinedSession = (): ReturnType<typeof useObservedSession> => {
  const user = readInlinedReply('GET /api/session')?.data.user
  return { user, isChecking: user === undefined, hasFailed: false }
}

const useSessionQuery = import.meta.env.SSR ? useInlinedSession : useObservedSession

/** One observer for the whole app: one for each component took a fifth of a render. */
const SessionContext = createContext<ReturnType<typeof useSessionQuery> | null>(null)

/** The signed-in person; `user` is null for a visitor, undefined while that is being checked. */
export const useSession = () => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

export const SessionProvider = ({ children }: { children: ReactNode }) =>
  createElement(SessionContext, { value: useSessionQuery() }, children)

const USER_KEY = 'user'
/** Every other key of an account starts with this, so that signing out can clear them all. */
const ACCOUNT_PREFIX = 'wearabouts.account.'

/** When this invite user signed in, if their stored copy is still there. */
const readLoginTime = (uid: string): number | undefined => {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(USER_KEY) ?? 'null')
    const { uid: storedUid, loginTime } = (stored ?? {}) as { uid?: unknown; loginTime?: unknown }
    return storedUid === uid && typeof loginTime === 'number' ? loginTime : undefined
  } catch {
    // Not what this site has written: nothing is stored.
    return undefined
  }
}

/**
 * A copy for display. It proves nothing: the server trusts only its own cookie. An invite user's
 * `loginTime` is that of the login, however often the page is loaded, and ends the copy after a day.
 */
export const storeUser = (user: Account, isNewLogin: boolean) => {
  const copy = { displayName: user.displayName, email: user.email, photo_url: user.photoURL }
  if (!user.isInviteUser) return browserStorage.write(USER_KEY, JSON.stringify(copy))
  const loginTime = (isNewLogin ? undefined : readLoginTime(user.uid)) ?? Date.now()
  if (Date.now() - loginTime >= INVITE.sessionMs) return browserStorage.remove(USER_KEY)
  const invite = { isInviteUser: true, uid: user.uid, loginTime }
  return browserStorage.write(USER_KEY, JSON.stringify({ ...copy, ...invite }))
}

/** With no user, all local data is cleared. */
export const clearLocalUser = () => {
  browserStorage.removeWhere(
    (key) => key === USER_KEY || key === INVITE.statusCacheKey || key.startsWith(ACCOUNT_PREFIX),
  )
  tabStorage.removeWhere((key) => key.startsWith(ACCOUNT_PREFIX))
}

/** The user is cleared whether or not the call succeeds. */
const clearUser = async () => {
  const { url } = await trySigningOut()
  clearLocalUser()
  return url
}

/** Ends the session in this browser and on the server; the page stays. */
export const signOutHere = async (queries: QueryClient) => {
  await clearUser()
  queries.setQueryData(sessionQuery.queryKey, null)
}

/** Leads to the root, by way of an OpenID provider if the session began there. */
export const signOutAndLeave = () =>
  void clearUser().then((url) =>
    url === null ? loadPage(paths.home.href()) : window.location.assign(url),
  )

/** Unlike signing out here, this must succeed: otherwise the other devices stay signed in. */
export const signOutEverywhere = async () => {
  await signOutKeepingPreferences(() => api('DELETE /api/account/sessions'))
  clearLocalUser()
  loadPage(paths.home.href())
}

const SIGNING_IN_KEY = 'wearabouts.account.signing-in'

/** Remembers, across the provider's pages, that the next session is a login and not a restored one. */
export const markSigningIn = () => {
  // An unfinished sign-out must not end the session that begins now.
  forgetPendingSignOut()
  tabStorage.write(SIGNING_IN_KEY, '1')
}

const takeSigningInMark = (): boolean => {
  const isSigningIn = tabStorage.read(SIGNING_IN_KEY) !== null
  tabStorage.remove(SIGNING_IN_KEY)
  return isSigningIn
}

/** Event names come from the specification; no event identifies the user. */
const ANALYTICS_EVENT = 'wearabouts:analytics'

/**
 * The analytics port: an event on `window`. Nothing listens by default, so nothing is
 * stored or sent.
 */
const trackEvent = (name: string) => {
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail: { name, at: Date.now() } }))
}

/** Tells the server about a login; a failure to sync is logged and ignored. */
export const syncLogin = async (user: Account) => {
  const { uid, email, displayName, photoURL, provider } = user
  const firebase_user_data = { uid, email, displayName, photoURL }
  const calls = await Promise.allSettled([
    api('POST /user.php', { body: { firebase_user_data, provider } }),
    api('POST /update-last-login.php', { body: { firebase_uid: uid } }),
  ])
  for (const call of calls)
    if (call.status === 'rejected') logProblem('The login could not be synced', call.reason)
}

/** Runs once the user is known: stores the local copy, sends the event, syncs a new login. */
export const useSessionEvents = () => {
  const queries = useQueryClient()
  const { user, hasFailed } = useSession()
  const lastUid = useRef<string | null | undefined>(undefined)

  useEffect(() => {
    // An error while the session is checked clears the user.
    if (hasFailed) clearLocalUser()
    if (user === undefined) return
    const uid = user?.uid ?? null
    const isNewUser = lastUid.current !== uid
    lastUid.current = uid
    if (!user) return clearLocalUser()
    const isNewLogin = isNewUser && takeSigningInMark()
    storeUser(user, isNewLogin)
    if (!isNewUser) return
    if (isNewLogin) toast.success(ACCESS_TEXT.signedInAs(user.displayName))
    if (isNewLogin)
      void syncLogin(user).then(() =>
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      )
    // Invite users skip the restore from the provider.
    else if (!user.isInviteUser) trackEvent(SESSION_RESTORED_EVENT)
  }, [user, hasFailed, queries])
}
