import { Readable } from 'node:stream'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { type CsvRecord, ProblemList, readCsv } from './csv-reader.ts'
import {
  type ColumnMap,
  normalizeColumnName,
  createColumnReader,
  proposeColumns,
  SAMPLES,
} from './feed-columns.ts'
import {
  columnsWithoutHeader,
  createVariantReader,
  type ShopExport,
  isNoItem,
  layoutOfColumns,
  type Row,
  type VariantRow,
} from './shop-exports.ts'
import { BrokenFeedError, type FeedSink, ITEMS_PER_BATCH, type RawItem } from './feed-item.ts'
import { FEED_TEXT } from './feed-messages.ts'

/** A file with one item per line: Google's TSV, the files of affiliate networks, exports of shops. */
export const readDelimitedFeed = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  operatorMap: ColumnMap = {},
): Promise<void> => {
  let reader: ((records: readonly CsvRecord[]) => RawItem[]) | null = null
  let readRest: () => RawItem[] = () => []
  let columns: string[] = []
  let lastLine = 0
  const problems = new ForwardedProblems(sink)
  const ending = { text: '' }
  await readCsv({
    input: Readable.from(rememberEnding(text, ending), { objectMode: false, encoding: 'utf8' }),
    problems,
    batch: ITEMS_PER_BATCH,
    isSkipped: isNoItem,
    columnsWithoutHeader,
    onHeader: (header) => {
      columns = header
    },
    onRecords: async (records) => {
      lastLine = records.at(-1)?.line ?? lastLine
      if (!reader) {
        const samples = records.slice(0, SAMPLES).map(({ values }) => values)
        const proposed = proposeColumns(columns, samples)
        const map = { ...proposed.map, ...operatorMap }
        sink.onColumns?.(columns, map)
        if (!map.title) throw noTitle(columns)
        const created = createRecordReader(layoutOfColumns(columns), {
          ...proposed.guessed,
          ...operatorMap,
        })
        reader = created.read
        readRest = created.end
      }
      await sink.onItems(reader(records))
    },
  })
  if (columns.length === 0) throw new BrokenFeedError(FEED_TEXT.empty)
  if (!reader && !{ ...proposeColumns(columns, []).map, ...operatorMap }.title)
    throw noTitle(columns)
  if (problems.brokenAt !== null)
    throw new BrokenFeedError(FEED_TEXT.unclosedQuote(problems.brokenAt))
  if (problems.lastLine > lastLine && !ending.text.endsWith('\n'))
    throw new BrokenFeedError(FEED_TEXT.endsInLine(problems.lastLine))
  const rest = readRest()
  if (rest.length > 0) await sink.onItems(rest)
}

const MAX_COLUMNS_NAMED = 12
const noTitle = (columns: readonly string[]) =>
  new BrokenFeedError(FEED_TEXT.noTitleColumn(columns.slice(0, MAX_COLUMNS_NAMED).join(', ')), {
    question: 'title',
  })

async function* rememberEnding(text: AsyncIterable<string>, ending: { text: string }) {
  for await (const piece of text) {
    ending.text = piece.slice(-1)
    yield piece
  }
}

const createRecordReader = (format: ShopExport | null, map: ColumnMap) => {
  const read = createColumnReader(map)
  const variantReader = format?.variants && createVariantReader(format.variants)
  const itemOf = ({ line, values, extra }: VariantRow): RawItem => {
    const link = format?.link?.(values)
    return read(line, [
      ...Array.from(values, ([name, value]) => [name, [value]] as const),
      ...groupByName(extra),
      ...(link ? [['shop_link', [link]] as const] : []),
    ])
  }
  return {
    read: (records: readonly CsvRecord[]): RawItem[] =>
      records
        .flatMap(({ line, values }) => {
          const row = rowOf(values)
          return variantReader
            ? variantReader.push(line, row)
            : [{ line, values: new Map(row), extra: [] }]
        })
        .map(itemOf),
    end: (): RawItem[] => (variantReader?.end() ?? []).map(itemOf),
  }
}

const groupByName = (pairs: readonly [string, string][]): Map<string, string[]> => {
  const textsByName = new Map<string, string[]>()
  for (const [name, text] of pairs) textsByName.set(name, [...(textsByName.get(name) ?? []), text])
  return textsByName
}

const rowOf = (values: CsvRecord['values']): Row =>
  new Map(Object.entries(values).map(([name, value]) => [normalizeColumnName(name), value]))

/** Forwards the problems of single lines. A quote that never ends breaks the whole feed. */
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
