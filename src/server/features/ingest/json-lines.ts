import { MEGABYTE } from '#shared/byte-sizes.ts'
import type { FeedSink } from './feed-item.ts'
import { BrokenFeedError, ITEMS_PER_BATCH } from './feed-item.ts'
import { type JsonShop, readProducts } from './shopify-feed.ts'
import { FEED_TEXT, ITEM_TEXT } from './feed-messages.ts'

/** A product has some kilobytes. */
const MAX_LINE_CHARS = MEGABYTE

/** Whether a file that begins so has an object on each line. */
export const isJsonLines = (opening: string): boolean => {
  const end = opening.indexOf('\n')
  if (end < 0 || !/^\s*\{/.test(opening.slice(end))) return false
  return parseLine(opening.slice(0, end)) !== undefined
}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** JSON Lines, also called NDJSON: a product on each line, so that the file is never held as a whole. */
export const readJsonLines = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  shop: JsonShop,
): Promise<void> => {
  let rest = ''
  let line = 1
  let firstLine = 1
  let products: unknown[] = []
  const flush = async () => {
    if (products.length > 0) await readProducts(products, sink, { ...shop, firstLine })
    products = []
  }
  const push = async (content: string) => {
    const product = content.trim() === '' ? null : parseLine(content)
    // Lines are counted from the first of a batch.
    if (product === null || product === undefined) {
      await flush()
      if (product === undefined) sink.onUnreadable(line, ITEM_TEXT.notJson)
    } else {
      if (products.length === 0) firstLine = line
      products.push(product)
    }
    line += 1
    if (products.length >= ITEMS_PER_BATCH) await flush()
  }
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const content of lines) await push(content)
    if (rest.length > MAX_LINE_CHARS) throw new BrokenFeedError(FEED_TEXT.lineTooLong(line))
  }
  if (rest !== '') {
    if (parseLine(rest) === undefined) throw new BrokenFeedError(FEED_TEXT.endsInLine(line))
    await push(rest)
  }
  await flush()
}
