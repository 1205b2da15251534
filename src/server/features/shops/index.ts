import { PRODUCT_LINK } from '#shared/constants.ts'
import type { Database } from '#server/db/database.ts'
import type { Atomically } from '#server/db/transaction.ts'
import { createShopImport } from '#server/features/catalog/index.ts'
import {
  createPublicClient,
  type PublicClientOptions,
} from '#server/providers/web/public-client.ts'
import { FEED_LIMITS } from './feed-download.ts'
import { createFeedRuns } from './feed-run.service.ts'
import { createFeedsStore } from './feeds.store.ts'
import { createProductLinks as createLinks } from './product-link.service.ts'
import { createShopsService } from './shops.service.ts'

export { FEED_FORMATS, type FeedRun } from './feeds.store.ts'
export { productLinkHandlers } from './product-link.routes.ts'
export { ShopError } from './shops.service.ts'

const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

type LinkOptions = Pick<Parameters<typeof createLinks>[0], 'keepPicture'> & {
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions | undefined
}

type Options = {
  pool: Database['pool']
  atomically: Atomically
  /** For downloads, which are deleted again. */
  folder: string
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions
}

/** Reads single pages for people who wait, within tighter limits than feeds have. */
export const createProductLinks = ({ web = {}, keepPicture }: LinkOptions) => {
  const client = createPublicClient(web, {
    timeoutMs: PRODUCT_LINK.timeoutMs,
    // The page's own limit is noticed first, and can say so.
    maxBytes: 4 * PRODUCT_LINK.pageBytes,
    maxRedirects: MAX_REDIRECTS,
  })
  return { read: createLinks({ client, keepPicture }), close: () => client.close() }
}

export const createShops = ({ pool, atomically, folder, web = {} }: Options) => {
  const client = createPublicClient(web, {
    timeoutMs: CONNECT_TIMEOUT_MS,
    maxBytes: FEED_LIMITS.bytes,
    maxRedirects: MAX_REDIRECTS,
  })
  const store = createFeedsStore(pool)
  const stopping = new AbortController()
  const runs = createFeedRuns({
    store,
    client,
    stopping: stopping.signal,
    importItems: createShopImport(pool),
    folder,
  })
  return {
    ...createShopsService({ store, atomically, runs }),
    close: async () => {
      stopping.abort()
      await client.close()
    },
  }
}
