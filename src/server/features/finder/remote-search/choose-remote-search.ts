import type { Env } from '#server/core/env.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import type { CropPublisher, RemoteSearch } from './remote-search.ts'
import { searchApi } from './search-api.ts'
import { serpApi } from './serp-api.ts'

export const chooseRemoteSearch = (
  { SEARCHAPI_KEY, SERPAPI_KEY }: Pick<Env, 'SEARCHAPI_KEY' | 'SERPAPI_KEY'>,
  crops: CropPublisher,
): RemoteSearch[] =>
  [
    ...(SEARCHAPI_KEY ? [searchApi({ key: SEARCHAPI_KEY, crops })] : []),
    ...(SERPAPI_KEY ? [serpApi({ key: SERPAPI_KEY })] : []),
  ].map((provider) => withCircuitBreaker(provider))
