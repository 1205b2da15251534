import { api } from '#client/lib/api.ts'
import { browserStorage } from '#client/lib/browser-storage.ts'
import { keepingTheme } from '#client/lib/theme.ts'
import { logProblem } from '#client/lib/log-problem.ts'

/**
 * Only the server can remove the session cookie. When the call that asks for it fails, this note
 * keeps the user signed out here, and the call is repeated before a session is read again.
 */
const PENDING_KEY = 'wearabouts.sign-out-pending'

export const isSignOutPending = () => browserStorage.read(PENDING_KEY) !== null
export const forgetPendingSignOut = () => browserStorage.remove(PENDING_KEY)

/** Whether the server has ended the session; `url` is where to sign out at the provider too. */
export const tryToSignOut = async (): Promise<{ isDone: boolean; url: string | null }> => {
  try {
    const { data } = await keepingTheme(() => api('POST /api/sign-out'))
    forgetPendingSignOut()
    return { isDone: true, url: data?.url ?? null }
  } catch (error) {
    logProblem('Signing out failed', error)
    browserStorage.write(PENDING_KEY, '1')
    return { isDone: false, url: null }
  }
}
