import { DomHandler, DomUtils, ElementType, Parser } from 'htmlparser2'
import { indexByWord } from '#shared/vocabulary/word-forms.ts'
import { MAX_VALUE_CHARS, type RawItem, RawItemBuilder, VALUES_PER_ATTRIBUTE } from './feed-item.ts'

type Document = DomHandler['root']
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Json = Readonly<Record<string, unknown>>
type Add = (attribute: string, ...values: unknown[]) => void

/** Browsers stop at 512. Searching a tree takes time quadratic in its depth. */
const MAX_TAG_DEPTH = 1_000

class ShallowHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>) {
    if (this.tagStack.length > MAX_TAG_DEPTH) throw new RangeError('Nested too deeply')
    super.onopentag(name, attributes)
  }
}

/**
 * The product that a shop's page describes in JSON-LD, Open Graph or microdata, in this order: each fills
 * in what the previous ones left out. Null if the page describes no product.
 */
export const readProductPage = (html: string, pageUrl: string): RawItem | null => {
  try {
    return parseProduct(html, pageUrl)
  } catch (error) {
    // Elements or JSON nested so deeply that the stack overflows describe no product.
    if (error instanceof RangeError) return null
    throw error
  }
}

const parseProduct = (html: string, pageUrl: string): RawItem | null => {
  const handler = new ShallowHandler()
  new Parser(handler).end(html)
  const document = handler.root
  const base = DomUtils.getElementsByTagName('base', document, true, 1)[0]?.attribs['href']
  const baseUrl =
    base !== undefined && URL.canParse(base, pageUrl) ? new URL(base, pageUrl).href : pageUrl
  const attributes = new Map<string, string[]>()
  for (const read of [fromJsonLd, fromOpenGraph, fromMicrodata]) {
    const values = new Map<string, string[]>()
    read(document, (attribute, ...rawValues) => {
      const texts = values.get(attribute) ?? []
      for (const value of rawValues.filter(isText).slice(0, VALUES_PER_ATTRIBUTE - texts.length))
        texts.push(String(value).slice(0, MAX_VALUE_CHARS))
      if (texts.length > 0) values.set(attribute, texts)
    })
    for (const [attribute, texts] of values)
      if (!attributes.has(attribute)) attributes.set(attribute, texts)
  }
  // Every page of a shop has a title and pictures for sharing; only a price makes it a product page.
  if (!attributes.has('price') || !attributes.has('title')) return null
  const item = new RawItemBuilder(1)
  for (const [attribute, texts] of attributes)
    for (const value of texts)
      item.add(attribute, attribute.endsWith('_link') ? absoluteUrl(value, baseUrl) : value)
  item.add('link', pageUrl)
  return item.build()
}

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'

const absoluteUrl = (address: string, base: string): string =>
  URL.canParse(address, base) ? new URL(address, base).href : address

// JSON-LD

const PRODUCT_TYPES = new Set(['product', 'productgroup', 'individualproduct', 'productmodel'])
/** Products are not described at deeper levels. */
const MAX_DEPTH = 6

const fromJsonLd = (document: Document, add: Add): void => {
  const scripts = DomUtils.getElementsByTagName('script', document).filter((script) =>
    /^application\/ld\+json\b/i.test(script.attribs['type'] ?? ''),
  )
  const product = scripts
    .flatMap((script) => productsIn(parseJson(DomUtils.textContent(script)), 0))
    .toSorted((a, b) => Number('offers' in b) - Number('offers' in a))[0]
  if (!product) return
  const variants = asList(product['hasVariant']).filter(isObject)
  const nodes = [product, ...variants]
  const first = (name: string): unknown =>
    nodes.map((node) => node[name]).find((value) => value !== undefined && value !== null)
  add('id', first('sku') ?? first('productID'))
  add('title', first('name'))
  add('description', first('description'))
  add('image_link', ...asList(first('image')).map(urlOf))
  add('brand', nameOf(first('brand')) ?? nameOf(first('manufacturer')))
  add(
    'gtin',
    ...['gtin14', 'gtin13', 'gtin12', 'gtin8', 'gtin', 'ean', 'isbn']
      .map(first)
      .filter(isText)
      .slice(0, 1),
  )
  add('mpn', first('mpn'))
  add('color', ...asList(first('color')).slice(0, 1))
  add('material', nameOf(first('material')))
  add('pattern', nameOf(first('pattern')))
  add('product_type', ...asList(first('category')).map(nameOf).slice(0, 1))
  for (const node of nodes) add('size', ...asList(node['size']).map(nameOf))
  addOffers(
    nodes.flatMap((node) => offersIn(node['offers'])),
    first('itemCondition'),
    add,
  )
}

const addOffers = (offers: readonly Json[], condition: unknown, add: Add): void => {
  const pricedOffers = offers
    .map((offer) => ({ offer, ...priceIn(offer) }))
    .filter(({ price }) => isText(price))
  const buyable = pricedOffers.filter(({ offer }) =>
    /instock|limited|online/i.test(String(offer['availability'])),
  )
  const best = (buyable.length > 0 ? buyable : pricedOffers).toSorted(
    (a, b) => Number(a.price) - Number(b.price),
  )[0]
  if (!best) return
  add('price', best.price)
  add('currency', best.currency)
  add('availability', best.offer['availability'])
  add('condition', best.offer['itemCondition'] ?? condition)
}

