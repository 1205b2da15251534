import { gzipSync } from 'node:zlib'
import {
  type FeedDefaults,
  type FeedItem,
  type FeedSink,
  type RawItem,
  readItem,
} from '#server/features/ingest/feed-item.ts'
import { feedText } from '#server/features/ingest/feed-text.ts'

export type ReadFeed = { raw: RawItem[]; items: FeedItem[]; problems: string[] }

/** Collects the items of a reader, parsed as the import parses them. */
export const collectFeed = async (
  read: (sink: FeedSink) => Promise<unknown>,
  defaults: Partial<FeedDefaults> = {},
): Promise<ReadFeed> => {
  const raw: RawItem[] = []
  const problems: string[] = []
  await read({
    onItems: async (items) => void raw.push(...items),
    onUnreadable: (line, reason) => problems.push(`${line}: ${reason}`),
  })
  const items = raw.flatMap((rawItem) => {
    const result = readItem(rawItem, { now: new Date('2026-11-15T12:00:00Z'), ...defaults })
    if ('item' in result) return [result.item]
    problems.push(`${rawItem.line}: ${'reason' in result ? result.reason : result.leftOut}`)
    return []
  })
  return { raw, items, problems }
}

/** In pieces of a few bytes, so that boundaries split characters and tags. */
export async function* splitIntoPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

export const decodeText = (
  bytes: Uint8Array | string,
  maxBytes = 10_000_000,
): AsyncGenerator<string> =>
  feedText(splitIntoPieces(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), { maxBytes })

export const gzipText = (text: string): Buffer => gzipSync(text)
