import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
import {
  type ColumnMap,
  columnName,
  createSampledReader,
  type NamedValues,
} from './feed-columns.ts'
import { withOpening } from './feed-text.ts'
import { optionRole } from './shop-exports.ts'
import {
  BrokenFeedError,
  type FeedSink,
  ITEMS_PER_BATCH,
  MAX_VALUE_CHARS,
  type RawItem,
  RawItemBuilder,
} from './feed-item.ts'

/** The parser buffers a text until it ends; no attribute of a product is this long. */
const MAX_TEXT_CHARS = 8 * 1024 * 1024
/** Real feeds have about five levels. */
const MAX_DEPTH = 100
/** Yandex lists all categories first; a shop has a few thousand at most. */
const MAX_CATEGORIES = 50_000

/** Element names of items in RSS, Atom, Yandex YML, Heureka and custom feeds. */
const ITEMS: ReadonlySet<string> = new Set(
  'item entry offer product shopitem article artikel produit'.split(' '),
)
/** Elements that only group others, whose content belongs to the item. */
const CONTAINERS = new Set([
  'variants',
  'variant',
  'images',
  'pictures',
  'media',
  'prices',
  'details',
  'imgs',
  'attrs',
  'variations',
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
  const [opening, all] = await withOpening(text, openingIsEnough)
  const itemNames = namesOfItems(opening.join(''))
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
  /** A parameter whose name and value are elements of their own. */
  let param: { depth: number; name: string; text: string } | null = null
  /** A size of the item, with its own stock. */
  let variation: { depth: number; values: Map<string, string> } | null = null
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
      if (param && path.length === param.depth + 1) {
        value = []
        valueChars = 0
      }
      if (path.length !== item.depth + item.holderDepth + 1) return
      if (local === 'variation') variation = { depth: path.length, values: new Map() }
      if (local === 'variation' || (local === 'param' && attributes['name'] === undefined)) {
        if (local === 'param') param = { depth: path.length, name: '', text: '' }
        else item.holderDepth += 1
        return
      }
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
      // Ceneo has those of pictures there too.
      if (item.holderDepth > 0) value.push(attributes['url'] ?? '')
    } else if (itemNames.has(local) && path.length > 1) {
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
      items.push(namedValuesOf(item.values.build(), categories))
      item = null
      itemCount += 1
    } else if (item && param && path.length === param.depth + 1) {
      // Heureka: <PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>Modrá</VAL></PARAM>.
      const inner = (value ?? []).join('').trim()
      if (path.at(-1) === 'param_name') param.name = inner
      else param.text = inner
      value = null
    } else if (item && param && path.length === param.depth) {
      item.values.add(optionRole(param.name) ?? columnName(param.name), param.text)
      param = null
    } else if (item && path.length === item.depth + item.holderDepth && item.holderDepth > 0) {
      item.holderDepth -= 1
      if (variation?.depth === path.length) {
        addVariation(variation.values, item.values)
        variation = null
      }
    } else if (item && value && path.length === item.depth + item.holderDepth + 1) {
      if (variation) variation.values.set(valueName, value.join('').trim())
      else item.values.add(valueName, value.join(''))
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

  for await (const piece of all) {
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

/** Skroutz: sizes that are sold out are not sizes of the offer. */
const addVariation = (variation: ReadonlyMap<string, string>, item: RawItemBuilder) => {
  const isSoldOut = /^0+$/.test(variation.get('quantity') ?? '')
  for (const [name, text] of variation)
    if (name === 'color' || (name === 'size' && !isSoldOut)) item.add(name, text)
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
const openingIsEnough = (pieces: readonly string[]) =>
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
/** Lists before the items. */
const LISTS = new Set(['category', 'currency', 'option', 'delivery'])

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