const priceIn = (offer: Json): { price: unknown; currency: unknown } => {
  const specification = asList(offer['priceSpecification']).find(isObject)
  return {
    price: offer['price'] ?? offer['lowPrice'] ?? specification?.['price'],
    currency: offer['priceCurrency'] ?? specification?.['priceCurrency'],
  }
}

const offersIn = (offers: unknown): Json[] =>
  asList(offers)
    .filter(isObject)
    .flatMap((offer) => {
      const nested = asList(offer['offers']).filter(isObject)
      return nested.length > 0 ? nested : [offer]
    })

const productsIn = (value: unknown, depth: number): Json[] => {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value))
    return value.flatMap((element: unknown) => productsIn(element, depth + 1))
  if (!isObject(value)) return []
  const isProduct = asList(value['@type']).some((type) =>
    PRODUCT_TYPES.has(
      String(type)
        .replace(/^.*[/#:]/, '')
        .toLowerCase(),
    ),
  )
  if (isProduct) return [value]
  return [value['@graph'], value['mainEntity'], value['itemListElement'], value['item']].flatMap(
    (inner) => productsIn(inner, depth + 1),
  )
}

/** Shops put raw line breaks and trailing semicolons into their JSON. */
const parseJson = (text: string): unknown => {
  for (const attempt of [text, text.replaceAll(/\p{Cc}+/gu, ' ').replace(/;\s*$/, '')])
    try {
      return JSON.parse(attempt)
    } catch {
      // Try the next spelling.
    }
  return null
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const MAX_LISTED = 2_000
const asList = (value: unknown): unknown[] =>
  value === undefined || value === null
    ? []
    : Array.isArray(value)
      ? value.slice(0, MAX_LISTED)
      : [value]
const nameOf = (value: unknown): unknown => (isObject(value) ? value['name'] : value)
const urlOf = (value: unknown): unknown =>
  isObject(value) ? (value['contentUrl'] ?? value['url']) : value

// Open Graph

const OPEN_GRAPH = indexByWord({
  title: 'og:title',
  description: 'og:description',
  image_link: 'og:image og:image:secure_url',
  price: 'product:price:amount og:price:amount',
  currency: 'product:price:currency og:price:currency',
  sale_price: 'product:sale_price:amount',
  availability: 'product:availability og:availability',
  condition: 'product:condition',
  brand: 'product:brand og:brand',
  color: 'product:color',
  material: 'product:material',
  pattern: 'product:pattern',
  size: 'product:size',
  product_type: 'product:category',
  id: 'product:retailer_item_id',
  gtin: 'product:upc product:ean',
  mpn: 'product:mfr_part_no',
})

const fromOpenGraph = (document: Document, add: Add): void => {
  for (const { attribs } of DomUtils.getElementsByTagName('meta', document)) {
    const attribute = OPEN_GRAPH.get((attribs['property'] ?? attribs['name'] ?? '').toLowerCase())
    if (attribute !== undefined) add(attribute, attribs['content'])
  }
}

// Microdata

const MICRODATA = indexByWord({
  title: 'name',
  description: 'description',
  image_link: 'image',
  id: 'sku productid',
  gtin: 'gtin gtin8 gtin12 gtin13 gtin14',
  mpn: 'mpn',
  color: 'color',
  material: 'material',
  pattern: 'pattern',
  size: 'size',
  product_type: 'category',
  price: 'price lowprice',
  currency: 'pricecurrency',
  availability: 'availability',
  condition: 'itemcondition',
})

const fromMicrodata = (document: Document, add: Add): void => {
  const product = DomUtils.findOne(
    (element) => /schema\.org\/product\b/i.test(element.attribs['itemtype'] ?? ''),
    document.children,
  )
  if (product) readScope(product, add)
}

const readScope = (scope: Element, add: Add): void => {
  for (const element of DomUtils.getChildren(scope).filter(isElement)) {
    const property = element.attribs['itemprop']?.toLowerCase()
    const isScope = 'itemscope' in element.attribs
    const attribute = MICRODATA.get(property ?? '')
    if (property === 'brand' || property === 'manufacturer')
      add('brand', isScope ? nameInScope(element) : valueOf(element))
    else if (property === 'offers' && isScope) readScope(element, add)
    // A review or a related product has names and prices of its own.
    else if (isScope) continue
    // Not searched further: nested values would be read again at every level.
    else if (attribute !== undefined) add(attribute, valueOf(element))
    else readScope(element, add)
  }
}

const isElement = (node: ReturnType<typeof DomUtils.getChildren>[number]): node is Element =>
  'attribs' in node

const nameInScope = (scope: Element): string | undefined => {
  const name = DomUtils.findOne(({ attribs }) => attribs['itemprop'] === 'name', scope.children)
  return name ? valueOf(name) : undefined
}

const valueOf = (element: Element): string =>
  element.attribs['content'] ??
  element.attribs['href'] ??
  element.attribs['src'] ??
  textIn(element, MAX_VALUE_CHARS)

/** The first `maxChars` of an element's text, without collecting the rest. */
const textIn = (element: Element, maxChars: number): string => {
  let text = ''
  for (const child of element.children) {
    if (text.length >= maxChars) break
    if (child.type === ElementType.Text) text += child.data.slice(0, maxChars - text.length)
    else if (isElement(child)) text += textIn(child, maxChars - text.length)
  }
  return text
}
