import { MEGABYTE } from '#shared/byte-sizes.ts'
import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
import {
  type ColumnMap,
  normalizeColumnName,
  createSampledReader,
  type NamedValues,
} from './feed-columns.ts'
import { withOpening } from './feed-text.ts'
import { BrokenFeedError, type FeedSink, ITEMS_PER_BATCH, type RawItem } from './feed-item.ts'
import { collectText, createXmlItem, type TextCollector, type XmlItem } from './xml-item.ts'
import { FEED_TEXT } from './feed-messages.ts'

/** The parser buffers a text until it ends; no attribute of a product is this long. */
const MAX_TEXT_CHARS = 8 * MEGABYTE
/** Real feeds have about five levels. */
const MAX_DEPTH = 100
/** Yandex lists all categories first; a shop has a few thousand at most. */
const MAX_CATEGORIES = 50_000

/** Element names of items in RSS, Atom, Yandex YML, Heureka and custom feeds. */
const ITEMS: ReadonlySet<string> = new Set(
  'item entry offer product shopitem article artikel produit'.split(' '),
)
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf', 'yml_catalog'])

/**
 * Reads an XML feed: Google's RSS 2.0 and Atom, Yandex YML, or a custom list of products. Prefixes are
 * dropped, because feeds use `g:` without declaring it. Elements inside an attribute (`g:shipping`) are not
 * attributes of the item. Entities that a DOCTYPE defines are never expanded.
 */
export const readXmlFeed = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  map: ColumnMap = {},
): Promise<void> => {
  const [opening, all] = await withOpening(text, hasFullOpening)
  const itemNames = namesOfItems(opening.join(''))
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  const read = createSampledReader(sink, map)
  const path: string[] = []
  const categories = new Map<string, string>()
  let category: { id: string; parent: string | undefined; label: TextCollector } | null = null
  let items: NamedValues[] = []
  let item: XmlItem | null = null
  let itemCount = 0
  let root: string | null = null
  let textSinceEvent = 0

  const closeCategory = ({ id, parent: parentId, label }: NonNullable<typeof category>) => {
    const parent = parentId === undefined ? undefined : categories.get(parentId)
    const name = (label.end() ?? '').trim()
    if (categories.size < MAX_CATEGORIES)
      categories.set(id, parent === undefined ? name : `${parent} > ${name}`)
    category = null
  }

  parser.on('error', (error) => {
    const message = error.message.replace(/\s+/g, ' ')
    const [, line, detail] = /^(\d+):\d+: (.*)$/s.exec(message) ?? []
    throw new BrokenFeedError(
      line === undefined ? FEED_TEXT.badXml(message) : FEED_TEXT.badXmlInLine(line, detail ?? ''),
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    textSinceEvent = 0
    const local = localName(name)
    root ??= local
    if (path.length >= MAX_DEPTH) throw new BrokenFeedError(FEED_TEXT.tooDeep(parser.line))
    path.push(local)
    if (item) item.open(local, path.length, attributes)
    else if (itemNames.has(local) && path.length > 1) {
      item = createXmlItem(path.length, parser.line)
      for (const [attribute, text] of Object.entries(attributes))
        item.values.add(normalizeColumnName(localName(attribute)), text)
    } else if (local === 'category' && attributes['id'] !== undefined) {
      category = { id: attributes['id'], parent: attributes['parentId'], label: collectText() }
      category.label.begin()
    }
  })
  const onText = (piece: string) => {
    textSinceEvent = 0
    if (item) item.text.add(piece)
    else category?.label.add(piece)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    textSinceEvent = 0
    if (item && path.length === item.depth) {
      items.push(namedValuesOf(item.values.build(), categories))
      item = null
      itemCount += 1
    } else if (item) item.close(path.at(-1) ?? '', path.length)
    else if (category && path.at(-1) === 'category') closeCategory(category)
    path.pop()
  })

  for await (const piece of all) {
    textSinceEvent += piece.length
    parser.write(piece)
    if (textSinceEvent > MAX_TEXT_CHARS)
      throw new BrokenFeedError(FEED_TEXT.endlessText(parser.line))
    if (items.length < ITEMS_PER_BATCH) continue
    const batch = items
    items = []
    await sink.onItems(read(batch))
  }
  parser.close()
  if (root === null) throw new BrokenFeedError(FEED_TEXT.empty)
  if (itemCount === 0 && !FEED_ROOTS.has(root)) throw new BrokenFeedError(FEED_TEXT.noXmlItems)
  if (items.length > 0) await sink.onItems(read(items))
}

