import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type PublicClient, RemoteError } from '#server/core/web/public-client.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { WITHHELD } from './csv-reader.ts'
import { downloadFeed, downloadShopify } from './feed-download.ts'
import { BrokenFeedError } from './feed-item.ts'
import type { FeedQuestion } from '#shared/feed-question-messages.ts'
import {
  type CategoryCounts,
  type FeedPreview,
  importantQuestions,
  MAX_PROBLEMS,
  MAX_UNUSABLE_SHARE,
  type QuestionCounts,
} from './feed-parser.ts'
import type { ShopImport } from './import.service.ts'
import type { Parsers } from './parsers.ts'
import {
  type Feed,
  type FeedRun,
  type FeedSource,
  type FeedsStore,
  READING_LEASE_MS,
} from './feeds.store.ts'
import { FEED_TEXT, ITEM_TEXT } from './feed-messages.ts'

/** A feed is considered broken if it keeps less than this share of its former items. */
const MIN_REMAINING_SHARE = 1 / 2
const READING_MS = HOUR_MS

export type RunOptions = {
  /** Imports a feed even if it looks broken. */
  force?: boolean
  /** The first run offers the same items as another shop on purpose. */
  isSeparate?: boolean
  onProgress?: (items: number, step: string) => void
}

type FeedRunsDependencies = {
  store: FeedsStore
  client: PublicClient
  /** For shops on the operator's own network. */
  privateClient: PublicClient
  parsers: Parsers
  importItems: ShopImport
  shopFiles: ShopFiles
  folder: string
  /** Aborted when the server stops; a feed that is being read then changes nothing. */
  stopping: AbortSignal
  log: Logger | undefined
}

/** Reads an uploaded file by its id; null if there is none. */
export type ShopFiles = (id: string) => Promise<AsyncIterable<Buffer> | null>

/** The id in `upload:ID`; null for other sources. */
export const uploadIn = (source: string): string | null =>
  /^upload:(\d+)$/.exec(source)?.[1] ?? null

type LocalCopy = {
  /** A single file, or one for each page of a Shopify shop. */
  files: string[]
  etag: string | null
  lastModified: string | null
  charset?: string | undefined
  currency?: string | null
}

