import { QueryClient } from '@tanstack/react-query'
import { CATALOG } from '#shared/constants.ts'
import { ApiError } from './api.ts'

const RETRIES = 2

/** A refusal would be repeated; only what did not arrive, or failed on the server, is worth a retry. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const createQueryClient = () =>
  new QueryClient({
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
