import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import {
  type Crop,
  type RemoteCall,
  type RemoteSearch,
  RemoteSearchError,
} from '#server/features/finder/remote-search/remote-search.ts'
import type { RemotePictureUrls } from '#server/features/images/index.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { SHOPPING_SEARCH } from '#shared/finder-constants.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/remote-search.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import {
  isDigitalItem,
  isLensCandidateKept,
  computeLensConfidence,
  computeShoppingConfidence,
} from '#shared/domain/detection-rules.ts'
import { buildShoppingDetectionId } from '#shared/domain/detection.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { isCompleteOffer } from '#shared/domain/results.ts'
import { parseTitle, shortenProductTitle } from '#shared/domain/search-terms.ts'
import { FINDER_TEXT, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import type { Budget } from './remote-budget.store.ts'

/** Ids of web shops' products that look like an object; those found by words have other ids. */
const REMOTE_MATCH_PREFIX = 'remote_'

/** Identifies a product by its page, so that different searches give it the same id. */
const hashLink = (link: string) =>
  createHash('sha256').update(link).digest('base64url').slice(0, 24)

const truncateText = (text: string | undefined, limit: number): string | undefined =>
  text?.slice(0, limit)

/** A link is never truncated, because it would no longer work. */
const toUsableLink = (link: string | undefined): string | undefined =>
  isHttpLink(link) && link.length <= FIELD_LIMITS.linkChars ? link : undefined

const toPriceFields = ({ price, extracted_price }: ShoppingResult | VisualMatch) => ({
  price: truncateText(price, FIELD_LIMITS.priceChars),
  extractedPrice: extracted_price,
})

/** Providers return no similarity; the first match is usually the closest. */
const toProduct = (match: VisualMatch, provider: string, index: number): ScanProduct => ({
  id: `${REMOTE_MATCH_PREFIX}${hashLink(match.link)}`,
  ...parseTitle(match.title),
  confidence: computeLensConfidence(index),
  ...toPriceFields(match),
  stockInfo: truncateText(match.stock_information, FIELD_LIMITS.textChars),
  seller: truncateText(match.source, FIELD_LIMITS.nameChars),
  productLink: toUsableLink(match.link),
  rating: match.rating,
  reviews: match.reviews,
  thumbnail: toUsableLink(match.thumbnail),
  imageUrl: toUsableLink(match.image?.link),
  description: truncateText(match.snippet, FIELD_LIMITS.textChars),
  source: provider,
  sureness: index === 0 ? 'close' : 'similar',
})

/** The id of a shopping result; the provider's own may be missing, or differ between two calls. */
const createShoppingId = ({ product_link, link, title }: ShoppingResult) =>
  buildShoppingDetectionId(hashLink(product_link ?? link ?? title))

/** Text matches are 'similar' at best. */
const toShoppingProduct = (result: ShoppingResult, provider: string): ScanProduct => {
  const productLink = toUsableLink(result.product_link ?? result.link)
  const product = {
    ...parseTitle(result.title),
    ...toPriceFields(result),
    seller: truncateText(result.seller, FIELD_LIMITS.nameChars),
    productLink,
  }
  return {
    id: createShoppingId(result),
    ...product,
    confidence: computeShoppingConfidence(product),
    rating: result.rating,
    reviews: result.reviews,
    delivery: truncateText(result.delivery, FIELD_LIMITS.textChars),
    durability: truncateText(result.durability, FIELD_LIMITS.textChars),
    offers: truncateText(result.offers, FIELD_LIMITS.textChars),
    extractedOffers: result.extracted_offers,
    offersLink: toUsableLink(result.offers_link),
    thumbnail: toUsableLink(result.thumbnail),
    imageUrl: toUsableLink(result.image),
    thumbnailVideo: toUsableLink(result.thumbnail_video),
    source: provider,
    sureness: 'similar',
  }
}

type RemoteFinderDependencies = {
  /** Called in this order until one answers; empty without a key. */
  providers: readonly RemoteSearch[]
  budget: Pick<Budget, 'take'>
  pictures: RemotePictureUrls
  log: Logger
}

/**
 * `notice` tells the user why results may be missing; `error` is the error message of the call.
 */
type Outcome<T> = { provider: string; results: T[]; notice: string | null; error: string | null }

type Sentences = { status: (status: number) => string; other: string }
const LENS: Sentences = { status: SEARCH_ERRORS.lensStatus, other: SEARCH_ERRORS.lensFailed }
const SHOPPING: Sentences = { status: CALL_ERRORS.httpStatus, other: SEARCH_ERRORS.shoppingFailed }

/** Searches web shops. A failure becomes a notice, so that the user still gets the catalogue's results. */
export const createRemoteFinder = ({
  providers,
  budget,
  pictures,
  log,
}: RemoteFinderDependencies) => {
  const askProviders = async <T>(
    uid: string,
    question: (provider: RemoteSearch, call: RemoteCall) => Promise<T[]>,
    sentences: Sentences,
    signal: AbortSignal,
  ): Promise<Outcome<T>> => {
    const spend = async () => {
      if (!(await budget.take(uid)))
        throw new RemoteSearchError('over-budget', 'The daily budget is used up')
    }
    let notice: string | null = null
    let error: string | null = null
    for (const provider of providers) {
      const { name } = provider
      try {
        const results = await question(provider, { signal, spend })
        return { provider: name, results, notice: null, error: null }
      } catch (cause) {
        signal.throwIfAborted()
        const { status, failure } = cause instanceof RemoteSearchError ? cause : {}
        if (failure === 'over-budget')
          return { provider: name, results: [], notice: FINDER_TEXT.remoteBudget, error }
        error = status === undefined ? sentences.other : sentences.status(status)
        if (failure) log.warn({ provider: name, failure }, error)
        else log.error({ provider: name, err: cause }, error)
        // Only the operator can fix a missing public address, so users get no message.
        if (failure !== 'not-published') notice = FINDER_TEXT.remoteTrouble(name)
      }
    }
    return { provider: '', results: [], notice, error }
  }

  const shopping = async (uid: string, query: string, limit: number, signal: AbortSignal) => {
    const { results, provider, ...outcome } = await askProviders(
      uid,
      (provider, call) => provider.shopping(query, limit, call),
      SHOPPING,
      signal,
    )
    const products = results.map((result) => toShoppingProduct(result, provider))
    await pictures.remember(products.flatMap(listPictures))
    return { products, ...outcome }
  }

  /** For matches without a price: searches one title for 5 results and keeps the first. */
  const searchByTitle = async (uid: string, titles: readonly string[], signal: AbortSignal) => {
    const query = titles.map(shortenProductTitle).find(Boolean)
    if (!query) {
      log.debug(titles.length > 0 ? SEARCH_ERRORS.noValidTitles : SEARCH_ERRORS.noTitles)
      return { products: [], notice: null, error: null }
    }
    const outcome = await shopping(uid, query, SHOPPING_SEARCH.perTitleLimit, signal)
    const products = outcome.products
      .filter(isCompleteOffer)
      .slice(0, SHOPPING_SEARCH.processedResults)
    return { ...outcome, products }
  }

  return {
    isAvailable: providers.length > 0,

    /** A candidate is kept only if it has title, price and link. */
    lens: async (uid: string, crop: Crop, signal: AbortSignal) => {
      const { results, provider, ...outcome } = await askProviders(
        uid,
        (provider, call) => provider.lens(crop, call),
        LENS,
        signal,
      )
      const wearable = results.filter(({ title }) => !isDigitalItem(title))
      const products = wearable
        .map((match, index): ScanProduct => toProduct(match, provider, index))
        .filter(isLensCandidateKept)
      if (products.length === 0 && !outcome.notice)
        return searchByTitle(
          uid,
          wearable.map(({ title }) => title),
          signal,
        )
      await pictures.remember(products.flatMap(listPictures))
      return { products, ...outcome }
    },

    shopping,
  }
}
export type RemoteFinder = ReturnType<typeof createRemoteFinder>

const listPictures = ({ thumbnail, imageUrl }: Pick<ScanProduct, 'thumbnail' | 'imageUrl'>) =>
  [thumbnail, imageUrl].filter((url) => url !== undefined)
