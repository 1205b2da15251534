import type { Logger } from 'pino'
import type { ScanProduct } from '#shared/contract/scan.ts'
import type { ShoppingResult } from '#shared/contract/search.ts'
import { isLensCandidateKept } from '#shared/domain/completeness.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import {
  type Crop,
  type RemoteSearch,
  RemoteSearchError,
} from '#server/providers/search/remote-search.ts'
import type { Budget } from './budget.store.ts'
import type { RemotePictures } from './remote-pictures.store.ts'
import { productFromMatch } from './remote-product.ts'

type Parts = {
  /** Asked in this order until one answers; none where no key is set. */
  providers: readonly RemoteSearch[]
  budget: Budget
  pictures: RemotePictures
  log: Logger
}

/** `notice` says, in words for the person, why there may be less than there could be. */
type Outcome<T> = { provider: string; found: T[]; notice: string | null }

/** Web shops. Whatever goes wrong with them becomes a notice: what the catalogue found still stands. */
export const createRemoteFinder = ({ providers, budget, pictures, log }: Parts) => {
  const ask = async <T>(
    uid: string,
    call: (provider: RemoteSearch) => Promise<T[]>,
    signal: AbortSignal,
  ): Promise<Outcome<T>> => {
    let notice: string | null = null
    for (const provider of providers) {
      const { name } = provider
      try {
        if (!(await budget.take(uid)))
          return { provider: name, found: [], notice: FINDER_TEXT.remoteBudget }
        return { provider: name, found: await call(provider), notice: null }
      } catch (error) {
        signal.throwIfAborted()
        const failure = error instanceof RemoteSearchError ? error.failure : null
        if (failure) log.warn({ provider: name, failure }, 'A provider did not answer')
        else log.error({ provider: name, err: error }, 'A provider could not be asked')
        // Only the operator can fix a missing public address: nothing for the person to know.
        if (failure !== 'not-published') notice = FINDER_TEXT.remoteTrouble(name)
      }
    }
    return { provider: '', found: [], notice }
  }

  return {
    isAvailable: providers.length > 0,

    /** §5: a candidate is kept only if it has title, price and link. */
    lens: async (uid: string, crop: Crop, signal: AbortSignal) => {
      const { found, provider, notice } = await ask(uid, (one) => one.lens(crop, signal), signal)
      const products = found
        .map((match, index): ScanProduct => productFromMatch(match, provider, index))
        .filter(isLensCandidateKept)
      await pictures.remember(products.flatMap(picturesOf))
      return { products, notice }
    },

    shopping: async (uid: string, query: string, limit: number, signal: AbortSignal) => {
      const { found, notice } = await ask<ShoppingResult>(
        uid,
        (one) => one.shopping(query, limit, signal),
        signal,
      )
      await pictures.remember(
        found.flatMap(({ thumbnail, image }) => picturesOf({ thumbnail, imageUrl: image })),
      )
      return { results: found, notice }
    },
  }
}
export type RemoteFinder = ReturnType<typeof createRemoteFinder>

const picturesOf = ({ thumbnail, imageUrl }: Pick<ScanProduct, 'thumbnail' | 'imageUrl'>) =>
  [thumbnail, imageUrl].filter((url) => url !== undefined)
