import { MEGABYTE } from '#shared/byte-sizes.ts'
import { readDelimitedFeed } from './delimited-feed.ts'
import { type ColumnMap, createSampledReader } from './feed-columns.ts'
import {
  asSentence,
  BrokenFeedError,
  type FeedDefaults,
  type FeedItem,
  type FeedSink,
  type ItemResult,
  type RawItem,
  readItem,
} from './feed-item.ts'
import { feedFileText } from './feed-file.ts'
import { feedText, withOpening } from './feed-text.ts'
import { isJsonLines, readJsonLines } from './json-lines.ts'
import { plainText } from './plain-text.ts'
import { readProductPage } from './product-page.ts'
import { readProductsJson } from './shopify-feed.ts'
import type { FeedQuestion } from '#shared/feed-question-messages.ts'
import { stagedRecords } from '#server/features/catalog/index.ts'
import { addItemHash, contentOf, contentsFrom, saltOf, stagedItem } from './staged-item.ts'
import { readXmlFeed } from './xml-feed.ts'
import { FEED_TEXT, ITEM_TEXT } from './feed-messages.ts'

/** The formats that an operator can name. All others are detected from the content. */
export const SHOP_FEED_FORMATS = ['google-xml', 'shopify', 'page'] as const
type ShopFeedFormat = (typeof SHOP_FEED_FORMATS)[number]
/** Formats of a single file. If none is set, its first characters and its header decide. */
export type FeedFileSyntax = Exclude<ShopFeedFormat, 'shopify' | 'page'>

/** Problems of a feed that are listed; further ones are only counted. */
export const MAX_PROBLEMS = 1_000
export const PAGE_BYTES = 16 * MEGABYTE
/** JSON is held in memory as a whole. */
const JSON_BYTES = 64 * MEGABYTE
/** The first line of JSON Lines lies well within this. */
const OPENING_CHARS = 64 * 1024
/** Limit after unpacking. */
const FEED_BYTES = 4 * 1024 * MEGABYTE

export type FeedTask = {
  type: 'feed'
  /** A single file, or one for each page of a Shopify shop. */
  files: string[]
  format: ShopFeedFormat | null
  charset: string | undefined
  /** Null for a file that the operator supplied. */
  url: string | null
  shopId: number
  defaults: FeedDefaults
  columnMap: ColumnMap
  /** What the last run read, in the form that `contentsFrom` parses; null to read everything again. */
  contents: string | null
}
export type FeedBatch = {
  items: number
  /** JSON of the items for the staging table. */
  records: string
  skipped: number
  /** Valid items that were not imported, by the shop's category. */
  leftOut: CategoryCounts
  problems: [line: number, reason: string][]
  /** How many of the skipped items the answer to each question would make usable. */
  questions: QuestionCounts
}
export type QuestionCounts = Readonly<Partial<Record<FeedQuestion, number>>>
export type CategoryCounts = Readonly<Record<string, number>>
/** Clusters of the previous run that vanished or changed; null means all. */
export type FeedChanges = { clusters: number[] | null }

export type PreviewTask = Omit<FeedTask, 'type' | 'contents'> & { type: 'preview'; limit: number }
export type FeedPreview = {
  columns: readonly string[]
  map: ColumnMap
  items: FeedItem[]
  problems: string[]
  /** How many items were read, all of the feed or as many as the time allowed. */
  itemsRead: number
  isComplete: boolean
  /** Items that would not be imported, by the shop's category, the most frequent ones first. */
  leftOut: {
    category: string
    items: number
    reason: string
    canBeTaken: boolean
    title: string
  }[]
  /** What would make many of the unusable items usable. */
  questions: FeedQuestion[]
}

/** A feed with a larger share of unusable items is considered broken. */
export const MAX_UNUSABLE_SHARE = 1 / 5

