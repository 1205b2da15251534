import { createHash } from 'node:crypto'
import type { StagedItem } from '#server/features/catalog/index.ts'
import { formatDisplayPrice } from '#shared/domain/price.ts'
import {
  type FeedDefaults,
  type FeedItem,
  isOnSale,
  productPageUrl,
  type RawItem,
} from './feed-item.ts'
import { titleWithoutSize } from './sizes.ts'

/** What feeds state; the compiler asks for a member that is added to staged items. */
type StatedByFeeds = Required<Omit<StagedItem, 'sleeve' | 'fit' | 'worn'>>

/** Sizes of one product get the same `itemId`, so that they become one offer. */
export const stagedItem = (
  item: FeedItem,
  shopId: number,
  content: { cluster: number; content: number },
): StatedByFeeds => {
  const { id, groupId, title, url, canonicalUrl, colors, departments, sizes } = item
  const isVariant = groupId !== null
  return {
    line: item.line,
    title,
    price: formatDisplayPrice(item.amount, item.currency) ?? '',
    url,
    pageUrl: canonicalUrl === url ? null : canonicalUrl,
    brand: item.brand,
    category: item.category,
    kind: item.kind,
    type: item.type,
    colors: colors.length > 0 ? colors : null,
    pattern: item.pattern,
    material: item.material,
    gtin: item.gtin,
    mpn: item.mpn,
    description: item.description,
    departments: departments.length > 0 ? departments : null,
    sold_as: item.soldAs,
    pictures: item.pictures,
    shop: { id: shopId, itemId: isVariant ? `${groupId}/${item.colorKey}` : id },
    isVariant,
    ownId: id,
    plainTitle: titleWithoutSize(title, sizes),
    page: sizes.length === 1 ? productPageUrl(canonicalUrl) : null,
    cluster: content.cluster,
    content: content.content,
    availability: item.availability,
    terms: item.terms,
    condition: item.condition,
    sizes: sizes.length > 0 ? sizes : null,
  }
}

/** Increase it whenever items are parsed differently, so that every feed is read again. */
const READER_VERSION = 8
/** Sums of 48-bit numbers are exact in a double. */
const BITS = 2 ** 48

const hashOf = (text: string): number => createHash('md5').update(text).digest().readUIntBE(0, 6)

/** Everything else that determines how an item is parsed. */
export const saltOf = (defaults: FeedDefaults): string =>
  JSON.stringify([READER_VERSION, { ...defaults, now: undefined }])

/** What all sizes of a product share if each has a page of its own; null if the item is of no single size. */
const sizeFamily = (values: RawItem['values'], page: string): string | null => {
  const [title, brand = ''] = ['title', 'brand'].map((name) => values.get(name)?.[0])
  const sizes = values.get('size') ?? []
  const hasOwnPage = productPageUrl(page) === page
  return title !== undefined && sizes.length === 1 && hasOwnPage
    ? `${titleWithoutSize(title, sizes)}\n${brand}`.toLowerCase()
    : null
}

/**
 * Hashes of an item and of its cluster, which is its group or else the items on the same page, or of the
 * same title and brand if each size has its own.
 */
export const contentOf = ({ values }: RawItem, salt: string, now: Date) => {
  let text = salt
  for (const [name, texts] of values) text += `\n${name}\t${texts.join('\t')}`
  const dates = values.get('sale_price_effective_date')?.[0]
  if (dates !== undefined) text += isOnSale(dates, now)
  const first = (name: string) => values.get(name)?.[0]
  const group = first('item_group_id')
  const page = first('canonical_link') ?? first('link') ?? first('shop_link') ?? first('id') ?? text
  return {
    cluster:
      group === undefined
        ? -hashOf(sizeFamily(values, page) ?? productPageUrl(page))
        : hashOf(group),
    content: hashOf(text),
  }
}

/** The hash of a cluster is the sum of its items', so that their order does not matter. */
export const addItemHash = (sum: number, content: number): number => (sum + content) % BITS

/** Parses the `cluster:content` pairs that the database lists. */
export const contentsFrom = (contents: string): Map<number, number> =>
  new Map(
    contents.split(' ').map((pair) => {
      const [cluster = '', content = ''] = pair.split(':')
      return [Number(cluster), Number(content)] as const
    }),
  )
