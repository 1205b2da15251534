import { AWIN_COLUMNS, CJ_COLUMNS, type ColumnMap, GOOGLE_COLUMNS } from './column-maps.ts'
import { readDelimitedFeed } from './delimited-feed.ts'
import { withOpening } from './opening.ts'
import { FeedBroken, type FeedSink } from './raw-item.ts'
import { readXmlFeed } from './xml-feed.ts'

/** Formats of a single file; Shopify's comes in pages. */
export const FILE_FORMATS = ['google-xml', 'google-tsv', 'awin', 'cj'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

const COLUMN_MAPS: Readonly<Record<Exclude<FileFormat, 'google-xml'>, ColumnMap>> = {
  'google-tsv': GOOGLE_COLUMNS,
  awin: AWIN_COLUMNS,
  cj: CJ_COLUMNS,
}

/** Reads a feed file; without a format its first characters and its header decide. */
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
