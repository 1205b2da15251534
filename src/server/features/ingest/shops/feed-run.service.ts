import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { displayPrice } from '#shared/domain/price.ts'
import { type ShopImport } from '#server/features/ingest/import/shop-import.service.ts'
import { type StagedItem } from '#server/features/ingest/import/staging.store.ts'
import { WITHHELD } from '#server/features/ingest/import/problems.ts'
import { type PublicClient, RemoteError } from '#server/core/web/public-client.ts'
import { downloadFeed, downloadShopify, FEED_LIMITS } from './feed-download.ts'
import { type Feed, type FeedRun, type FeedsStore, READING_LEASE_MS } from './feeds.store.ts'
import { type FeedDefaults, type FeedItem, readItem } from './feed/feed-item.ts'
import { feedText } from './feed/feed-text.ts'
import { readProductPage } from './feed/product-page.ts'
import { FeedBroken, type FeedSink, type RawItem } from './feed/raw-item.ts'
import { readFeedFile } from './feed/read-feed.ts'
import { readShopifyPage } from './feed/shopify-feed.ts'

/** A feed with more unusable items than this share is broken. */
const MOST_UNUSABLE = 1 / 5
/** So is one that suddenly has less than this share of what it had. */
const FEWEST_LEFT = 1 / 2
const PROBLEMS_KEPT = 1_000
const UNPACKED_BYTES = 4 * FEED_LIMITS.bytes

export type RunOptions = {
  /** Takes over a feed although it looks broken. */
  force?: boolean
  onProgress?: (items: number, step: string) => void
}

export type RunResult = Omit<FeedRun, 'id' | 'name' | 'endedAt'>

type Options = {
  store: FeedsStore
  client: PublicClient
  importItems: ShopImport
  /** For downloads, which are deleted again. */
  folder: string
  /** Aborted when the server stops; a feed that is being read then changes nothing. */
  stopping: AbortSignal
}

/** A local copy of a feed, or null if it has not changed. */
type Copy = {
  file: string
  etag: string | null
  lastModified: string | null
  charset?: string | undefined
  currency?: string | null
}

/** Reads a shop's feed into the catalogue: all that can be used, or nothing if the feed is broken. */
export const createFeedRuns = ({ store, client, importItems, folder, stopping }: Options) => {
  const fetchCopy = async (feed: Feed, place: string): Promise<Copy | null> => {
    const { source, etag, lastModified } = feed
    const known = { etag, lastModified }
    if (!isWebAddress(source)) return { file: source, etag: null, lastModified: null }
    const file = join(place, 'feed')
    if (formatOf(feed) === 'shopify')
      return {
        file,
        etag: null,
        lastModified: null,
        ...(await downloadShopify({ client, url: source, file })),
      }
    const downloaded = await downloadFeed({ client, url: source, file, known })
    return downloaded && { file, ...downloaded }
  }

  const readCopy = (feed: Feed, copy: Copy, sink: FeedSink): Promise<void> => {
    const text = feedText(createReadStream(copy.file), {
      maxBytes: UNPACKED_BYTES,
      charset: copy.charset,
    })
    const format = formatOf(feed)
    if (format === 'shopify') return readShopify(feed, copy, sink)
    if (format === 'page') return readPage(feed, text, sink)
    return readFeedFile(text, sink, format)
  }

  const importCopy = async (feed: Feed, copy: Copy, result: RunResult, options: RunOptions) => {
    const defaults: FeedDefaults = {
      currency: feed.currency ?? copy.currency ?? undefined,
      condition: feed.condition ?? undefined,
      hasOwnPictures: !isWebAddress(feed.source),
      now: result.startedAt,
    }
    const report = (line: number, reason: string) => {
      result.skipped += 1
      if (result.problems.length < PROBLEMS_KEPT) result.problems.push([line, reason])
    }
    const skip = (line: number, reason: string) => {
      result.items += 1
      report(line, reason)
    }
    const imported = await importItems({
      shopId: feed.shopId,
      read: (stage) =>
        readCopy(feed, copy, {
          onUnreadable: skip,
          onItems: async (raws) => {
            stopping.throwIfAborted()
            const items = raws.flatMap((raw) => usable(raw, defaults, skip))
            result.items += items.length
            await stage(items.map((item) => stagedItem(item, feed.shopId)))
            options.onProgress?.(result.items, 'reading')
          },
        }),
      check: (offers) => {
        if (!options.force) refuseIfBroken(result, offers, feed.offers)
      },
      onWithheld: (lines) => {
        for (const line of lines) report(line, WITHHELD)
      },
    })
    Object.assign(result, imported)
  }

  const read = async (feed: Feed, options: RunOptions): Promise<RunResult> => {
    const result: RunResult = {
      startedAt: new Date(),
      outcome: 'unchanged',
      reason: null,
      items: 0,
      added: 0,
      changed: 0,
      unavailable: 0,
      skipped: 0,
      problems: [],
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const place = await mkdtemp(join(folder, 'feed-'))
    try {
      const copy = await fetchCopy(
        options.force ? { ...feed, etag: null, lastModified: null } : feed,
        place,
      )
      const contentHash = copy && (await hashOf(copy.file))
      if (copy && (options.force || contentHash !== feed.contentHash)) {
        await importCopy(feed, copy, result, options)
        if (result.added + result.changed + result.unavailable > 0) result.outcome = 'changed'
        const { etag, lastModified } = copy
        await store.remember(feed.shopId, { etag, lastModified, contentHash })
      }
    } catch (error) {
      const isKnown = error instanceof FeedBroken || error instanceof RemoteError
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isKnown && !isMissing) throw error
      Object.assign(result, { added: 0, changed: 0, unavailable: 0 })
      result.outcome = error instanceof FeedBroken ? 'refused' : 'failed'
      result.reason = isMissing ? `There is no file ${feed.source}` : (error as Error).message
    } finally {
      await rm(place, { recursive: true, force: true })
    }
    await store.keepRun(feed.shopId, result)
    return result
  }

  return {
    /** Null if another server or command reads this feed; otherwise reads it when called. */
    begin: async (feed: Feed) => {
      if (!(await store.beginReading(feed.shopId))) return null
      return async (options: RunOptions = {}): Promise<RunResult> => {
        // One that fails is made up for by the next; after all of them the feed is free again.
        const renewing = setInterval(() => {
          store.renewReading(feed.shopId).catch(() => undefined)
        }, READING_LEASE_MS / 3)
        try {
          return await read(feed, options)
        } finally {
          clearInterval(renewing)
          await store.endReading(feed.shopId).catch(() => undefined)
        }
      }
    },
  }
}
export type FeedRuns = ReturnType<typeof createFeedRuns>