/** An offer of Yandex's type `vendor.model` has no name: its prefix, vendor and model are one. */
const nameOfModel = (values: ReadonlyMap<string, readonly string[]>): string | null => {
  const first = (name: string) => values.get(name)?.[0] ?? ''
  const isModel = first('type') === 'vendor.model' || first('typeprefix') !== ''
  if (!isModel || first('name') !== '' || first('model') === '') return null
  const hasVendor = first('model').toLowerCase().startsWith(first('vendor').toLowerCase())
  return [first('typeprefix'), hasVendor ? '' : first('vendor'), first('model')]
    .filter((part) => part !== '')
    .join(' ')
}

/** An item with what follows from several of its values. */
const namedValuesOf = (
  { line, values }: RawItem,
  categories: ReadonlyMap<string, string>,
): NamedValues => {
  const name = nameOfModel(values)
  const stock = stockOf(values)
  const paths = values.get('categoryid')?.flatMap((id) => categories.get(id) ?? []) ?? []
  return {
    line,
    values: [
      ...values,
      ...(name === null ? [] : [['name', [name]] as const]),
      ...(stock === null ? [] : [['availability', [stock]] as const]),
      ...(paths.length > 0 ? [['category', paths] as const] : []),
    ],
  }
}

/** Price comparisons state when an item is sent: Ceneo's code, Heureka's days. */
const stockOf = (values: ReadonlyMap<string, readonly string[]>): string | null => {
  if (values.has('availability')) return null
  const code = values.get('avail')?.[0]
  // 99 means that the shop has to be asked, 110 that the item can be ordered in advance.
  if (code !== undefined)
    return code === '110' ? 'preorder' : code === '99' ? 'unknown' : 'in stock'
  return values.get('delivery_date')?.[0] === '0' ? 'in stock' : null
}

const OPENING_CHARS = 64 * 1024
const hasFullOpening = (pieces: readonly string[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0) >= OPENING_CHARS

/** The names of items; in a file with other names, that of the outermost elements that repeat. */
const namesOfItems = (opening: string): ReadonlySet<string> => {
  const counts = new Map<string, { name: string; depth: number; count: number; parts: number }>()
  const path: string[] = []
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  let hasKnown = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const parent = counts.get(path.join('/'))
    if (parent) parent.parts += 1
    const local = localName(name)
    path.push(local)
    hasKnown ||= path.length > 1 && ITEMS.has(local)
    if (path.length === 1 || path.length > MAX_ITEM_DEPTH) return
    const key = path.join('/')
    const counted = counts.get(key) ?? { name: local, depth: path.length, count: 0, parts: 0 }
    counted.count += 1
    if (counts.size < MAX_NAMES) counts.set(key, counted)
  })
  parser.on('closetag', () => path.pop())
  try {
    parser.write(opening.slice(0, OPENING_CHARS))
  } catch {
    // Reading the feed says what is wrong with it.
    return ITEMS
  }
  const [best] = [...counts.values()]
    .filter(({ name, count, parts }) => count > 1 && parts > count && !LISTS.has(name))
    .toSorted((a, b) => a.depth - b.depth || b.count - a.count)
  return hasKnown || !best ? ITEMS : new Set([...ITEMS, best.name])
}
/** Root, list, item. */
const MAX_ITEM_DEPTH = 4
const MAX_NAMES = 1_000
/** Elements that repeat in lists before the items, and are no items. */
const LISTS = new Set(['category', 'currency', 'option', 'delivery'])

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

/** XML defines five entities; feeds also use those of HTML (`&nbsp;`, `&eacute;`). */
const HTML_ENTITIES = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, name) => {
      const entity = `&${String(name)};`
      const decoded = decodeHTML(entity)
      return decoded === entity ? undefined : decoded
    },
  },
)
