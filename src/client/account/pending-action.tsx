import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallOptions } from '#client/lib/api.ts'
import { browserStorage, createExpiringEntry } from '#client/lib/browser-storage.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { paths } from '#shared/paths.ts'
import { useSession } from './session.ts'

/** An action that a visitor started before signing in. */
export type PendingAction =
  | { kind: 'favorite'; change: FavoriteToggle }
  | { kind: 'follow'; name: string }
  | { kind: 'add-to-board'; item: { look: string } | { product: string } }
  | { kind: 'set-alert'; alert: Omit<CallOptions<'POST /api/alerts'>['body'], 'email'> }

/**
 * Remembered by the browser and not by the tab, because the link of an email opens another tab. It is
 * never part of an address, so no other site can cause an action.
 */
export const pendingAction = createExpiringEntry<PendingAction>(
  'wearabouts.pending-action',
  browserStorage,
)

const useLoginHref = () => {
  const { pathname, search, hash } = useLocation()
  return paths.login.href({ redirect: pathname + search + hash })
}

/**
 * Returns a function that remembers an action and opens the login page. While the session is not known
 * yet, it waits: somebody who is signed in needs no login.
 */
export const useSignInFor = () => {
  const { user } = useSession()
  const navigate = useNavigate()
  const href = useLoginHref()
  const isWaiting = useRef(false)
  const openLogin = useEffectEvent(() => void navigate(href))
  useEffect(() => {
    if (user === undefined) return
    if (isWaiting.current && user === null) openLogin()
    isWaiting.current = false
  }, [user])
  return (action: PendingAction) => {
    pendingAction.write(action)
    isWaiting.current = user === undefined
    if (!isWaiting.current) void navigate(href)
  }
}

type SignInLinkProps = {
  action: PendingAction
  isPrimary?: boolean
  onLeave: () => void
  children: ReactNode
}

/** A link from a dialog to the login page. The action continues after the login. */
export const SignInLink = ({ action, isPrimary = false, onLeave, children }: SignInLinkProps) => (
  <ButtonLink
    replace
    variant={isPrimary ? 'primary' : 'quiet'}
    className="start"
    to={useLoginHref()}
    onClick={() => {
      pendingAction.write(action)
      onLeave()
    }}
  >
    {children}
  </ButtonLink>
)
