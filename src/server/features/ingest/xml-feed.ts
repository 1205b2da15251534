import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
import { type ColumnMap, columnName, createColumnReader } from './feed-columns.ts'
import { optionRole } from './variant-rows.ts'
import {
  FeedBroken,
  type FeedSink,
  ITEMS_PER_BATCH,
  LONGEST_VALUE_CHARS,
  type RawItem,
  RawItemBuilder,
} from './feed-item.ts'

/** The parser keeps a text until it ends; no attribute of a product is this long. */
const LONGEST_TEXT_CHARS = 8 * 1024 * 1024
/** Feeds have five levels. */
const DEEPEST = 100
/** Yandex lists its categories first; a shop has thousands at most. */
const MOST_CATEGORIES = 50_000

/** What an item is called in RSS, Atom, Yandex YML, Heureka and the feeds that shops make up. */
const ITEMS = new Set([
  'item',
  'entry',
  'offer',
  'product',
  'shopitem',
  'article',
  'artikel',
  'produit',
])
/** Elements that only hold others together: what is inside belongs to the item. */
const HOLDERS = new Set(['variants', 'variant', 'images', 'pictures', 'media', 'prices', 'details'])

const FEED_ROOTS = new Set(['rss', 'feed', 'rdf', 'yml_catalog'])

type Open = {
  depth: number
  values: RawItemBuilder
  /** Levels of holders that are open within the item. */
  held: number
}

/**
 * A feed as XML: Google's RSS 2.0 and Atom, Yandex YML, or a list of products under names that shops
 * use. Prefixes are dropped, because feeds use `g:` without declaring it; elements inside an attribute
 * (`g:shipping`) are not attributes of the item. Entities that a DOCTYPE defines are never expanded.
 */
export const readXmlFeed = async (
  text: AsyncIterable<string>,
  sink: FeedSink,
  map: ColumnMap = {},
): Promise<void> => {
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  const read = createColumnReader(map)
  const path: string[] = []
  const categories = new Map<string, string>()
  let category: { id: string; parent: string | undefined } | null = null
  let items: RawItem[] = []
  let item: Open | null = null
  let value: string[] | null = null
  let valueName = ''
  let valueChars = 0
  let itemCount = 0
  let root: string | null = null
  let textSinceEvent = 0

  parser.on('error', (error) => {
    throw new FeedBroken(
      `The feed is not well-formed XML: ${error.message.replace(/\s+/g, ' ').replace(/^(\d+):\d+: /, 'line $1, ')}`,
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    textSinceEvent = 0
    const local = localName(name)
    root ??= local
    if (path.length >= DEEPEST) throw new FeedBroken(`Line ${parser.line} is nested too deeply`)
    path.push(local)
    if (item) {
      if (path.length !== item.depth + item.held + 1) return
      if (HOLDERS.has(local)) {
        item.held += 1
        return
      }
      value = []
      valueChars = 0
      // Yandex: <param name="Цвет">; other feeds: <attribute name="color">.
      const given = attributes['name'] ?? ''
      valueName = given === '' ? columnName(local) : (optionRole(given) ?? columnName(given))
      // Atom puts the address into an attribute.
      if (local === 'link' && isPageLink(attributes)) value.push(attributes['href'] ?? '')
    } else if (ITEMS.has(local) && path.length > 1) {
      item = { depth: path.length, values: new RawItemBuilder(parser.line), held: 0 }
      for (const [attribute, given] of Object.entries(attributes))
        item.values.add(columnName(localName(attribute)), given)
    } else if (local === 'category' && attributes['id'] !== undefined) {
      category = { id: attributes['id'], parent: attributes['parentId'] }
      value = []
      valueChars = 0
    }
  })
  const onText = (piece: string) => {
    textSinceEvent = 0
    if (!value || valueChars > LONGEST_VALUE_CHARS) return
    value.push(piece)
    valueChars += piece.length
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    textSinceEvent = 0
    if (item && path.length === item.depth) {
      const { line, values } = item.values.build()
      const named = values.get('categoryid')?.flatMap((id) => categories.get(id) ?? [])
      items.push(read(line, named?.length ? [...values, ['category', named]] : values))
      item = null
      itemCount += 1
    } else if (item && path.length === item.depth + item.held && item.held > 0) item.held -= 1
    else if (item && value && path.length === item.depth + item.held + 1) {
      item.values.add(valueName, value.join(''))
      value = null
    } else if (category && value && path.at(-1) === 'category') {
      const parent = category.parent === undefined ? undefined : categories.get(category.parent)
      const label = value.join('').trim()
      if (categories.size < MOST_CATEGORIES)
        categories.set(category.id, parent === undefined ? label : `${parent} > ${label}`)
      category = null
      value = null
    }
    path.pop()
  })

  for await (const piece of text) {
    textSinceEvent += piece.length
    parser.write(piece)
    if (textSinceEvent > LONGEST_TEXT_CHARS)
      throw new FeedBroken(`Line ${parser.line} begins a text that does not end`)
    if (items.length < ITEMS_PER_BATCH) continue
    const full = items
    items = []
    await sink.onItems(full)
  }
  parser.close()
  if (root === null) throw new FeedBroken('The feed is empty')
  if (itemCount === 0 && !FEED_ROOTS.has(root))
    throw new FeedBroken(
      'The XML has no items: neither RSS nor Atom, Yandex YML or a list of products',
    )
  if (items.length > 0) await sink.onItems(items)
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

const isPageLink = ({ rel }: Record<string, string>): boolean =>
  rel === undefined || rel === 'alternate'

/** XML knows five entities; feeds use HTML's too (`&nbsp;`, `&eacute;`). */
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
