import {
  infiniteQueryOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryCache,
  QueryClient,
  queryOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { CATALOG } from '#shared/constants.ts'
import {
  api,
  ApiError,
  type KnownCallKey,
  type CallOptions,
  type CallReply,
  readInlinedReply,
} from './api.ts'
import { logProblem } from './log-problem.ts'

const RETRIES = 2

/** Retries only requests that did not arrive or failed on the server. A refusal would be repeated. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/**
 * Invalidating also restarts a first load. TanStack Query would keep its request, whose reply may be
 * older than the change that invalidates it.
 */
class RestartingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    const isRefetched = filters?.refetchType !== 'none'
    const firstLoads = this.getQueryCache()
      .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' } as object)
      .filter(({ state }) => isRefetched && state.data === undefined)
    // Without a first load, queries are stale at once: a screen that opens right afterwards relies on it.
    if (firstLoads.length > 0)
      await Promise.all(firstLoads.map((query) => query.cancel({ revert: true })))
    await super.invalidateQueries(filters, options)
  }
}

export const createQueryClient = () =>
  new RestartingQueryClient({
    queryCache: new QueryCache({
      // The screen offers a retry; the reason is logged for whoever investigates it.
      onError: (error, { queryKey }) => logProblem(`Could not load ${String(queryKey[0])}`, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: CATALOG.memoryCacheMs,
        // The server clears each page's queries itself; a timer for each would cost more than the query.
        gcTime: typeof window === 'undefined' ? Infinity : CATALOG.memoryCacheMs,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: false,
      },
      // Without a network an action fails at once. Paused, it would run later, when nobody expects it.
      mutations: { networkMode: 'always' },
    },
  })

type CallData<K extends KnownCallKey> = CallReply<K> extends { data: infer Data } ? Data : never
type DataReply<K extends KnownCallKey> = { data: CallData<K> }

/** The data of a GET call as a query. The reply may have come inside the document. */
export const createCallQuery = <K extends KnownCallKey>(
  queryKey: readonly unknown[],
  key: K,
  options: CallOptions<K>,
) => {
  // Only for a certain key does TypeScript know that the call takes these options and replies with data.
  const call = api as unknown as (key: K, options: object) => Promise<DataReply<K>>
  const readInlinedData = () =>
    (readInlinedReply(key, options as object) as DataReply<K> | undefined)?.data
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call(key, { ...options, signal })).data,
    initialData: readInlinedData,
  })
}

type Cursor = string | undefined

/** A list that is loaded page by page; its first page may have come inside the document. */
export const createPagedQuery = <Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  load: (after: { after?: string }, signal: AbortSignal) => Promise<{ data: Page }>,
  inlined: () => { data: Page } | undefined = () => undefined,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (await load(pageParam === undefined ? {} : { after: pageParam }, signal)).data,
    initialData: () => {
      const reply = inlined()
      return reply && { pages: [reply.data], pageParams: [undefined] }
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }): Cursor => next ?? undefined,
  })
