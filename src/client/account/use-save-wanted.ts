import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '#client/ui/toast.ts'
import { savedProductsQuery } from './own-products.ts'
import { useSession } from './session.ts'
import { changeFavorite } from './use-toggle-favorite.ts'
import { takeWanted } from './wanted-favorite.ts'

/** After signing in, the product whose heart began it is saved. */
export const useSaveWanted = () => {
  const queries = useQueryClient()
  const { user } = useSession()
  const uid = user?.uid

  useEffect(() => {
    if (uid === undefined) return
    const favorite = takeWanted()
    if (!favorite) return
    changeFavorite(queries, uid, { favorite, isWanted: true }).then(
      () => toast.show(`${favorite.name} is saved`, { kind: 'success' }),
      (error: Error) => toast.show(error.message, { kind: 'error' }),
    )
    void queries.prefetchQuery(savedProductsQuery(uid))
  }, [uid, queries])
}
