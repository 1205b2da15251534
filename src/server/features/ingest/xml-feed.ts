import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
import {
  type ColumnMap,
  columnName,
  createSampledReader,
  type NamedValues,
} from './feed-columns.ts'
import { optionRole } from './shop-exports.ts'
import {
  BrokenFeedError,
  type FeedSink,
  ITEMS_PER_BATCH,
  MAX_VALUE_CHARS,
  RawItemBuilder,
} from './feed-item.ts'

/** The parser buffers a text until it ends; no attribute of a product is this long. */
const MAX_TEXT_CHARS = 8 * 1024 * 1024
/** Real feeds have about five levels. */
const MAX_DEPTH = 100
/** Yandex lists all categories first; a shop has a few thousand at most. */
const MAX_CATEGORIES = 50_000

/** Element names of items in RSS, Atom, Yandex YML, Heureka and custom feeds. */
const ITEMS = new Set('item entry offer product shopitem article artikel produit'.split(' '))
/** Elements that only group others, whose content belongs to the item. */
const CONTAINERS = new Set([
  'variants',
  'variant',
  'images',
  'pictures',
  'media',
  'prices',
  'details',
])

const FEED_ROOTS = new Set(['rss', 'feed', 'rdf', 'yml_catalog'])

type OpenItem = {
  depth: number
  values: RawItemBuilder
  /** Number of open container elements within the item. */
  holderDepth: number
}

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
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  const read = createSampledReader(sink, map)
  const path: string[] = []
  const categories = new Map<string, string>()
  let category: { id: string; parent: string | undefined } | null = null
  let items: NamedValues[] = []
  let item: OpenItem | null = null
  let value: string[] | null = null
  let valueName = ''
  let valueChars = 0
  let itemCount = 0
  let root: string | null = null
  let textSinceEvent = 0

  parser.on('error', (error) => {
    throw new BrokenFeedError(
      `The feed is not well-formed XML: ${error.message.replace(/\s+/g, ' ').replace(/^(\d+):\d+: /, 'line $1, ')}`,
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    textSinceEvent = 0
    const local = localName(name)
    root ??= local
    if (path.length >= MAX_DEPTH)
      throw new BrokenFeedError(`Line ${parser.line} is nested too deeply`)
    path.push(local)
    if (item) {
      if (path.length !== item.depth + item.holderDepth + 1) return
      if (CONTAINERS.has(local)) {
        item.holderDepth += 1
        return
      }
      value = []
      valueChars = 0
      // Yandex: <param name="Цвет">; other feeds: <attribute name="color">.
      const optionName = attributes['name'] ?? ''
      valueName =
        optionName === '' ? columnName(local) : (optionRole(optionName) ?? columnName(optionName))
      // Atom has the address in an attribute.
      if (local === 'link' && isPageLink(attributes)) value.push(attributes['href'] ?? '')
    } else if (ITEMS.has(local) && path.length > 1) {
      item = { depth: path.length, values: new RawItemBuilder(parser.line), holderDepth: 0 }
      for (const [attribute, text] of Object.entries(attributes))
        item.values.add(columnName(localName(attribute)), text)
    } else if (local === 'category' && attributes['id'] !== undefined) {
      category = { id: attributes['id'], parent: attributes['parentId'] }
      value = []
      valueChars = 0
    }
  })
  const onText = (piece: string) => {
    textSinceEvent = 0
    if (!value || valueChars > MAX_VALUE_CHARS) return
    value.push(piece)
    valueChars += piece.length
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    textSinceEvent = 0
    if (item && path.length === item.depth) {
      const { line, values } = item.values.build()
      const name = nameOfModel(values)
      const categoryPaths =
        values.get('categoryid')?.flatMap((id) => categories.get(id) ?? []) ?? []
      items.push({
        line,
        values: [
          ...values,
          ...(name === null ? [] : [['name', [name]] as const]),
          ...(categoryPaths.length > 0 ? [['category', categoryPaths] as const] : []),
        ],
      })
      item = null
      itemCount += 1
    } else if (item && path.length === item.depth + item.holderDepth && item.holderDepth > 0)
      item.holderDepth -= 1
    else if (item && value && path.length === item.depth + item.holderDepth + 1) {
      item.values.add(valueName, value.join(''))
      value = null
    } else if (category && value && path.at(-1) === 'category') {
      const parent = category.parent === undefined ? undefined : categories.get(category.parent)
      const label = value.join('').trim()
      if (categories.size < MAX_CATEGORIES)
        categories.set(category.id, parent === undefined ? label : `${parent} > ${label}`)
      category = null
      value = null
    }
    path.pop()
  })

  for await (const piece of text) {
    textSinceEvent += piece.length
    parser.write(piece)
    if (textSinceEvent > MAX_TEXT_CHARS)
      throw new BrokenFeedError(`Line ${parser.line} begins a text that does not end`)
    if (items.length < ITEMS_PER_BATCH) continue
    const batch = items
    items = []
    await sink.onItems(read(batch))
  }
  parser.close()
  if (root === null) throw new BrokenFeedError('The feed is empty')
  if (itemCount === 0 && !FEED_ROOTS.has(root))
    throw new BrokenFeedError(
      'The XML has no items: neither RSS nor Atom, Yandex YML or a list of products',
    )
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

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

const isPageLink = ({ rel }: Record<string, string>): boolean =>
  rel === undefined || rel === 'alternate'

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
