import { createReadStream } from 'node:fs'
import {
  AWIN_COLUMNS,
  CJ_COLUMNS,
  type ColumnMap,
  GOOGLE_COLUMNS,
  readDelimitedFeed,
} from './delimited-feed.ts'
import {
  FeedBroken,
  type FeedDefaults,
  type FeedSink,
  type ItemResult,
  type RawItem,
  readItem,
} from './feed-item.ts'
import { feedText, withOpening } from './feed-text.ts'
import { readProductPage } from './product-page.ts'
import { readShopifyPage } from './shopify-feed.ts'
import { itemOfFeed, stagedRecords } from './staged-item.ts'
import { readXmlFeed } from './xml-feed.ts'

export const FEED_FORMATS = ['google-xml', 'google-tsv', 'awin', 'cj', 'shopify', 'page'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]
/** Formats of a single file; without one, its first characters and its header decide. */
export type FileFormat = Exclude<FeedFormat, 'shopify' | 'page'>

/** Problems of a feed that are reported; the rest is only counted. */
export const PROBLEMS_KEPT = 1_000
export const PAGE_BYTES = 16 * 1024 * 1024
/** Unpacked. */
const FEED_BYTES = 4 * 1024 * 1024 * 1024

export type FeedTask = {
  type: 'feed'
  /** One, or one for each page of a Shopify shop. */
  files: string[]
  format: FeedFormat | null
  charset: string | undefined
  /** Null for a file of the operator's. */
  url: string | null
  shopId: number
  defaults: FeedDefaults
}
export type FeedBatch = {
  items: number
  /** The items as the table of staged items takes them. */
  records: string
  skipped: number
  problems: [line: number, reason: string][]
}

export type PageTask = {
  type: 'page'
  bytes: Uint8Array
  maxBytes: number
  charset: string | undefined
  url: string
  defaults: FeedDefaults
}

/** A page of a Shopify shop, to know whether there are more. */
export type CountTask = { type: 'count'; bytes: Uint8Array }

/** Reads a feed, passing on in batches what can be used. */
export const parseFeed = async (
  task: FeedTask,
  send: (batch: FeedBatch) => Promise<void>,
): Promise<void> => {
  let problems: FeedBatch['problems'] = []
  let skipped = 0
  let reported = 0
  const skip = (line: number, reason: string) => {
    skipped += 1
    reported += 1
    if (reported <= PROBLEMS_KEPT) problems.push([line, reason])
  }
  const handOver = async (raws: RawItem[]) => {
    const items = raws.flatMap((raw) => {
      const result = readItem(raw, task.defaults)
      if ('item' in result) return [itemOfFeed(result.item, task.shopId)]
      skip(raw.line, result.reason)
      return []
    })
    const batch = { items: items.length, records: stagedRecords(items), skipped, problems }
    problems = []
    skipped = 0
    await send(batch)
  }
  try {
    await readFiles(task, { onItems: handOver, onUnreadable: skip })
  } finally {
    if (skipped > 0) await handOver([])
  }
}

const readFiles = async (task: FeedTask, sink: FeedSink): Promise<void> => {
  const { files, format, charset, url, defaults } = task
  const textOf = (file: string, maxBytes: number) =>
    feedText(createReadStream(file), { maxBytes, charset })
  if (format === 'shopify') {
    const shop = {
      shopUrl: url && new URL('/', url).href,
      currency: defaults.currency ?? null,
      firstLine: 1,
    }
    for (const file of files)
      shop.firstLine += await readShopifyPage(await wholeText(textOf(file, PAGE_BYTES)), sink, shop)
    return
  }
  const [file = ''] = files
  if (format !== 'page') return readFeedFile(textOf(file, FEED_BYTES), sink, format)
  const item = readProductPage(await wholeText(textOf(file, PAGE_BYTES)), url ?? '')
  if (!item) throw new FeedBroken('The page describes no product with a price')
  await sink.onItems([item])
}

/** What a shop's page says about its product; null if it describes none. */
export const parsePage = async (task: PageTask): Promise<ItemResult | null> => {
  const { bytes, maxBytes, charset, url, defaults } = task
  const html = await wholeText(feedText(only(bytes), { maxBytes, charset }))
  const raw = readProductPage(html, url)
  return raw && readItem(raw, defaults)
}

export const countProducts = async ({ bytes }: CountTask): Promise<number> => {
  const nowhere = { onItems: async () => undefined, onUnreadable: () => undefined }
  const text = await wholeText(feedText(only(bytes), { maxBytes: PAGE_BYTES }))
  return readShopifyPage(text, nowhere, { shopUrl: null, firstLine: 1, currency: null })
}

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value
}

const wholeText = async (text: AsyncIterable<string>): Promise<string> => {
  let whole = ''
  for await (const piece of text) whole += piece
  return whole
}

const COLUMN_MAPS: Readonly<Record<Exclude<FileFormat, 'google-xml'>, ColumnMap>> = {
  'google-tsv': GOOGLE_COLUMNS,
  awin: AWIN_COLUMNS,
  cj: CJ_COLUMNS,
}

export const readFeedFile = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  format: FileFormat | null,
): Promise<void> => {
  const [[opening = ''], all] = await withOpening(
    withoutBlankStart(text),
    (read) => read.length > 0,
  )
  const isXml = opening.startsWith('<')
  if (/^<(?:!doctype html|html)\b/i.test(opening))
    throw new FeedBroken('The address answers with a web page instead of a feed')
  if (format === 'google-xml' || (format === null && isXml)) return readXmlFeed(all, sink)
  if (isXml) throw new FeedBroken('The feed is XML, not a file with one item per line')
  return readDelimitedFeed(all, sink, format === null ? undefined : COLUMN_MAPS[format])
}

/**
 * XML allows nothing before its declaration, but feeds often begin with blank lines. They are dropped
 * as they come, because a feed may be nothing else.
 */
async function* withoutBlankStart(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isBlank = true
  for await (const piece of text) {
    const rest: string = isBlank ? piece.trimStart() : piece
    isBlank &&= rest === ''
    if (!isBlank) yield rest
  }
}
