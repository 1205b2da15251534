import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { changeFavorite } from '#client/account/favorite.tsx'
import { closeLoginOverlay } from '#client/account/login-overlay-store.ts'
import { savedProductsQuery } from '#client/account/own-products.ts'
import { type PendingAction, pendingAction } from '#client/account/pending-action.tsx'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { addToBoard } from '#client/catalog/boards/boards.ts'
import { followingQuery } from '#client/catalog/people/follow-button.tsx'

/** Returns the message to show afterwards; null if a dialog continues the action. */
const performAction = async (
  queries: QueryClient,
  uid: string,
  action: PendingAction,
): Promise<string | null> => {
  if (action.kind === 'favorite') {
    const { favorite, isWanted } = action.change
    const change = changeFavorite(queries, uid, action.change)
    void queries.prefetchQuery(savedProductsQuery(uid))
    await change
    return `${favorite.name} ${isWanted ? 'saved' : 'removed'}`
  }
  if (action.kind === 'follow') {
    await api('PUT /api/following/:name', { params: { name: action.name } })
    await queries.invalidateQueries({ queryKey: followingQuery.queryKey })
    return FOLLOWING_TEXT.followed(action.name)
  }
  if (action.kind === 'set-alert') {
    await api('POST /api/alerts', { body: action.alert })
    await queries.invalidateQueries({ queryKey: ['alerts'] })
    return ALERT_TEXT.active
  }
  addToBoard(action.item)
  return null
}

/** Pages that are left as soon as the user has signed in. */
const LOGIN_PAGES: ReadonlySet<string> = new Set([paths.login.pattern, paths.emailLink.pattern])

/** Performs the action that the visitor started before the login. Loaded only for signed-in users. */
const PendingActionRunner = () => {
  const queries = useQueryClient()
  const uid = useSession().user?.uid
  const isLoginPage = LOGIN_PAGES.has(useLocation().pathname)
  useEffect(() => {
    if (uid === undefined || isLoginPage) return
    closeLoginOverlay()
    const action = pendingAction.take()
    if (!action) return
    performAction(queries, uid, action).then(
      (message) => message !== null && toast.success(message),
      toast.failure,
    )
  }, [uid, isLoginPage, queries])
  return null
}

export default PendingActionRunner
