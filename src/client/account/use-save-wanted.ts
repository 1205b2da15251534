import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '#client/ui/toast.ts'
import { useLoginOverlay } from './login-overlay-store.ts'
import { savedProductsQuery } from './own-products.ts'
import { useSession } from './session.ts'
import { changeFavorite } from './use-toggle-favorite.ts'
import { takeWanted } from './wanted-favorite.ts'

/** After login, completes the change whose heart asked for it. */
export const useSaveWanted = () => {
  const queries = useQueryClient()
  const { user } = useSession()
  const uid = user?.uid

  useEffect(() => {
    if (uid === undefined) return
    useLoginOverlay.getState().leave()
    const change = takeWanted()
    if (!change) return
    const { favorite, isWanted } = change
    changeFavorite(queries, uid, change).then(
      () => toast.show(`${favorite.name} ${isWanted ? 'saved' : 'removed'}`, { kind: 'success' }),
      (error: Error) => toast.show(error.message, { kind: 'error' }),
    )
    void queries.prefetchQuery(savedProductsQuery(uid))
  }, [uid, queries])
}
