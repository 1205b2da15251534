import type { OfferTerms } from '#shared/contract/catalog.ts'
import type { Department } from '#shared/domain/department.ts'
import { parsePrice } from '#shared/domain/price.ts'

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
  /** A kind of the vocabulary, which is finer than `kind`. */
  type?: string | null
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
  terms?: OfferTerms | null
  condition?: string | null
  sizes?: readonly string[] | null
  worn?: WornColumns
}

const MAX_AMOUNT = 999_999_999_999
/** The search index stores prices as `real`, which has no room for less than about 1e-45. */
const MIN_AMOUNT = 1e-6

const isStorable = (amount: number): boolean =>
  amount === 0 || (amount >= MIN_AMOUNT && amount <= MAX_AMOUNT)

/** The columns of the staging table that items fill, with their types. */
export const STAGED_COLUMNS = {
  line: 'integer',
  is_variant: 'boolean',
  title: 'text',
  brand: 'text',
  category: 'text',
  kind: 'text',
  type: 'text',
  colors: 'text[]',
  pattern: 'text',
  material: 'text',
  sleeve: 'text',
  fit: 'text',
  gtin: 'text',
  mpn: 'text',
  description: 'text',
  departments: 'text[]',
  sold_as: 'text',
  pictures: 'text[]',
  shop_id: 'integer',
  shop_item_id: 'text',
  url: 'text',
  page_url: 'text',
  price: 'text',
  price_amount: 'numeric',
  currency: 'text',
  availability: 'text',
  terms: 'jsonb',
  condition: 'text',
  sizes: 'text[]',
  celebrity_name: 'text',
  style_type: 'text',
  look_url: 'text',
  look_width: 'integer',
  look_height: 'integer',
  look_color: 'text',
  look_source: 'text',
  look_credit: 'text',
  look_licence: 'text',
  box: 'real[]',
  best_seen: 'real[]',
  own_id: 'text',
  plain_title: 'text',
  page: 'text',
  cluster: 'bigint',
  content: 'bigint',
} as const

type StagedRecord = Record<keyof typeof STAGED_COLUMNS, unknown>

/** Names every column, because copying the rest of an object takes several times as long. */
const toStagedRecord = (item: StagedItem): StagedRecord => {
  const { shop } = item
  const worn: Partial<WornColumns> = item.worn ?? {}
  const { box } = worn
  const price = parsePrice(item.price)
  return {
    line: item.line,
    is_variant: item.isVariant ?? false,
    title: item.title,
    brand: item.brand,
    category: item.category,
    kind: item.kind,
    type: item.type,
    colors: item.colors,
    pattern: item.pattern,
    material: item.material,
    sleeve: item.sleeve,
    fit: item.fit,
    gtin: item.gtin,
    mpn: item.mpn,
    description: item.description,
    departments: item.departments,
    sold_as: item.sold_as,
    pictures: item.pictures ?? [],
    shop_id: shop?.id ?? null,
    shop_item_id: shop?.itemId ?? null,
    url: item.url,
    page_url: item.pageUrl ?? null,
    price: item.price,
    price_amount: price && isStorable(price.amount) ? price.amount : null,
    currency: price?.currency ?? null,
    availability: item.availability,
    terms: item.terms,
    condition: item.condition,
    sizes: item.sizes,
    celebrity_name: worn.celebrity_name,
    style_type: worn.style_type,
    look_url: worn.look_url,
    look_width: worn.look_width,
    look_height: worn.look_height,
    look_color: worn.look_color,
    look_source: worn.look_source,
    look_credit: worn.look_credit,
    look_licence: worn.look_licence,
    box: box?.slice(0, 4),
    best_seen: box && box.length > 4 ? box.slice(4) : null,
    own_id: item.ownId,
    plain_title: item.plainTitle,
    page: item.page,
    cluster: item.cluster,
    content: item.content,
  }
}

/** JSON of the items for the staging table. */
export const stagedRecords = (items: readonly StagedItem[]): string =>
  JSON.stringify(items.map(toStagedRecord))
