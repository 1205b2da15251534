import { z } from 'zod'
import { eurosSql } from '#server/core/db/query.ts'
import { sql } from '#server/core/db/sql.ts'
import { buildPortraitUrl } from './portraits.ts'
import {
  catalogProductSchema,
  imageTileSchema,
  wornDetailsSchema,
} from '#shared/contract/catalog.ts'
import { EXACT_CERTAINTY } from '#shared/domain/claim.ts'
import { DISCLOSURES } from '#shared/domain/disclosure.ts'

/** A nullable column of the product, unless the row of the catalogue file states another value. */
export const rowOrProduct = (member: string, column: string) =>
  `CASE WHEN worn.row_says ? '${member}' THEN worn.row_says ->> '${member}' ELSE ${column} END`

/** Whether the `worn` item is only similar to what is worn. */
export const IS_SIMILAR = `(worn.said_by <> 'catalogue' AND worn.certainty < ${EXACT_CERTAINTY})`

export const TILE_COLUMNS = `look.url AS image, person.name AS celebrity_name,
  person.image AS celebrity_portrait, look.product_count AS number_of_products,
  look.first_product_name AS name, look.width, look.height, look.color, look.disclosures`

/** When the page of a `look` last changed. It shows prices, so it changes when an offer does. */
export const LOOK_CHANGED_AT = `greatest(look.added_at, look.published_at, look.changed_at,
  (SELECT max(offer.last_seen_at) FROM catalog.worn_items worn
    JOIN catalog.offers offer ON offer.product_id = worn.product_id WHERE worn.look_id = look.id))`

/** Ignores those that only a later version knows. */
export const disclosuresSchema = z
  .array(z.string())
  .nullable()
  .transform((names) => DISCLOSURES.filter((disclosure) => names?.includes(disclosure)))

export const tileRow = imageTileSchema.extend({
  disclosures: disclosuresSchema.transform((names) => (names.length > 0 ? names : undefined)),
  celebrity_portrait: z.string().transform(buildPortraitUrl),
})

/** The values of a row of the catalogue file, from `worn`, its `product` and `offer`. */
export const ROW_VALUES = `coalesce(worn.row_says ->> 'name', product.title) AS name,
  coalesce(worn.row_says ->> 'price', offer.price, '') AS price,
  coalesce(offer.url, '') AS website, ${rowOrProduct('category', 'product.category')} AS category,
  ${rowOrProduct('brand', 'product.brand')} AS brand,
  ${rowOrProduct('product_image', 'product.pictures[1]')} AS product_image,
  worn.box || worn.best_seen AS box`

/** A card is a worn item, or a product that nobody wears, without person and look. */
export const CARD_COLUMNS = `coalesce(worn.id, product.id) AS id,
  coalesce(person.name, '') AS celebrity_name, coalesce(look.url, '') AS celebrity_image,
  ${ROW_VALUES},
  CASE WHEN offer.availability IN ('out_of_stock', 'removed') THEN offer.availability END
    AS availability, offer.last_checked_at AS "checkedAt", offer.shop,
  CASE WHEN worn.said_by <> 'catalogue' THEN jsonb_build_object('by', worn.said_by, 'isExact',
    worn.certainty >= ${EXACT_CERTAINTY}) END AS claim`

/**
 * Joins for CARD_COLUMNS after `product` and `worn`, with the item's own offer or else the best. One that
 * can be bought comes first: a list would call a product sold out that another shop has.
 */
export const CARD_JOINS = `LEFT JOIN catalog.looks look ON look.id = worn.look_id
  LEFT JOIN catalog.people person ON person.id = worn.person_id
  LEFT JOIN LATERAL (SELECT price, url, availability, last_checked_at,
      (SELECT name FROM catalog.shops WHERE id = shop_id) AS shop
    FROM catalog.offers WHERE product_id = product.id
    ORDER BY coalesce(availability IN ('out_of_stock', 'removed'), false),
      (offers.id = worn.offer_id) IS NOT TRUE,
      ${eurosSql('price_amount', 'currency')}, offers.id
    LIMIT 1) offer ON true`

/** Joins the `product` of a `worn` item. */
export const PRODUCT_OF_WORN = 'JOIN catalog.products product ON product.id = worn.product_id'

/** The id of a product, given its own or that of a worn item. */
export const selectProductId = (id: string) =>
  sql`coalesce((SELECT product_id FROM catalog.worn_items WHERE id = ${id}), ${id})`

/** Joins the `worn` item that represents a `product`, if somebody wears it. */
export const WORN_OF_PRODUCT =
  'LEFT JOIN catalog.worn_items worn ON worn.product_id = product.id AND worn.is_first'

/** Omits the field from the reply if it is null. */
const optional = <Value, Output>(schema: z.ZodType<Value>, present: (value: Value) => Output) =>
  schema.nullable().transform((value) => (value === null ? undefined : present(value)))

const claimColumn = optional(catalogProductSchema.shape.claim.unwrap(), (claim) => claim)

export const cardRow = catalogProductSchema.extend({
  claim: claimColumn,
  shop: optional(z.string(), (name) => name),
  availability: optional(z.enum(['out_of_stock', 'removed']), (state) => state),
  checkedAt: optional(z.date(), (date) => date.toISOString()),
  box: z
    .array(z.number())
    .transform(([x = 0, y = 0, width = 0, height = 0, pointX, pointY = 0]) => ({
      x,
      y,
      width,
      height,
      ...(pointX === undefined ? {} : { point: { x: pointX, y: pointY } }),
    }))
    .nullable(),
})

/** The card of an item of a look, with what its publisher says about it. */
export const WORN_CARD_COLUMNS = `${CARD_COLUMNS}, worn.label, worn.details`
export const wornCardRow = cardRow.extend({
  label: optional(z.string(), (label) => label),
  details: optional(wornDetailsSchema, (details) => details),
})

export const documentCard = cardRow.extend({
  /** Absent from documents without one. */
  claim: claimColumn.optional(),
  checkedAt: optional(z.string(), (text) => new Date(text).toISOString()),
})
