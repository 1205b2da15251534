import { QueryClient } from '@tanstack/react-query'
import { CATALOG } from '#shared/constants.ts'
import { ApiError } from './api.ts'

const RETRIES = 2

/** A refusal will be refused again; only what never reached us, or broke on our side, is tried anew. */
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CATALOG.memoryCacheMs,
        gcTime: CATALOG.memoryCacheMs,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: false,
      },
    },
  })
