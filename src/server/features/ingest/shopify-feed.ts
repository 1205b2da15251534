import { z } from 'zod'
import { normalizeColumnName, createSampledReader, type NamedValues } from './feed-columns.ts'
import { optionRole } from './shop-exports.ts'
import {
  BrokenFeedError,
  type FeedSink,
  type RawItem,
  RawItemBuilder,
  VALUES_PER_ATTRIBUTE,
} from './feed-item.ts'
import { cut } from './plain-text.ts'
import { FEED_TEXT, ITEM_TEXT } from './feed-messages.ts'

const text = z.union([z.string(), z.number().transform(String)]).nullish()
const picture = z.object({ src: text }).nullish()
const variantSchema = z.object({
  price: text,
  compare_at_price: text,
  available: z.boolean().nullish(),
  option1: text,
  option2: text,
  option3: text,
  featured_image: picture,
})
const productSchema = z.object({
  id: text,
  title: text,
  handle: text,
  body_html: text,
  vendor: text,
  product_type: text,
  variants: z.array(variantSchema).nullish(),
  images: z.array(picture).nullish(),
  options: z.array(z.object({ name: text, position: z.number().nullish() })).nullish(),
})
/** Under these names lists of products are found in an object. */
const LISTS = ['products', 'items', 'Items', 'offers', 'data', 'results'] as const
const list = z.array(z.unknown())
const pageSchema = z.union([
  list,
  ...LISTS.map((name) => z.object({ [name]: list }).transform((page) => page[name] ?? [])),
])
type Product = z.output<typeof productSchema>
type Variant = z.output<typeof variantSchema>

export type JsonShop = {
  shopUrl: string | null
  currency: string | null
  /** Reads products that are not in Shopify's format. */
  readRows?: ReturnType<typeof createSampledReader>
}

/**
 * Reads one page of a Shopify shop's `products.json`, or any other JSON list of products. Returns how many
 * products it lists.
 */
export const readProductsJson = async (
  json: string,
  sink: FeedSink,
  shop: JsonShop & { firstLine: number },
): Promise<number> => {
  const products = parsePage(json)
  await readProducts(products, sink, shop)
  return products.length
}

/** `entries`: parsed JSON. */
export const readProducts = async (
  entries: readonly unknown[],
  sink: FeedSink,
  {
    shopUrl,
    currency,
    readRows = createSampledReader(sink),
    firstLine,
  }: JsonShop & { firstLine: number },
): Promise<void> => {
  const items: RawItem[] = []
  const rows: NamedValues[] = []
  for (const [index, entry] of entries.entries()) {
    const product = productSchema.safeParse(entry)
    const line = firstLine + index
    if (product.success && product.data.variants)
      items.push(...itemsOf(product.data, { line, shopUrl, currency }))
    else if (isRecord(entry)) rows.push({ line, values: textsOf(entry) })
    else sink.onUnreadable(line, ITEM_TEXT.noProduct)
  }
  if (rows.length > 0) items.push(...readRows(rows))
  if (items.length > 0) await sink.onItems(items)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The texts of an object and of objects directly inside it: `{ image: { src }, brand: { name } }`. */
const textsOf = (product: Record<string, unknown>): [string, string[]][] =>
  Object.entries(product).map(([name, value]) => [
    normalizeColumnName(name),
    [value]
      .flat()
      .slice(0, VALUES_PER_ATTRIBUTE)
      .flatMap((element: unknown) => {
        const inner = isRecord(element)
          ? (element['src'] ?? element['url'] ?? element['name'] ?? element['amount'])
          : element
        return typeof inner === 'string' || typeof inner === 'number' ? [String(inner)] : []
      }),
  ])

const parsePage = (json: string): unknown[] => {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (cause) {
    throw new BrokenFeedError(FEED_TEXT.badJson(summaryOf(cause)), {
      cause,
    })
  }
  const page = pageSchema.safeParse(parsed)
  if (!page.success) throw new BrokenFeedError(FEED_TEXT.noProductList)
  return page.data
}

const summaryOf = (cause: unknown) =>
  cause instanceof Error ? cut(cause.message.replaceAll(/\s+/g, ' '), 120) : ''

/** Shopify's own limits for a product. */
const MAX_VARIANTS = 2_048
const MAX_PICTURES = 250

type Context = { line: number; shopUrl: string | null; currency: string | null }

/** Each colour becomes an item, because it looks different; sizes do not. */
const itemsOf = (product: Product, context: Context): RawItem[] => {
  const optionFor = (role: string) =>
    product.options?.findIndex((option) => optionRole(option.name ?? '') === role) ?? -1
  const colorOption = optionFor('color')
  const sizeOption = optionFor('size')
  const byColor = new Map<string, Variant[]>()
  for (const variant of product.variants?.slice(0, MAX_VARIANTS) ?? []) {
    const color = optionOf(variant, colorOption) ?? ''
    byColor.set(color, [...(byColor.get(color) ?? []), variant])
  }
  return [...byColor].map(([color, variants]) => {
    const hasSeveralColors = byColor.size > 1
    const item = new RawItemBuilder(context.line)
    const add = (attribute: string, value: string | null | undefined) =>
      item.add(attribute, value ?? '')
    const best = cheapest(variants)
    add('id', hasSeveralColors ? `${product.id ?? ''}/${color}` : product.id)
    add('title', hasSeveralColors ? `${product.title ?? ''} – ${color}` : product.title)
    add('description', product.body_html)
    const path = product.handle && `products/${product.handle}`
    if (path && context.shopUrl) add('link', new URL(path, context.shopUrl).href)
    // Relative, because the address of the shop is unknown until the operator states it.
    else add('shop_link', path)
    add('brand', product.vendor)
    add('product_type', product.product_type)
    const isReduced = Number(best?.compare_at_price ?? 0) > Number(best?.price ?? Infinity)
    add('price', isReduced ? best?.compare_at_price : best?.price)
    if (isReduced) add('sale_price', best?.price)
    add('currency', context.currency)
    add('color', color)
    add(
      'availability',
      variants.some(({ available }) => available !== false) ? 'in stock' : 'out of stock',
    )
    if (sizeOption >= 0)
      for (const variant of variants)
        if (variant.available !== false) add('size', optionOf(variant, sizeOption))
    add('image_link', variants.find((variant) => variant.featured_image?.src)?.featured_image?.src)
    for (const image of product.images?.slice(0, MAX_PICTURES) ?? [])
      add('additional_image_link', image?.src)
    return item.build()
  })
}

const optionOf = (variant: Variant, index: number): string | null | undefined =>
  [variant.option1, variant.option2, variant.option3][index]

/** Among the available variants, if there are any. */
const cheapest = (variants: readonly Variant[]): Variant | undefined => {
  const available = variants.filter((variant) => variant.available !== false)
  return (available.length > 0 ? available : variants).toSorted(
    (a, b) => Number(a.price ?? Infinity) - Number(b.price ?? Infinity),
  )[0]
}