/** The questions whose answers would make enough items usable, the most important one first. */
export const importantQuestions = (counts: QuestionCounts, items: number): FeedQuestion[] =>
  (Object.entries(counts) as [FeedQuestion, number][])
    .filter(([, count]) => count > items * MAX_UNUSABLE_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .map(([question]) => question)

export type PageTask = {
  type: 'page'
  bytes: Uint8Array
  maxBytes: number
  charset: string | undefined
  url: string
  defaults: FeedDefaults
}

/** Counts the products of a Shopify page, to know whether there are more pages. */
export type CountTask = { type: 'count'; bytes: Uint8Array }

/** Reads a feed and sends its usable items that changed in batches. */
export const parseFeed = async (
  task: FeedTask,
  send: (batch: FeedBatch) => Promise<void>,
): Promise<FeedChanges> => {
  const salt = saltOf(task.defaults) + JSON.stringify(task.columnMap)
  const { now } = task.defaults
  const unchanged = task.contents ? await unchangedClusters(task, task.contents, salt) : null
  let problems: FeedBatch['problems'] = []
  let skipped = 0
  let leftOut = new Map<string, number>()
  let reportedCount = 0
  let questions: Partial<Record<FeedQuestion, number>> = {}
  const skip = (line: number, reason: string, question?: FeedQuestion) => {
    skipped += 1
    if (question) questions[question] = (questions[question] ?? 0) + 1
    reportedCount += 1
    if (reportedCount <= MAX_PROBLEMS) problems.push([line, reason])
  }
  // The next batch is parsed while the main thread stages the one before.
  let staging = Promise.resolve()
  const sendItems = async (rawItems: RawItem[]) => {
    const items = rawItems.flatMap((raw) => {
      const content = contentOf(raw, salt, now)
      if (unchanged?.clusters.has(content.cluster)) return []
      const result = readItem(raw, task.defaults)
      if ('item' in result) return [stagedItem(result.item, task.shopId, content)]
      if ('leftOut' in result) countCategory(leftOut, result.category)
      else skip(raw.line, describeProblem(raw, result.reason), result.question)
      return []
    })
    const batch = {
      items: items.length,
      records: stagedRecords(items),
      skipped,
      leftOut: Object.fromEntries(leftOut),
      problems,
      questions,
    }
    problems = []
    questions = {}
    skipped = 0
    leftOut = new Map()
    await staging
    staging = send(batch)
  }
  if (unchanged)
    await send({
      items: unchanged.items,
      records: '[]',
      skipped: 0,
      leftOut: {},
      problems: [],
      questions: {},
    })
  if (!unchanged || unchanged.isDifferent)
    try {
      await readFiles(task, { onItems: sendItems, onUnreadable: skip })
    } finally {
      if (skipped > 0) await sendItems([])
      await staging
    }
  return { clusters: unchanged?.changedClusters ?? null }
}

/** Hashes the items of a feed, which takes a fraction of the time of reading them. */
const unchangedClusters = async (task: FeedTask, contents: string, salt: string) => {
  const before = contentsFrom(contents)
  const sums = new Map<number, { sum: number; items: number }>()
  let unreadable = 0
  await readFiles(task, {
    onItems: async (rawItems) => {
      for (const raw of rawItems) {
        const { cluster, content } = contentOf(raw, salt, task.defaults.now)
        const { sum, items } = sums.get(cluster) ?? { sum: 0, items: 0 }
        sums.set(cluster, { sum: addItemHash(sum, content), items: items + 1 })
      }
    },
    onUnreadable: () => {
      unreadable += 1
    },
  })
  const clusters = new Set<number>()
  let items = 0
  for (const [cluster, now] of sums)
    if (before.get(cluster) === now.sum) {
      clusters.add(cluster)
      items += now.items
    }
  return {
    clusters,
    items,
    isDifferent: unreadable > 0 || clusters.size < sums.size,
    changedClusters: [...before.keys()].filter((cluster) => !clusters.has(cluster)),
  }
}

const LABEL_CHARS = 60
const titleOf = ({ values }: RawItem): string =>
  plainText(values.get('title')?.[0] ?? '', LABEL_CHARS)
/** Names the item as its shop's owner finds it. */
const describeProblem = (raw: RawItem, reason: string): string => {
  const { values } = raw
  const title = titleOf(raw)
  const id = plainText(values.get('id')?.[0] ?? '', LABEL_CHARS)
  if (title === '') return id === '' ? reason : ITEM_TEXT.idAlone(id, reason)
  return id === '' ? ITEM_TEXT.titleAlone(title, reason) : ITEM_TEXT.titleAndId(title, id, reason)
}

/** Categories that a run or a preview names; items of further ones are counted together. */
const MAX_CATEGORIES = 100
const OTHER_CATEGORIES = '(other categories)'

const countCategory = (counts: Map<string, number>, category: string) => {
  const key = counts.has(category) || counts.size < MAX_CATEGORIES ? category : OTHER_CATEGORIES
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** How long a preview counts what would be left out, after it has found its first items. */
const COUNTING_MS = 5_000
class PreviewComplete extends Error {}

export const previewFeed = async ({ limit, ...task }: PreviewTask): Promise<FeedPreview> => {
  const preview: FeedPreview = {
    columns: [],
    map: task.columnMap,
    items: [],
    problems: [],
    itemsRead: 0,
    isComplete: true,
    leftOut: [],
    questions: [],
  }
  const questions: Partial<Record<FeedQuestion, number>> = {}
  const leftOut = new Map<string, number>()
  const examples = new Map<string, { reason: string; title: string }>()
  const startMs = performance.now()
  try {
    await readFiles(task, {
      onItems: async (rawItems) => {
        for (const raw of rawItems) {
          const result = readItem(raw, task.defaults)
          preview.itemsRead += 1
          if ('item' in result) {
            if (preview.items.length < limit) preview.items.push(result.item)
          } else if ('leftOut' in result) {
            countCategory(leftOut, result.category)
            if (leftOut.has(result.category) && !examples.has(result.category))
              examples.set(result.category, { reason: result.leftOut, title: titleOf(raw) })
          } else {
            if (preview.problems.length < limit)
              preview.problems.push(describeProblem(raw, result.reason))
            if (result.question) questions[result.question] = (questions[result.question] ?? 0) + 1
          }
        }
        if (preview.items.length >= limit && performance.now() - startMs > COUNTING_MS)
          throw new PreviewComplete()
      },
      onUnreadable: (line, reason) => {
        if (preview.problems.length < limit) preview.problems.push(ITEM_TEXT.line(line, reason))
      },
      onColumns: (columns, map) => Object.assign(preview, { columns, map }),
    })
  } catch (error) {
    // Shows the columns even if none has a title, so that the operator can choose it.
    if (error instanceof BrokenFeedError && preview.columns.length > 0)
      preview.problems.unshift(asSentence(error.message))
    else if (error instanceof PreviewComplete) preview.isComplete = false
    else throw error
  }
  preview.questions = importantQuestions(questions, preview.itemsRead)
  preview.leftOut = [...leftOut]
    .toSorted(([, a], [, b]) => b - a)
    .map(([category, items]) => {
      const { reason, title } = examples.get(category) ?? { reason: ITEM_TEXT.noFashion, title: '' }
      // Gift cards and drafts stay out.
      const canBeTaken = reason !== ITEM_TEXT.notPublished && reason !== ITEM_TEXT.noProduct
      return { category, items, reason, canBeTaken, title }
    })
  return preview
}

type FeedInput = Pick<FeedTask, 'files' | 'format' | 'charset' | 'url' | 'defaults' | 'columnMap'>

const readFiles = async (task: FeedInput, sink: FeedSink): Promise<void> => {
  const { files, format, charset, url, defaults, columnMap } = task
  const textOf = (file: string, maxBytes: number) => feedFileText(file, { maxBytes, charset })
  if (format === 'shopify') {
    const shop = {
      shopUrl: defaults.shopUrl ?? (url && new URL('/', url).href),
      currency: defaults.currency ?? null,
      readRows: createSampledReader(sink, columnMap),
      firstLine: 1,
    }
    for (const file of files)
      shop.firstLine += await readProductsJson(
        await wholeText(textOf(file, PAGE_BYTES)),
        sink,
        shop,
      )
    return
  }
  const [file = ''] = files
  if (format !== 'page')
    return readFeedFile(textOf(file, FEED_BYTES), sink, { format, url, defaults, columnMap })
  await readPageFile(await wholeText(textOf(file, PAGE_BYTES)), sink, url ?? defaults.shopUrl)
}

const readPageFile = async (html: string, sink: FeedSink, pageUrl: string | undefined) => {
  if (pageUrl === undefined)
    throw new BrokenFeedError(FEED_TEXT.isWebPage, {
      question: 'shop',
    })
  const item = readProductPage(html, pageUrl)
  if (!item) throw new BrokenFeedError(FEED_TEXT.noProductOnPage)
  await sink.onItems([item])
}

/** What a shop's page says about its product; null if it describes none. */
export const parsePage = async (task: PageTask): Promise<ItemResult | null> => {
  const { bytes, maxBytes, charset, url, defaults } = task
  const html = await wholeText(feedText(asStream(bytes), { maxBytes, charset }))
  const raw = readProductPage(html, url)
  // The caller chose the page and has checked its address.
  return raw && readItem(raw, { ...defaults, allowsPrivate: true, takesAll: true })
}

export const countPageProducts = async ({ bytes }: CountTask): Promise<number> => {
  const discard = { onItems: async () => undefined, onUnreadable: () => undefined }
  const text = await wholeText(feedText(asStream(bytes), { maxBytes: PAGE_BYTES }))
  return readProductsJson(text, discard, { shopUrl: null, firstLine: 1, currency: null })
}

async function* asStream<T>(value: T): AsyncGenerator<T> {
  yield value
}

const wholeText = async (text: AsyncIterable<string>): Promise<string> => {
  let whole = ''
  for await (const piece of text) whole += piece
  return whole
}

type FileInput = {
  format: FeedFileSyntax | null
  url?: string | null
  defaults?: Pick<FeedDefaults, 'shopUrl' | 'currency'>
  columnMap?: ColumnMap
}

export const readFeedFile = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  { format, url = null, defaults = {}, columnMap }: FileInput,
): Promise<void> => {
  const [pieces, all] = await withOpening(withoutBlankStart(text), (pieces) => {
    const chars = pieces.reduce((sum, { length }) => sum + length, 0)
    return chars >= OPENING_CHARS
  })
  const opening = pieces.join('')
  if (/^<(?:!doctype html|html)\b/i.test(opening)) {
    if (url !== null) throw new BrokenFeedError(FEED_TEXT.answersWithPage)
    return readPageFile(await wholeText(limitedText(all, PAGE_BYTES)), sink, defaults.shopUrl)
  }
  if (/^[[{]/.test(opening)) {
    const shop = {
      shopUrl: defaults.shopUrl ?? null,
      currency: defaults.currency ?? null,
      readRows: createSampledReader(sink, columnMap),
    }
    if (isJsonLines(opening)) return readJsonLines(all, sink, shop)
    const json = await wholeText(limitedText(all, JSON_BYTES))
    await readProductsJson(json, sink, { ...shop, firstLine: 1 })
    return
  }
  if (format === 'google-xml' || opening.startsWith('<')) return readXmlFeed(all, sink, columnMap)
  return readDelimitedFeed(all, sink, columnMap)
}

async function* limitedText(text: AsyncIterable<string>, maxChars: number): AsyncGenerator<string> {
  let chars = 0
  for await (const piece of text) {
    chars += piece.length
    if (chars > maxChars)
      throw new BrokenFeedError(FEED_TEXT.fileLargerThan(Math.round(maxChars / 1024 / 1024)))
    yield piece
  }
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
