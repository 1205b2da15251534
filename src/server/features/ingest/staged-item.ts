import { createHash } from 'node:crypto'
import type { Department } from '#shared/domain/department.ts'
import { displayPrice, parsePrice } from '#shared/domain/price.ts'
import {
  type FeedDefaults,
  type FeedItem,
  isOnSale,
  productPageUrl,
  type RawItem,
} from './feed-item.ts'
import { titleWithoutSize } from './sizes.ts'

/** The look in which the item is worn, from a row of the catalogue file; named like the staged columns. */
type WornColumns = {
  celebrity_name: string
  look_url: string
  style_type?: string | null
  look_width?: number | null
  look_height?: number | null
  look_color?: string | null
  /** Where the picture was published, whom to credit, and under which licence. */
  look_source?: string | null
  look_credit?: string | null
  look_licence?: string | null
  /** x, y, width, height, and perhaps the x and y of the best-seen point. */
  box?: readonly number[] | null
}

/** An item as a source describes it. Null or absent means that the source does not state it. */
export type StagedItem = {
  line: number
  title: string
  /** As the source writes it; empty if it has none. */
  price: string
  /** Empty only for an item of the catalogue file. */
  url: string
  /** The shop's own page, if `url` is a tracking link to it. */
  pageUrl?: string | null
  brand?: string | null
  category?: string | null
  kind?: string | null
  colors?: readonly string[] | null
  pattern?: string | null
  material?: string | null
  sleeve?: string | null
  fit?: string | null
  /** 14 digits. */
  gtin?: string | null
  mpn?: string | null
  description?: string | null
  departments?: readonly Department[] | null
  sold_as?: string | null
  pictures?: readonly string[]
  /** The shop of the feed and its id of the item; absent for the catalogue file. */
  shop?: { id: number; itemId: string }
  /** Variants that share an `itemId` are sizes of one product and become one item. */
  isVariant?: boolean
  /** The shop's id of this size, and the title without the size. */
  ownId?: string
  plainTitle?: string
  /** Items on the same page may be sizes of one product although the feed does not group them. */
  page?: string | null
  cluster?: number
  content?: number
  availability?: string | null
  condition?: string | null
  sizes?: readonly string[] | null
  worn?: WornColumns
}

const MAX_AMOUNT = 999_999_999_999

const recordOf = (item: StagedItem) => {
  const { shop, worn, pictures = [], isVariant = false, pageUrl = null, ...rest } = item
  const { ownId, plainTitle, ...facts } = rest
  const { box, ...look } = worn ?? {}
  const price = parsePrice(item.price)
  return {
    ...facts,
    pictures,
    page_url: pageUrl,
    price_amount: price && price.amount <= MAX_AMOUNT ? price.amount : null,
    currency: price?.currency ?? null,
    is_variant: isVariant,
    own_id: ownId,
    plain_title: plainTitle,
    shop_id: shop?.id ?? null,
    shop_item_id: shop?.itemId ?? null,
    ...look,
    box: box?.slice(0, 4),
    best_seen: box && box.length > 4 ? box.slice(4) : null,
  }
}

/** JSON of the items for the staging table. */
export const stagedRecords = (items: readonly StagedItem[]): string =>
  JSON.stringify(items.map(recordOf))

/** Sizes of one product get the same `itemId`, so that they become one offer. */
export const stagedItem = (
  item: FeedItem,
  shopId: number,
  content: { cluster: number; content: number },
): StagedItem => {
  const { id, groupId, colors, amount, currency, canonicalUrl, departments, soldAs, ...facts } =
    item
  const isVariant = groupId !== null
  return {
    ...facts,
    ...content,
    pageUrl: canonicalUrl === item.url ? null : canonicalUrl,
    colors: colors.length > 0 ? colors : null,
    departments: departments.length > 0 ? departments : null,
    sold_as: soldAs,
    sizes: item.sizes.length > 0 ? item.sizes : null,
    price: displayPrice(amount, currency) ?? '',
    isVariant,
    ownId: id,
    plainTitle: titleWithoutSize(item.title, item.sizes),
    page: item.sizes.length === 1 ? productPageUrl(canonicalUrl) : null,
    shop: { id: shopId, itemId: isVariant ? `${groupId}/${colors.join('/').toLowerCase()}` : id },
  }
}

/** Increase it whenever items are parsed differently, so that every feed is read again. */
const READER_VERSION = 2
/** Sums of 48-bit numbers are exact in a double. */
const BITS = 2 ** 48

const hashOf = (text: string): number => createHash('md5').update(text).digest().readUIntBE(0, 6)

/** Everything else that determines how an item is parsed. */
export const saltOf = (defaults: FeedDefaults): string =>
  JSON.stringify([READER_VERSION, { ...defaults, now: undefined }])

/** Hashes of an item and of its cluster, which is its group or else the items on the same page. */
export const contentOf = ({ values }: RawItem, salt: string, now: Date) => {
  let text = salt
  for (const [name, texts] of values) text += `\n${name}\t${texts.join('\t')}`
  const dates = values.get('sale_price_effective_date')?.[0]
  if (dates !== undefined) text += isOnSale(dates, now)
  const first = (name: string) => values.get(name)?.[0]
  const group = first('item_group_id')
  const page = first('canonical_link') ?? first('link') ?? first('shop_link') ?? first('id') ?? text
  return {
    cluster: group === undefined ? -hashOf(productPageUrl(page)) : hashOf(group),
    content: hashOf(text),
  }
}

/** The hash of a cluster is the sum of its items', so that their order does not matter. */
export const addContent = (sum: number, content: number): number => (sum + content) % BITS

/** Parses the `cluster:content` pairs that the database lists. */
export const contentsFrom = (contents: string): Map<number, number> =>
  new Map(
    contents.split(' ').map((pair) => {
      const [cluster = '', content = ''] = pair.split(':')
      return [Number(cluster), Number(content)] as const
    }),
  )
