import type { searchCalls } from '#shared/contract/search.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { productNameFromTitle } from '#shared/domain/search-terms.ts'
import { SCAN_MESSAGES, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import {
  matchFromProduct,
  type ProductSearch,
  shoppingFromProduct,
} from './product-search.service.ts'

/** Why a query cannot be searched, or null. */
const titleProblem = (query: string) => {
  if (!query) return SEARCH_ERRORS.noTitles
  return productNameFromTitle(query) ? null : SEARCH_ERRORS.noValidTitles
}

export const searchHandlers = (
  search: ProductSearch,
  uploads: Pick<UploadsService, 'readAny'>,
): Handlers<typeof searchCalls> => ({
  'POST /google-lens.php': async ({ body, user, request }) => {
    const bytes = await uploads.readAny(user.uid, body.imageUrl)
    const { products, error } = await search.byPicture(user.uid, bytes, request.signal)
    const data = {
      visual_matches: products.map(matchFromProduct),
      shopping_results: products.map(shoppingFromProduct),
    }
    return products.length > 0
      ? { success: true, data }
      : { success: false, error: error ?? SCAN_MESSAGES.noVisualMatches, data }
  },

  'POST /google-shopping.php': async ({ body, user, request }) => {
    // Clients may send any word as a category; an unknown one does not filter.
    const category = CATEGORIES.find((one) => one === body.category)
    const problem = titleProblem(body.query)
    const { products, error } = problem
      ? { products: [], error: problem }
      : await search.byTerm(
          { term: body.query, category, count: body.limit, uid: user.uid },
          request.signal,
        )
    return {
      ...(products.length === 0 && error ? { success: false, error } : { success: true }),
      data: {
        shopping_results: products.map(shoppingFromProduct),
        search_information: { total_results: products.length },
      },
    }
  },
})
