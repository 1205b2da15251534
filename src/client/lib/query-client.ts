import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CATALOG } from '#shared/constants.ts'
import { ApiError } from './api.ts'
import { logProblem } from './log-problem.ts'

const RETRIES = 2

/** Only requests that did not arrive or failed on the server: a refusal would come again. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const createQueryClient = () =>
  new QueryClient({
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
    },
  })
