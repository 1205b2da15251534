import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { useSession } from './session.ts'

/** Kept fresh by the live stream, so never stale by age; asked again whenever that says so. */
const LIVE = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: 'always' } as const

export const savedProductsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['saved-products', uid],
    queryFn: async ({ signal }) =>
      (await api('POST /saved-products.php', { body: { uid }, signal })).data,
    ...LIVE,
  })

const myProductsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['my-products', uid],
    queryFn: async ({ signal }) =>
      (await api('POST /my-products.php', { body: { uid }, signal })).data,
    ...LIVE,
  })

/** After a change of either: a heart on an own product stands in both. */
export const refreshOwnLists = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['saved-products'] }),
    queries.invalidateQueries({ queryKey: ['my-products'] }),
  ])

const NOTHING: ProductRecord[] = []

/** §4: after loading fails the list becomes empty and is marked loaded. */
const asList = ({ data, isPending, refetch, isError }: ListQuery) => ({
  products: data ?? NOTHING,
  isLoading: isPending,
  hasFailed: isError,
  retry: () => void refetch(),
})
type ListQuery = {
  data: ProductRecord[] | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

export const useSavedProducts = (uid: string) => asList(useQuery(savedProductsQuery(uid)))
export const useMyProducts = (uid: string) => asList(useQuery(myProductsQuery(uid)))

const count = (products: ProductRecord[]) => products.length

/** The number beside the header's heart. */
export const useSavedCount = (): number => {
  const { user } = useSession()
  const uid = user?.uid ?? ''
  const { data } = useQuery({ ...savedProductsQuery(uid), enabled: uid !== '', select: count })
  return data ?? 0
}
