import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import type { Account } from '#shared/contract/session.ts'
import { SESSION_RESTORED_EVENT } from '#shared/messages.ts'
import { sessionQuery, useSession } from './session.ts'
import { takeSigningIn } from './sign-in.ts'
import { clearLocalUser, storeUser } from './stored-user.ts'

/** Event names come from the specification; no event identifies the user. */
const ANALYTICS_EVENT = 'wearabouts:analytics'

/**
 * The analytics port: an event on `window` (decision 047). Nothing listens by default, so nothing is
 * stored or sent.
 */
const track = (name: string) => {
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
export const useSessionLife = () => {
  const queries = useQueryClient()
  const { user, hasFailed } = useSession()
  const greeted = useRef<string | null | undefined>(undefined)

  useEffect(() => {
    // §8: an error while the session is checked clears the user.
    if (hasFailed) clearLocalUser()
    if (user === undefined) return
    const uid = user?.uid ?? null
    const isNewUser = greeted.current !== uid
    greeted.current = uid
    if (!user) return clearLocalUser()
    const isNewLogin = isNewUser && takeSigningIn()
    storeUser(user, isNewLogin)
    if (!isNewUser) return
    if (isNewLogin)
      void syncLogin(user).then(() =>
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      )
    // Invite users skip the restore from the provider.
    else if (!user.isInviteUser) track(SESSION_RESTORED_EVENT)
  }, [user, hasFailed, queries])
}
