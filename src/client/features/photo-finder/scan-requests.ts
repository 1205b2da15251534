import { api, callUrl } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { mergedProducts } from '#shared/domain/detection-offer.ts'
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

/**
 * §7: product search for up to the first 3 search terms of a detection, or by its label where there are
 * none; merged with what was found by looks.
 */
export const searchByTerms = async (detection: ScanDetection, signal: AbortSignal) => {
  const { category, label, title, products, searchTerms } = detection
  const named = title?.trim() || label
  const terms = searchTerms?.length ? searchTerms : named ? [named] : []
  const found = await Promise.all(
    terms.slice(0, DETECTION_SEARCH.terms).map(async (term) => {
      const query = { term, category, count: DETECTION_SEARCH.resultsPerTerm }
      return (await api('GET /api/product-search', { query, signal })).products
    }),
  )
  return mergedProducts(products, found, named)
}
