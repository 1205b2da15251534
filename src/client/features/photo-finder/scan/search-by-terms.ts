import type { api as clientApi } from '#client/lib/api.ts'
import { CATALOG_SOURCE, DETECTION_SEARCH, SELLER } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult } from '#shared/contract/search.ts'
import { mergedProducts, shoppingConfidence } from '#shared/domain/detection-rules.ts'
import { titleMatch } from '#shared/domain/ranking.ts'
import { namesFromTitle } from '#shared/domain/search-terms.ts'
import { SEARCH_ERRORS } from '#shared/finder-messages.ts'

/** A text search for a red top also returns red trousers: the result must name the object. */
const nounOf = (label: string): string => label.trim().split(/\s+/).at(-1) ?? ''

/** §7: products for up to three search terms, or for its name, merged with those that look alike. */
export const searchByTerms = async (
  api: typeof clientApi,
  detection: ScanDetection,
  signal: AbortSignal,
): Promise<ScanProduct[]> => {
  const { category, label, title, products, searchTerms } = detection
  const named = title?.trim() || label
  const terms = searchTerms?.length ? searchTerms : [named]
  const search = async (query: string) => {
    const body = { query, category, limit: DETECTION_SEARCH.resultsPerTerm }
    const { data } = await api('POST /google-shopping.php', { body, signal })
    return data.shopping_results
      .filter((result) => titleMatch(result.title, nounOf(label || named)) > 0)
      .map(productFromShopping)
  }
  const searches = await Promise.allSettled(terms.slice(0, DETECTION_SEARCH.terms).map(search))
  const found = searches.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
  const failed = searches.find((one) => one.status === 'rejected')
  if (failed && found.length === 0) {
    const { message } = failed.reason as Error
    throw new Error(message || SEARCH_ERRORS.shoppingFailed, { cause: failed.reason })
  }
  return mergedProducts(products, found, named)
}

/** Text matches are 'similar' at best. */
const productFromShopping = (result: ShoppingResult): ScanProduct => {
  const isOurs = result.source === CATALOG_SOURCE
  const product = {
    ...(isOurs ? { title: result.title } : namesFromTitle(result.title)),
    price: result.price,
    seller: result.seller,
    productLink: result.product_link ?? result.link,
  }
  return {
    id: result.product_id ?? result.product_link ?? result.title,
    ...product,
    confidence: shoppingConfidence(product),
    rating: result.rating,
    reviews: result.reviews,
    thumbnail: result.thumbnail,
    imageUrl: result.image,
    source: result.source ?? SELLER.shop,
    sureness: 'similar',
  }
}
