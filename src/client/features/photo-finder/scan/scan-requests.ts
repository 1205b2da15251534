import { api, callUrl } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { DETECTION_SEARCH, SELLER } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult } from '#shared/contract/search.ts'
import { mergedProducts } from '#shared/domain/detection-offer.ts'
import { titleMatch } from '#shared/domain/ranking.ts'
import type { ScanConnection } from './scan-stream.ts'

export const scanConnection = (imageUrl: string): ScanConnection => ({
  start: (signal) => api('POST /api/scan', { body: { imageUrl }, signal }),
  resume: (id, after, signal) =>
    api('GET /api/scan/:id', { params: { id }, query: { after }, signal }),
})

/** Outlives the page, so that leaving it stops the work on the server too. */
export const cancelScan = (id: string): void => {
  const stopping = fetch(callUrl('DELETE /api/scan/:id', { id }), {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
  })
  stopping.catch((error: unknown) => logProblem('The scan could not be cancelled', error))
}

/** A search by words also finds red trousers for a red top: the thing itself must be named. */
const nounOf = (label: string): string => label.trim().split(/\s+/).at(-1) ?? ''

/**
 * §7: product search for up to the first 3 search terms of a detection, or by its label where there are
 * none; merged with what was found by looks.
 */
export const searchByTerms = async (detection: ScanDetection, signal: AbortSignal) => {
  const { category, label, title, products, searchTerms } = detection
  const named = title?.trim() || label
  const terms = searchTerms?.length ? searchTerms : named ? [named] : []
  const found = await Promise.all(
    terms.slice(0, DETECTION_SEARCH.terms).map(async (query) => {
      const body = { query, category, limit: DETECTION_SEARCH.resultsPerTerm }
      const { data } = await api('POST /google-shopping.php', { body, signal })
      return data.shopping_results
        .filter((result) => titleMatch(result.title, nounOf(label || named)) > 0)
        .map(productFromShopping)
    }),
  )
  return mergedProducts(products, found, named)
}

/** Found by words, not by looks: similar at best. */
const productFromShopping = (result: ShoppingResult): ScanProduct => ({
  id: result.product_id ?? result.product_link ?? result.title,
  title: result.title,
  price: result.price,
  seller: result.seller,
  productLink: result.product_link ?? result.link,
  rating: result.rating,
  reviews: result.reviews,
  thumbnail: result.thumbnail,
  imageUrl: result.image,
  source: result.source ?? SELLER.shop,
  sureness: 'similar',
})