/** Imports the usable items of a shop's feed, or nothing if the feed is broken. */
export const createFeedRuns = (parts: FeedRunsDependencies) => {
  const { store, parsers, importItems, stopping, log } = parts

  const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    await mkdir(parts.folder, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(parts.folder, 'feed-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Null if the feed has not changed. */
  const fetchCopy = async (
    feed: FeedSource & Pick<Feed, 'etag' | 'lastModified'>,
    folder: string,
  ): Promise<LocalCopy | null> => {
    const { source: url, etag, lastModified } = feed
    const file = join(folder, 'feed')
    const upload = uploadIn(url)
    if (upload !== null) {
      const uploaded = await parts.shopFiles(upload)
      if (!uploaded) throw new BrokenFeedError(FEED_TEXT.uploadGone)
      await writeFile(file, uploaded, { mode: 0o600 })
      return { files: [file], etag: null, lastModified: null }
    }
    if (!isWebAddress(url)) return { files: [url], etag: null, lastModified: null }
    const client = feed.allowsPrivate ? parts.privateClient : parts.client
    if (getFeedFormat(feed) === 'shopify') {
      const { countPageProducts } = parsers
      const pages = await downloadShopify({ client, url, file, countPageProducts })
      return { etag: null, lastModified: null, ...pages }
    }
    const downloaded = await downloadFeed({ client, url, file, validators: { etag, lastModified } })
    return downloaded && { files: [file], ...downloaded }
  }

  const refuseSecondFeed = async (sellerId: number | null) => {
    const seller = sellerId === null ? null : await store.nameOf(sellerId)
    if (seller !== null)
      throw new BrokenFeedError(FEED_TEXT.sellerOffersThese(seller), { question: 'seller' })
  }

  const importCopy = async (feed: Feed, copy: LocalCopy, result: FeedRun, options: RunOptions) => {
    const task = {
      ...taskOf(feed, copy, result.startedAt),
      contents: options.force ? null : await store.contents(feed.shopId),
    }
    const report = (line: number, reason: string) => {
      if (result.problems.length < MAX_PROBLEMS) result.problems.push([line, reason])
    }
    const questions: Partial<Record<FeedQuestion, number>> = {}
    const isFirst = feed.offers === 0 && !options.force && !options.isSeparate
    const imported = await importItems({
      shopId: feed.shopId,
      read: (stage) =>
        parsers.feed(
          task,
          async ({ items, records, skipped, leftOut, problems, questions: asked }) => {
            if (records !== '[]') await stage(records)
            result.items += items + skipped
            result.skipped += skipped
            for (const [category, count] of Object.entries(leftOut)) {
              result.items += count
              result.leftOut += count
              result.leftOutBy[category] = (result.leftOutBy[category] ?? 0) + count
            }
            for (const [question, count] of Object.entries(asked) as [FeedQuestion, number][])
              questions[question] = (questions[question] ?? 0) + count
            result.problems.push(...problems)
            options.onProgress?.(result.items, 'reading')
          },
          AbortSignal.any([stopping, AbortSignal.timeout(READING_MS)]),
        ),
      check: (offers) => {
        if (!options.force) refuseIfBroken(result, { offers, before: feed.offers, questions })
      },
      checkSeller: isFirst ? refuseSecondFeed : undefined,
      onWithheld: (lines) => {
        result.skipped += lines.length
        for (const line of lines) report(line, WITHHELD)
      },
      onSharedIds: (shared) => {
        for (const { line, id, items } of shared) {
          result.skipped += items - 1
          report(line, ITEM_TEXT.sharedId(items, id))
        }
      },
    })
    Object.assign(result, imported)
  }

  const read = async (feed: Feed, options: RunOptions): Promise<FeedRun> => {
    const result: FeedRun = {
      startedAt: new Date(),
      outcome: 'unchanged',
      reason: null,
      items: 0,
      added: 0,
      changed: 0,
      unavailable: 0,
      skipped: 0,
      joined: 0,
      leftOut: 0,
      leftOutBy: {},
      problems: [],
    }
    const validators = options.force ? { etag: null, lastModified: null } : {}
    try {
      await inTemporaryFolder(async (folder) => {
        const copy = await fetchCopy({ ...feed, ...validators }, folder)
        const contentHash = copy && (await hashOf(copy.files))
        if (!copy || (!options.force && contentHash === feed.contentHash)) return
        await importCopy(feed, copy, result, options)
        if (result.added + result.changed + result.unavailable > 0) result.outcome = 'changed'
        const { etag, lastModified } = copy
        await store.remember(feed.shopId, { etag, lastModified, contentHash })
      })
    } catch (error) {
      // Nothing is recorded when the server stops: the feed will be read again.
      stopping.throwIfAborted()
      Object.assign(result, { added: 0, changed: 0, unavailable: 0 })
      result.outcome = error instanceof BrokenFeedError ? 'refused' : 'failed'
      const reason = reasonOf(error, feed)
      result.reason = reason ?? FEED_TEXT.notFinished
      log?.warn(
        { shop: feed.name, outcome: result.outcome, reason: result.reason },
        'A feed was not imported',
      )
      if (reason === null) {
        await store.addRun(feed.shopId, result).catch(() => undefined)
        throw error
      }
    }
    await store.addRun(feed.shopId, result)
    return result
  }

  return {
    /** The first items of a feed as they would be imported. Writes nothing. */
    preview: async (feed: FeedSource, limit: number): Promise<FeedPreview> => {
      try {
        return await inTemporaryFolder(async (folder) => {
          const copy = await fetchCopy({ ...feed, etag: null, lastModified: null }, folder)
          if (!copy) throw new BrokenFeedError(FEED_TEXT.empty)
          return parsers.preview({ ...taskOf(feed, copy, new Date()), limit })
        })
      } catch (error) {
        const reason = reasonOf(error, feed)
        if (reason === null) throw error
        throw new BrokenFeedError(reason, { cause: error })
      }
    },

    /** Reserves the feed and returns the function that reads it; null if it is already being read. */
    begin: async (feed: Feed) => {
      if (!(await store.beginReading(feed.shopId))) return null
      return async (options: RunOptions = {}): Promise<FeedRun> => {
        // The next renewal makes up for a failed one. If all fail, the feed becomes free again.
        const renewal = setInterval(() => {
          store.renewReading(feed.shopId).catch(() => undefined)
        }, READING_LEASE_MS / 3)
        try {
          return await read(feed, options)
        } finally {
          clearInterval(renewal)
          await store.endReading(feed.shopId).catch(() => undefined)
        }
      }
    },
  }
}

const taskOf = (feed: FeedSource, copy: LocalCopy, now: Date) => {
  const isOnWeb = isWebAddress(feed.source)
  return {
    files: copy.files,
    format: getFeedFormat(feed),
    charset: copy.charset,
    url: isOnWeb ? feed.source : null,
    shopId: feed.shopId,
    columnMap: feed.columnMap ?? {},
    defaults: {
      currency: feed.currency ?? copy.currency ?? undefined,
      condition: feed.condition ?? undefined,
      shopUrl: feed.shopUrl ?? undefined,
      takesAll: feed.takesAll,
      takesUnclear: feed.takesUnclear,
      takenCategories: feed.takenCategories,
      allowsPrivate: feed.allowsPrivate,
      hasOwnPictures: !isOnWeb,
      now,
    },
  }
}

const getFeedFormat = ({ format, source }: Pick<Feed, 'format' | 'source'>) =>
  format ?? (/\/products\.json(?:\?|$)/i.test(source) ? 'shopify' : null)

/** An explanation for the operator; null if the fault is this server's. */
const reasonOf = (error: unknown, { source }: Pick<Feed, 'source'>): string | null => {
  if (error instanceof BrokenFeedError || error instanceof RemoteError) return error.message
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return FEED_TEXT.takesTooLong
  if (isWebAddress(source)) return null
  if (code === 'ENOENT') return FEED_TEXT.noFile(source)
  if (code === 'EACCES') return FEED_TEXT.mayNotRead(source)
  return code === 'EISDIR' ? FEED_TEXT.isFolder(source) : null
}

type Reading = { offers: number; before: number; questions: QuestionCounts }

const refuseIfBroken = (result: FeedRun, { offers, before, questions }: Reading) => {
  const { items, skipped, leftOut } = result
  if (items === 0) throw new BrokenFeedError(FEED_TEXT.noItems)
  if (leftOut === items)
    throw new BrokenFeedError(FEED_TEXT.noneIsFashion(items, listCategories(result.leftOutBy)), {
      question: 'categories',
    })
  if (skipped > items * MAX_UNUSABLE_SHARE) {
    const [question] = importantQuestions(questions, items)
    const problem = mainReason(result)
    throw new BrokenFeedError(
      problem === null
        ? FEED_TEXT.unusable(skipped, items)
        : FEED_TEXT.unusableMostly(skipped, items, problem),
      question && { question },
    )
  }
  if (offers < before * MIN_REMAINING_SHARE)
    throw new BrokenFeedError(FEED_TEXT.fewLeft(offers, before))
}

const MAX_CATEGORIES_NAMED = 5
/** 'Vases 120, Candles 80 and 12 more categories', the most frequent first. */
export const listCategories = (counts: CategoryCounts): string => {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  const named = sorted.slice(0, MAX_CATEGORIES_NAMED).map(([name, count]) => `${name} ${count}`)
  const more = sorted.length - named.length
  return more > 0 ? FEED_TEXT.moreCategories(named.join(', '), more) : named.join(', ')
}

/** The reason without the item's label and without quoted values. */
const kindOfReason = (reason: string): string =>
  reason.replace(/^(?:'.*' )?(?:\(id .*?\) |Item \S+ )?(?=has |is )/, '').replace(/[:,] ".*"$/s, '')

const mainReason = ({ problems }: FeedRun): string | null => {
  const counts = new Map<string, number>()
  for (const [, reason] of problems)
    counts.set(kindOfReason(reason), (counts.get(kindOfReason(reason)) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  return first && first[1] > problems.length / 2 ? first[0] : null
}

const hashOf = async (files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const file of files)
    for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

const isWebAddress = (source: string): boolean => /^https?:\/\//i.test(source)
