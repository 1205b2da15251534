import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CATALOG } from '#shared/constants.ts'
import { ApiError } from './api.ts'

const RETRIES = 2

/** A refusal would be repeated; only what did not arrive, or failed on the server, is worth a retry. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Who is signed in: see account/session.ts. */
export const SESSION_KEY = ['session'] as const

export const createQueryClient = (): QueryClient => {
  // The first refused call tells that a session has expired.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) queries.setQueryData(SESSION_KEY, null)
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: CATALOG.memoryCacheMs,
        gcTime: CATALOG.memoryCacheMs,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: false,
      },
    },
  })
  return queries
}
