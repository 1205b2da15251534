import { normalizeColumnName } from './feed-columns.ts'
import { MAX_VALUE_CHARS, RawItemBuilder } from './feed-item.ts'
import { optionRole } from './shop-exports.ts'

/** A hostile feed may nest any number. */
const MAX_PARTS = 20
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

type Attributes = Record<string, string>

const isPageLink = ({ rel }: Record<string, string>): boolean =>
  rel === undefined || rel === 'alternate'

/** The text of an element, cut if it is too long for a value. */
export const collectText = () => {
  let pieces: string[] | null = null
  let chars = 0
  return {
    begin: () => {
      pieces = []
      chars = 0
    },
    add: (piece: string) => {
      if (!pieces || chars > MAX_VALUE_CHARS) return
      pieces.push(piece)
      chars += piece.length
    },
    /** Null if no text had begun. */
    end: (): string | null => {
      const text = pieces?.join('') ?? null
      pieces = null
      return text
    },
  }
}
export type TextCollector = ReturnType<typeof collectText>

/** Collects the values of an open item from the elements inside it, whose levels count from the root. */
export const createXmlItem = (depth: number, line: number) => {
  const values = new RawItemBuilder(line)
  const text = collectText()
  /** Number of open container elements within the item. */
  let holderDepth = 0
  let valueName = ''
  /** A parameter or a cost of shipping whose parts are elements of their own. */
  let group: { level: number; parts: Map<string, string> } | null = null
  /** A size of the item, with its own stock. */
  let variation: { level: number; values: Map<string, string> } | null = null

  const openValue = (name: string, attributes: Attributes) => {
    // Yandex: <param name="Цвет">; other feeds: <attribute name="color">.
    const optionName = attributes['name'] ?? ''
    valueName =
      optionName === ''
        ? normalizeColumnName(name)
        : (optionRole(optionName) ?? normalizeColumnName(optionName))
    text.begin()
    // Atom has the address in an attribute.
    if (name === 'link' && isPageLink(attributes)) text.add(attributes['href'] ?? '')
    // Ceneo has those of pictures there too.
    if (holderDepth > 0) text.add(attributes['url'] ?? '')
  }

  const closeHolder = (level: number) => {
    holderDepth -= 1
    if (variation?.level !== level) return
    addVariation(variation.values, values)
    variation = null
  }

  const closeValue = () => {
    const value = text.end()
    if (value === null) return
    if (variation) variation.values.set(valueName, value.trim())
    else values.add(valueName, value)
  }

  return {
    depth,
    values,
    text,

    open: (name: string, level: number, attributes: Attributes) => {
      if (group && level === group.level + 1) text.begin()
      if (level !== depth + holderDepth + 1) return
      if (name === 'param' && attributes['name'] === undefined) group = { level, parts: new Map() }
      else if (name === 'variation' || CONTAINERS.has(name)) {
        if (name === 'variation') variation = { level, values: new Map() }
        holderDepth += 1
      } else {
        openValue(name, attributes)
        if (name === 'shipping' || name === 'delivery') group = { level, parts: new Map() }
      }
    },

    close: (name: string, level: number) => {
      if (group && level === group.level + 1) {
        const part = (text.end() ?? '').trim()
        if (group.parts.size < MAX_PARTS) group.parts.set(name, part)
      } else if (group && level === group.level) {
        if (name !== 'param' && group.parts.size === 0) closeValue()
        else addGroup(name, group.parts, values)
        group = null
      } else if (level === depth + holderDepth && holderDepth > 0) closeHolder(level)
      else if (level === depth + holderDepth + 1) closeValue()
    },
  }
}
export type XmlItem = ReturnType<typeof createXmlItem>

const addGroup = (name: string, parts: ReadonlyMap<string, string>, item: RawItemBuilder) => {
  if (name === 'param') {
    // Heureka: <PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>Modrá</VAL></PARAM>.
    const option = parts.get('param_name') ?? ''
    const [, text = ''] = [...parts].findLast(([part]) => part !== 'param_name') ?? []
    item.add(optionRole(option) ?? normalizeColumnName(option), text)
  } else {
    const price = parts.get('price') ?? parts.get('delivery_price') ?? ''
    if (price !== '') item.add('shipping', `${parts.get('country') ?? ''}:::${price}`)
  }
}

/** Skroutz: sizes that are sold out are not sizes of the offer. */
const addVariation = (variation: ReadonlyMap<string, string>, item: RawItemBuilder) => {
  const isSoldOut = /^0+$/.test(variation.get('quantity') ?? '')
  for (const [name, text] of variation)
    if (name === 'color' || (name === 'size' && !isSoldOut)) item.add(name, text)
}
