import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
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

/**
 * A Google Merchant feed as RSS 2.0 or Atom. Prefixes are dropped, because feeds use `g:` without
 * declaring it; elements inside an attribute (`g:shipping`) are not attributes of the item.
 * Entities that a DOCTYPE defines are never expanded.
 */
export const readXmlFeed = async (text: AsyncIterable<string>, sink: FeedSink): Promise<void> => {
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  const path: string[] = []
  let items: RawItem[] = []
  let item: { builder: RawItemBuilder; depth: number } | null = null
  let value: string[] = []
  let valueChars = 0
  let hasRoot = false
  let textSinceEvent = 0

  parser.on('error', (error) => {
    throw new FeedBroken(`The feed is not well-formed XML: ${error.message.replace(/\s+/g, ' ')}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    textSinceEvent = 0
    const local = localName(name)
    if (path.length === 0) {
      if (!['rss', 'feed', 'rdf'].includes(local))
        throw new FeedBroken(`The feed begins with <${name}>, which is neither RSS nor Atom`)
      hasRoot = true
    }
    if (path.length >= DEEPEST) throw new FeedBroken(`Line ${parser.line} is nested too deeply`)
    path.push(local)
    if (item && path.length === item.depth + 1) {
      value = []
      valueChars = 0
      // Atom puts the address into an attribute.
      if (local === 'link' && isPageLink(attributes)) value.push(attributes['href'] ?? '')
    } else if (!item && (local === 'item' || local === 'entry'))
      item = { builder: new RawItemBuilder(parser.line), depth: path.length }
  })
  const onText = (piece: string) => {
    textSinceEvent = 0
    if (!item || path.length <= item.depth || valueChars > LONGEST_VALUE_CHARS) return
    value.push(piece)
    valueChars += piece.length
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    textSinceEvent = 0
    if (item && path.length === item.depth + 1) item.builder.add(path.at(-1) ?? '', value.join(''))
    else if (item && path.length === item.depth) {
      items.push(item.builder.build())
      item = null
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
  if (!hasRoot) throw new FeedBroken('The feed is empty')
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
