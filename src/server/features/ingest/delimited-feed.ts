import { Readable } from 'node:stream'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { type CsvRecord, readCsv, ProblemList } from './csv-reader.ts'
import {
  FeedBroken,
  type FeedSink,
  ITEMS_PER_BATCH,
  type RawItem,
  RawItemBuilder,
} from './feed-item.ts'

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
      const columnNames = new Set(columns.map(columnName))
      const hasTitle = (map['title'] ?? ['title']).some((name) => columnNames.has(name))
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
    if (!taken.has(name) && !Object.hasOwn(map, name)) item.add(name, value)
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

/**
 * Which columns of a feed carry which attribute of Google's specification, best first. Every name
 * is compared in lower case, with spaces and dashes as underscores.
 */
export type ColumnMap = Readonly<Record<string, readonly string[]>>

/** Columns that need no map are those of a Google Merchant feed itself. */
export const GOOGLE_COLUMNS: ColumnMap = {}

export const AWIN_COLUMNS: ColumnMap = {
  id: ['merchant_product_id', 'product_id', 'aw_product_id'],
  title: ['product_name'],
  description: ['description', 'product_short_description'],
  // The tracked link comes first: it is the one the network allows.
  link: ['aw_deep_link', 'deep_link', 'merchant_deep_link'],
  canonical_link: ['merchant_deep_link'],
  image_link: ['large_image', 'merchant_image_url', 'aw_image_url', 'image_url'],
  additional_image_link: [
    'alternate_image',
    'alternate_image_two',
    'alternate_image_three',
    'alternate_image_four',
  ],
  price: ['search_price', 'store_price', 'price', 'display_price'],
  old_price: ['rrp_price', 'product_price_old', 'base_price'],
  currency: ['currency'],
  availability: ['in_stock', 'stock_status', 'is_for_sale'],
  condition: ['condition'],
  brand: ['brand_name'],
  gtin: ['product_gtin', 'ean', 'upc', 'isbn'],
  mpn: ['mpn', 'model_number'],
  google_product_category: ['google_taxonomy'],
  product_type: ['merchant_product_category_path', 'merchant_category', 'category_name'],
  color: ['fashion:colour', 'colour', 'color'],
  material: ['fashion:material', 'material'],
  pattern: ['fashion:pattern', 'pattern'],
  size: ['fashion:size', 'size'],
  gender: ['fashion:suitable_for', 'suitable_for'],
  item_group_id: ['parent_product_id'],
}

export const CJ_COLUMNS: ColumnMap = {
  id: ['id', 'sku', 'catalog_id'],
  title: ['title', 'name', 'product_name'],
  description: ['description'],
  link: ['buy_url', 'buyurl', 'link', 'url'],
  canonical_link: ['link'],
  image_link: ['image_link', 'image_url', 'imageurl'],
  additional_image_link: ['additional_image_link'],
  price: ['price', 'retail_price'],
  sale_price: ['sale_price', 'saleprice'],
  currency: ['currency'],
  availability: ['availability', 'in_stock', 'instock'],
  condition: ['condition'],
  brand: ['brand', 'manufacturer', 'manufacturer_name'],
  gtin: ['gtin', 'upc', 'ean', 'isbn'],
  mpn: ['mpn', 'manufacturer_id', 'manufacturer_sku'],
  google_product_category: ['google_product_category', 'google_product_category_id'],
  product_type: ['product_type', 'advertiser_category', 'advertisercategory'],
  color: ['color'],
  material: ['material'],
  pattern: ['pattern'],
  size: ['size'],
  gender: ['gender'],
  item_group_id: ['item_group_id'],
}

export const columnName = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** The map that fits a file's header. */
export const columnMapFor = (columns: readonly string[]): ColumnMap => {
  const names = new Set(columns.map(columnName))
  if (names.has('aw_product_id') || names.has('aw_deep_link') || names.has('merchant_product_id'))
    return AWIN_COLUMNS
  if (names.has('buy_url') || names.has('buyurl') || names.has('program_name')) return CJ_COLUMNS
  return GOOGLE_COLUMNS
}
