import { Readable } from 'node:stream'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { type CsvRecord, readCsv } from '#server/features/ingest/import/csv-reader.ts'
import { ProblemList } from '#server/features/ingest/import/problems.ts'
import { type ColumnMap, columnMapFor, columnName } from './column-maps.ts'
import {
  FeedBroken,
  type FeedSink,
  ITEMS_PER_BATCH,
  type RawItem,
  RawItemBuilder,
} from './raw-item.ts'

/** A feed with one item per line: Google's TSV and the CSV files of affiliate networks. */
export const readDelimitedFeed = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  /** Otherwise chosen by the header. */
  givenMap?: ColumnMap,
): Promise<void> => {
  let map: ColumnMap = {}
  let header: string[] = []
  let lastLine = 0
  const problems = new ForwardedProblems(sink)
  const ending = { text: '' }
  await readCsv({
    input: Readable.from(remembering(text, ending), { objectMode: false, encoding: 'utf8' }),
    problems,
    batch: ITEMS_PER_BATCH,
    onHeader: (columns) => {
      header = columns
      map = givenMap ?? columnMapFor(columns)
      const known = new Set(columns.map(columnName))
      const hasTitle = (map['title'] ?? ['title']).some((name) => known.has(name))
      if (!hasTitle)
        throw new FeedBroken('The first line names no column with a title, so this is not a feed')
    },
    onRecords: (records) => {
      lastLine = records.at(-1)?.line ?? lastLine
      return sink.onItems(records.map((record) => rawItem(record, map)))
    },
  })
  if (header.length === 0) throw new FeedBroken('The feed is empty')
  if (problems.brokenAt !== null)
    throw new FeedBroken(`A quoted value that begins in line ${problems.brokenAt} never ends`)
  if (problems.lastLine > lastLine && !ending.text.endsWith('\n'))
    throw new FeedBroken(`The feed ends in the middle of line ${problems.lastLine}`)
}

async function* remembering(text: AsyncIterable<string>, ending: { text: string }) {
  for await (const piece of text) {
    ending.text = piece.slice(-1)
    yield piece
  }
}

const rawItem = ({ line, values }: CsvRecord, map: ColumnMap): RawItem => {
  const named = new Map(Object.entries(values).map(([name, value]) => [columnName(name), value]))
  const item = new RawItemBuilder(line)
  const taken = new Set(Object.values(map).flat())
  for (const [attribute, columns] of Object.entries(map)) {
    const filled = columns.map((column) => named.get(column) ?? '').filter((value) => value !== '')
    // Only pictures come in several columns; otherwise the best filled one counts.
    for (const value of attribute === 'additional_image_link' ? filled : filled.slice(0, 1))
      item.add(attribute, value)
  }
  for (const [name, value] of named)
    if (!taken.has(name) && map[name] === undefined) item.add(name, value)
  return item.build()
}

/** Problems of single lines cost only that line; a quote that never ends costs the feed. */
class ForwardedProblems extends ProblemList {
  brokenAt: number | null = null
  lastLine = 0
  private readonly sink: FeedSink
  constructor(sink: FeedSink) {
    super()
    this.sink = sink
  }

  override error(line: number, message: string) {
    super.error(line, message)
    this.lastLine = line
    if (message === CATALOG_PROBLEMS.unterminatedQuote) this.brokenAt ??= line
    this.sink.onUnreadable(line, message)
  }
}
