import type { api as clientApi } from '#client/lib/api.ts'
import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { listResults, titleMatch } from '#shared/domain/results.ts'
import { SEARCH_ERRORS } from '#shared/finder-messages.ts'

/** A text search for a red top also returns red trousers: the result must name the object. */
const nounOf = (label: string): string => label.trim().split(/\s+/).at(-1) ?? ''

/** Products for up to three search terms, or for its label, listed with those that look alike. */
export const searchByTerms = async (
  api: typeof clientApi,
  { category, label, products, searchTerms }: ScanDetection,
  signal: AbortSignal,
): Promise<ScanProduct[]> => {
  const terms = searchTerms?.length ? searchTerms : [label]
  const search = async (term: string) => {
    const body = { term, category, count: DETECTION_SEARCH.resultsPerTerm }
    const reply = await api('POST /api/product-search', { body, signal })
    return reply.products.filter(
      ({ title, originalTitle }) => titleMatch(originalTitle ?? title, nounOf(label)) > 0,
    )
  }
  const searches = await Promise.allSettled(terms.slice(0, DETECTION_SEARCH.terms).map(search))
  const byTerms = searches.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = searches.find((one) => one.status === 'rejected')
  if (failed && searches.every((one) => one.status === 'rejected')) {
    const { message } = failed.reason as Error
    throw new Error(message || SEARCH_ERRORS.shoppingFailed, { cause: failed.reason })
  }
  return listResults([...products, ...byTerms], { label })
}
