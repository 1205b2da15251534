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
import { createShopsService } from './shops.service.ts'

export { FEED_FORMATS, type FeedRun } from './feeds.store.ts'
export { ShopError } from './shops.service.ts'

const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

type Options = {
  pool: Database['pool']
  atomically: Atomically
  /** For downloads, which are deleted again. */
  folder: string
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions
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
