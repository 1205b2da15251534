import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { BrokenFeedError } from './feed-item.ts'
import { feedText } from './feed-text.ts'
import { isSpreadsheet, spreadsheetText } from './spreadsheet.ts'
import { readZipEntries } from './zip-archive.ts'
import { FEED_TEXT } from './feed-messages.ts'

type Limits = { maxBytes: number; charset?: string | undefined }

const FEED_NAME = /\.(?:csv|tsv|tab|txt|psv|xml|json|jsonl|ndjson)(?:\.gz)?$/i
const MAX_NAMED = 5

/** The text of a file: plain, gzipped, an Excel sheet, or the one feed of a ZIP archive. */
export async function* feedFileText(path: string, limits: Limits): AsyncGenerator<string> {
  if (!(await isZip(path))) {
    yield* feedText(createReadStream(path), limits)
    return
  }
  const entries = await readZipEntries(path)
  if (isSpreadsheet(entries)) {
    yield* spreadsheetText(entries, (bytes) => feedText(bytes, { maxBytes: limits.maxBytes }))
    return
  }
  const feeds = entries.length > 1 ? entries.filter(({ name }) => FEED_NAME.test(name)) : entries
  const [feed] = feeds
  if (!feed || feeds.length > 1) {
    const named = (feed ? feeds : entries).slice(0, MAX_NAMED).map(({ name }) => name)
    const names = named.join(', ')
    throw new BrokenFeedError(
      feed ? FEED_TEXT.feedsInZip(feeds.length, names) : FEED_TEXT.noFeedInZip(names),
    )
  }
  yield* feedText(feed.bytes(), limits)
}

const isZip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50
  } finally {
    await file.close()
  }
}
