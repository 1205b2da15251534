import type { Logger } from 'pino'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { SHOPPING_SEARCH } from '#shared/constants.ts'
import { isDigitalItem, isLensCandidateKept } from '#shared/domain/completeness.ts'
import { isListable } from '#shared/domain/results.ts'
import { productNameFromTitle } from '#shared/domain/search-terms.ts'
import { FINDER_TEXT, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import {
  type Crop,
  type RemoteCall,
  type RemoteSearch,
  RemoteSearchError,
} from './remote-search/remote-search.ts'
import type { Budget } from './budget.store.ts'
import type { RemotePictures } from './remote-pictures.store.ts'
import { productFromMatch, productFromShopping } from './remote-product.ts'

type Parts = {
  /** Called in this order until one answers; empty without a key. */
  providers: readonly RemoteSearch[]
  budget: Budget
  pictures: RemotePictures
  log: Logger
}

/**
 * `notice` tells the user why results may be missing; `error` is the sentence for the call itself.
 */
type Outcome<T> = { provider: string; results: T[]; notice: string | null; error: string | null }

type Sentences = { status: (status: number) => string; other: string }
const LENS: Sentences = { status: SEARCH_ERRORS.lensStatus, other: SEARCH_ERRORS.lensFailed }
const SHOPPING: Sentences = { status: CALL_ERRORS.httpStatus, other: SEARCH_ERRORS.shoppingFailed }

/** Searches web shops. Any failure becomes a notice, so that results of the catalogue still stand. */
export const createRemoteFinder = ({ providers, budget, pictures, log }: Parts) => {
  const ask = async <T>(
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
        // Only the operator can fix a missing public address, so users are not told.
        if (failure !== 'not-published') notice = FINDER_TEXT.remoteTrouble(name)
      }
    }
    return { provider: '', results: [], notice, error }
  }

  const shopping = async (uid: string, query: string, limit: number, signal: AbortSignal) => {
    const { results, provider, ...outcome } = await ask(
      uid,
      (provider, call) => provider.shopping(query, limit, call),
      SHOPPING,
      signal,
    )
    const products = results.map((result) => productFromShopping(result, provider))
    await pictures.remember(products.flatMap(picturesOf))
    return { products, ...outcome }
  }

  /** For matches without a price: searches one title for 5 results and keeps the first. */
  const byTitle = async (uid: string, titles: readonly string[], signal: AbortSignal) => {
    const query = titles.map(productNameFromTitle).find(Boolean)
    if (!query) {
      log.debug(titles.length > 0 ? SEARCH_ERRORS.noValidTitles : SEARCH_ERRORS.noTitles)
      return { products: [], notice: null, error: null }
    }
    const outcome = await shopping(uid, query, SHOPPING_SEARCH.perTitleLimit, signal)
    const products = outcome.products.filter(isListable).slice(0, SHOPPING_SEARCH.processedResults)
    return { ...outcome, products }
  }

  return {
    isAvailable: providers.length > 0,

    /** A candidate is kept only if it has title, price and link. */
    lens: async (uid: string, crop: Crop, signal: AbortSignal) => {
      const { results, provider, ...outcome } = await ask(
        uid,
        (provider, call) => provider.lens(crop, call),
        LENS,
        signal,
      )
      const wearable = results.filter(({ title }) => !isDigitalItem(title))
      const products = wearable
        .map((match, index): ScanProduct => productFromMatch(match, provider, index))
        .filter(isLensCandidateKept)
      if (products.length === 0 && !outcome.notice)
        return byTitle(
          uid,
          wearable.map(({ title }) => title),
          signal,
        )
      await pictures.remember(products.flatMap(picturesOf))
      return { products, ...outcome }
    },

    shopping,
  }
}
export type RemoteFinder = ReturnType<typeof createRemoteFinder>

const picturesOf = ({ thumbnail, imageUrl }: Pick<ScanProduct, 'thumbnail' | 'imageUrl'>) =>
  [thumbnail, imageUrl].filter((url) => url !== undefined)