const formatOf = ({ format, source }: Feed) =>
  format ?? (/\/products\.json(?:\?|$)/i.test(source) ? 'shopify' : null)

const usable = (
  raw: RawItem,
  defaults: FeedDefaults,
  skip: (line: number, reason: string) => void,
): FeedItem[] => {
  const result = readItem(raw, defaults)
  if ('item' in result) return [result.item]
  skip(raw.line, result.reason)
  return []
}

/** Sizes of one thing become one offer: they look the same, and are compared with other shops'. */
const stagedItem = (item: FeedItem, shopId: number): StagedItem => {
  const { id, groupId, colors, amount, currency, canonicalUrl, ...facts } = item
  const isVariant = groupId !== null
  return {
    ...facts,
    pageUrl: canonicalUrl === item.url ? null : canonicalUrl,
    colors: colors.length > 0 ? colors : null,
    sizes: item.sizes.length > 0 ? item.sizes : null,
    price: displayPrice(amount, currency) ?? '',
    isVariant,
    shop: { id: shopId, itemId: isVariant ? `${groupId}/${colors.join('/').toLowerCase()}` : id },
  }
}

const refuseIfBroken = ({ items, skipped }: RunResult, offers: number, offersBefore: number) => {
  if (items === 0) throw new FeedBroken('The feed has no items')
  if (skipped > items * MOST_UNUSABLE)
    throw new FeedBroken(`${skipped} of ${items} items cannot be used`)
  if (offers < offersBefore * FEWEST_LEFT)
    throw new FeedBroken(`The feed has only ${offers} items left; it had ${offersBefore}`)
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

const readShopify = async (feed: Feed, copy: Copy, sink: FeedSink): Promise<void> => {
  const currency = feed.currency ?? copy.currency ?? null
  let firstLine = 1
  // A downloaded copy has one page per line; a file of the operator's is one page.
  const isDownloaded = isWebAddress(feed.source)
  const pages = isDownloaded
    ? createInterface({ input: createReadStream(copy.file) })
    : [await wholeText(feedText(createReadStream(copy.file), { maxBytes: FEED_LIMITS.pageBytes }))]
  const shopUrl = isDownloaded ? new URL('/', feed.source).href : null
  for await (const json of pages)
    firstLine += await readShopifyPage(json, sink, { shopUrl, firstLine, currency })
}

const readPage = async (feed: Feed, text: AsyncIterable<string>, sink: FeedSink): Promise<void> => {
  const item = readProductPage(await wholeText(text), feed.source)
  if (!item) throw new FeedBroken('The page describes no product with a price')
  await sink.onItems([item])
}

const wholeText = async (text: AsyncIterable<string>): Promise<string> => {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > FEED_LIMITS.pageBytes) throw new FeedBroken('The page is too large')
  }
  return whole
}

const isWebAddress = (source: string): boolean => /^https?:\/\//i.test(source)
