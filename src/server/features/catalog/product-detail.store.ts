import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { hasRow, raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { selectProductId } from './cards.store.ts'
import { createColorFamilies } from './color-families.store.ts'
import { offerSchema } from '#shared/contract/catalog.ts'

const detailRow = z.object({
  id: z.string(),
  product_key: z.string(),
  type: z.string().nullable(),
  colors: z.array(z.string()).nullable(),
  pattern: z.string().nullable(),
  material: z.string().nullable(),
  sleeve: z.string().nullable(),
  fit: z.string().nullable(),
  seen: z.array(z.string()),
  pictures: z.array(z.string()),
  description: z.string().nullable(),
  gtin: z.string().nullable(),
  mpn: z.string().nullable(),
  departments: z.array(z.string()),
  sold_as: z.string().nullable(),
})
export type DetailRow = z.output<typeof detailRow>

const offerRow = offerSchema.extend({
  id: z.string(),
  checkedAt: isoTime.nullable(),
  seenAt: isoTime,
  first_seen_at: z.date(),
  credit: z.string().nullable(),
})
export type OfferRow = z.output<typeof offerRow>

/** Attributes that are taken from the picture if no source states them. */
const SEEN_COLUMNS = ['colors', 'pattern', 'material'] as const

const changeRow = z.object({
  changed_at: z.date(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
})

const MAX_OFFERS = 50
const MAX_CHANGES = 200

export const createProductDetailStore = (connection: Connection) => ({
  /** `id`: of the product or of a worn item. */
  product: (id: string) =>
    readRow(connection, detailRow, { name: 'product' })`
      SELECT id, product_key,
        ${raw(SEEN_COLUMNS.map((column) => `coalesce(stated.${column}, seen.${column}) AS ${column}`).join(', '))}, coalesce(seen.type, stated.kind, seen.kind) AS type, sleeve, fit,
        array_remove(ARRAY[CASE WHEN seen.type IS NOT NULL OR stated.kind IS NULL THEN 'type' END,
          ${raw(SEEN_COLUMNS.map((column) => `CASE WHEN stated.${column} IS NULL THEN '${column}' END`).join(', '))}
        ], NULL) AS seen, pictures, description, gtin, mpn, departments, sold_as
      FROM catalog.products stated
      LEFT JOIN catalog.seen_attributes seen ON seen.product_id = stated.id
      WHERE id = ${selectProductId(id)}`,

  /** The product that was worn in a look which has been removed. Lists may still name the worn item. */
  productOfRemoved: (id: string) =>
    readValue(connection, z.string())`
      SELECT product.id FROM takedown_rows removed
      JOIN catalog.products product ON product.id = (removed.row ->> 'product_id')::bigint
      WHERE removed.row_id = ${id} AND relation = 'worn_items' LIMIT 1`,

  /** Whether the product or worn item was removed. */
  isRemoved: (id: string) =>
    hasRow(connection)`SELECT FROM takedown_rows WHERE row_id = ${id} LIMIT 1`,

  offers: (productId: string) =>
    readRows(connection, offerRow, { name: 'offers-of-product' })`
      SELECT offer.id, coalesce(shop.name, '') AS shop, url, price, price_amount::float8 AS amount,
        offer.currency, availability, offer.condition, coalesce(sizes, '{}') AS sizes, terms, first_seen_at,
        last_seen_at AS "seenAt", last_checked_at AS "checkedAt", feed.credit
      FROM catalog.offers offer
      LEFT JOIN catalog.shops shop ON shop.id = offer.shop_id
      LEFT JOIN catalog.feeds feed ON feed.shop_id = offer.shop_id
        AND offer.shop_item_id IS NOT NULL
      WHERE product_id = ${productId} ORDER BY offer.id LIMIT ${MAX_OFFERS}`,

  colours: createColorFamilies(connection),

  /** Newest first, and no more than a plot can show. */
  priceChanges: (offerId: string) =>
    readRows(connection, changeRow, { name: 'price-changes' })`
      SELECT changed_at, former_amount::float8 AS amount, former_currency AS currency
      FROM catalog.price_changes WHERE offer_id = ${offerId}
      ORDER BY changed_at DESC LIMIT ${MAX_CHANGES}`,
})
export type ProductDetailStore = ReturnType<typeof createProductDetailStore>
