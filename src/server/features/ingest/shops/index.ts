import { PRODUCT_LINK } from '#shared/constants.ts'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { createImportStore } from '#server/features/ingest/import/import.store.ts'
import { createShopImport } from '#server/features/ingest/import/shop-import.service.ts'
import { facetsOn } from '#server/features/search/index.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { FEED_LIMITS } from './feed-download.ts'
import { createFeedRuns } from './feed-run.service.ts'
import { createFeedsStore } from './feeds.store.ts'
import { createProductLinks as createLinks } from './product-link.service.ts'
import { createChecksStore, createHostsStore } from './freshness/checks.store.ts'
import * as freshness from './freshness.service.ts'
import { createPoliteVisits } from './freshness/polite-visits.ts'
import { createViews } from './freshness/views.ts'
import { createShopsService } from './shops.service.ts'

export { adminShopHandlers } from './admin-shops.routes.ts'
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
  web?: PublicClientOptions | undefined
  timeoutMs?: number
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

export const createShops = ({
  pool,
  atomically,
  folder,
  web = {},
  timeoutMs = CONNECT_TIMEOUT_MS,
}: Options) => {
  const client = createPublicClient(web, {
    timeoutMs,
    maxBytes: FEED_LIMITS.bytes,
    maxRedirects: MAX_REDIRECTS,
  })
  const store = createFeedsStore(pool)
  const stopping = new AbortController()
  const runs = createFeedRuns({
    store,
    client,
    stopping: stopping.signal,
    importItems: createShopImport(
      createImportStore(pool, (client, among) => facetsOn(client).describeStale(among)),
    ),
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

const PAGE_BYTES = 16 * 1024 * 1024

type FreshnessOptions = {
  pool: Connection
  log: Logger
  publicUrl: string | null
  /** Overridden only by tests that visit their own server. */
  web?: PublicClientOptions | undefined
  betweenVisitsMs?: number
}

/** Keeps the offers fresh that people look at. */
export const createFreshness = ({
  pool,
  log,
  publicUrl,
  web = {},
  betweenVisitsMs,
}: FreshnessOptions) => {
  const client = createPublicClient(web, {
    timeoutMs: CONNECT_TIMEOUT_MS,
    maxBytes: PAGE_BYTES,
    maxRedirects: MAX_REDIRECTS,
  })
  const stopping = new AbortController()
  const views = createViews()
  const visits = createPoliteVisits({
    hosts: createHostsStore(pool),
    client,
    // Names whoever runs this server, so that a shop can complain.
    agent: `Wearabouts${publicUrl === null ? '' : ` (+${publicUrl})`}`,
    signal: stopping.signal,
    betweenMs: betweenVisitsMs,
  })
  const { run } = freshness.createFreshness({
    store: createChecksStore(pool),
    visits,
    views,
    log,
    signal: stopping.signal,
  })
  return {
    noteView: views.note,
    run,
    close: async () => {
      stopping.abort()
      await client.close()
    },
  }
}
