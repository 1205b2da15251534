import {
  type QueryClient,
  queryOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { api, describeFailure } from '#client/lib/api.ts'
import type { ScanSummary } from '#shared/contract/library.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import { useSession } from './session.ts'

type OwnListName = 'saved-products' | 'my-products' | 'my-scans'

/** The live stream announces changes of a list, so age alone never makes it stale. */
const createLiveQuery =
  <Item>(
    name: OwnListName,
    load: (uid: string, signal: AbortSignal) => Promise<{ data: Item[] }>,
  ) =>
  (uid: string) =>
    queryOptions({
      queryKey: [name, uid],
      queryFn: async ({ signal }) => (await load(uid, signal)).data,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: 'always',
    })

export const savedProductsQuery = createLiveQuery('saved-products', (uid, signal) =>
  api('POST /saved-products.php', { body: { uid }, signal }),
)
const myProductsQuery = createLiveQuery('my-products', (uid, signal) =>
  api('POST /my-products.php', { body: { uid }, signal }),
)
const myScansQuery = createLiveQuery('my-scans', (_uid, signal) =>
  api('GET /api/my-scans', { signal }),
)

/**
 * Fetches a list again after a change. A list that is being loaded for the first time is invalidated
 * twice, because the reply that is on its way may lack the change.
 */
export const refetchAfterChange = async (queries: QueryClient, queryKey: readonly string[]) => {
  const isFirst = queries.getQueryData(queryKey) === undefined
  await queries.invalidateQueries({ queryKey })
  if (isFirst && queries.getQueryData(queryKey) !== undefined)
    await queries.invalidateQueries({ queryKey })
}

/** A heart on one of the user's own products appears in both lists, and scans show their records. */
export const refreshOwnLists = (queries: QueryClient) =>
  Promise.all(
    (['my-scans', 'saved-products', 'my-products'] satisfies OwnListName[]).map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )

const NO_PRODUCTS: ProductRecord[] = []
const NO_SCANS: ScanSummary[] = []

/** After loading fails the list becomes empty and is marked loaded. */
const toOwnList = (query: UseQueryResult<ProductRecord[]>, fallback: string) => ({
  products: query.data ?? NO_PRODUCTS,
  isLoading: query.isPending,
  /** The server's message, or a fallback. */
  problem: query.error && describeFailure(query.error, fallback),
  retry: () => void query.refetch(),
})
export type OwnList = ReturnType<typeof toOwnList>

export const useSavedProducts = (uid: string) =>
  toOwnList(useQuery(savedProductsQuery(uid)), SERVER_ERRORS.getSavedProducts)
export const useMyProducts = (uid: string) =>
  toOwnList(useQuery(myProductsQuery(uid)), SERVER_ERRORS.getMyProducts)

export const useMyScans = (uid: string) => {
  const query = useQuery(myScansQuery(uid))
  return { query, scans: query.data ?? NO_SCANS }
}

const countRecords = (products: ProductRecord[]) => products.length

export const useSavedCount = (): number => {
  const { user } = useSession()
  const uid = user?.uid ?? ''
  const { data } = useQuery({
    ...savedProductsQuery(uid),
    enabled: uid !== '',
    select: countRecords,
  })
  return data ?? 0
}
