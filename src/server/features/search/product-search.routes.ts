import { succeeded } from '#shared/contract/call.ts'
import type { productSearchCalls } from '#shared/contract/product-search.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { ProductSearch } from './product-search.service.ts'

export const productSearchHandlers = (
  search: ProductSearch,
): Handlers<typeof productSearchCalls> => ({
  'GET /api/search/products': async ({ query }) => succeeded(await search.products(query)),
  'GET /api/search/counts': async ({ query }) => succeeded(await search.counts(query)),
})
