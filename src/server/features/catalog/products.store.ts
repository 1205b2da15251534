import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { type CatalogProduct, offerSchema } from '#shared/contract/catalog.ts'
import type { ComparedOffer } from '#shared/domain/alert.ts'
import {
  CARD_COLUMNS,
  CARD_JOINS,
  cardRow,
  PRODUCT_OF_WORN,
  selectProductId,
  WORN_OF_PRODUCT,
} from './cards.store.ts'

const keyRow = z.object({ product_key: z.string() })

const keyedRow = cardRow
  .extend(keyRow.shape)
  .transform(({ product_key, ...product }): [string, CatalogProduct] => [product_key, product])

const identifiedRow = cardRow
  .extend({ own_id: z.string() })
  .transform(({ own_id, ...product }): [string, CatalogProduct] => [own_id, product])

const summaryRow = z.object({ id: z.string(), name: z.string(), picture: z.string().nullable() })
type ProductSummary = z.output<typeof summaryRow>

const offerRow = offerSchema
  .pick({ shop: true, amount: true, currency: true, availability: true })
  .extend({
    product_id: z.string(),
    sizes: z.array(z.string()).nullable(),
    last_seen_at: z.date(),
    last_checked_at: z.date().nullable(),
  })
  .transform(({ product_id, sizes, last_seen_at, last_checked_at, ...offer }) => ({
    productId: product_id,
    offer: {
      ...offer,
      sizes: sizes ?? [],
      seenAt: last_seen_at.toISOString(),
      checkedAt: last_checked_at?.toISOString() ?? null,
    } satisfies ComparedOffer,
  }))

const listedRow = z.object({ id: z.string(), title: z.string(), changedAt: z.date().nullable() })
const titleRow = z
  .object({ key: z.string(), title: z.string() })
  .transform(({ key, title }): [string, string] => [key, title])
const wornItemFacts = z.object({
  name: z.string(),
  picture: z.string().nullable(),
  person: z.string(),
  look: z.string(),
})
type WornItem = z.output<typeof wornItemFacts>
const wornItemRow = wornItemFacts
  .extend({ id: z.string() })
  .transform(({ id, ...item }): [string, WornItem] => [id, item])
const wornRow = z.object({ productId: z.string(), lookId: z.string(), personId: z.number() })

/** Products, worn or not, each once. */
export const createProductsReader = (connection: Connection) => ({
  /** Cards by the keys of their vectors. */
  byKeys: async (keys: readonly string[]) =>
    new Map(
      await readRows(connection, keyedRow, { name: 'products-by-key' })`
        SELECT ${raw(CARD_COLUMNS)}, product.product_key
        FROM unnest(${keys}::uuid[]) AS requested(key)
        JOIN catalog.products product ON product.product_key = requested.key
        ${raw(WORN_OF_PRODUCT)} ${raw(CARD_JOINS)}`,
    ),

  /** `id`: of the product or of a worn item. Null if there is no such product. */
  keyOf: (id: string): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT product_key FROM catalog.products
      WHERE id = ${selectProductId(id)}`,

  /** `id`: of the product or of a worn item. */
  find: (id: string) =>
    readRow(connection, summaryRow)`
      SELECT id, title AS name, pictures[1] AS picture FROM catalog.products
      WHERE id = ${selectProductId(id)}`,

  /** Maps ids of products or worn items to ids of products. */
  productIds: async (ids: readonly string[]) =>
    new Map(
      (
        await readRows(connection, z.object({ given: z.string(), id: z.string() }))`
          SELECT given, product.id FROM unnest(${ids}::bigint[]) AS one(given)
          LEFT JOIN catalog.worn_items worn ON worn.id = given
          JOIN catalog.products product ON product.id = coalesce(worn.product_id, given)`
      ).map((row) => [row.given, row.id]),
    ),

  /** What is worn in a look, by the ids of worn items. */
  readWornItems: async (ids: readonly string[]): Promise<ReadonlyMap<string, WornItem>> =>
    new Map(
      await readRows(connection, wornItemRow)`
        SELECT worn.id, coalesce(worn.row_says ->> 'name', product.title) AS name,
          product.pictures[1] AS picture, person.name AS person, look.url AS look
        FROM catalog.worn_items worn ${raw(PRODUCT_OF_WORN)}
        JOIN catalog.people person ON person.id = worn.person_id
        JOIN catalog.looks look ON look.id = worn.look_id WHERE worn.id = ANY (${ids}::bigint[])`,
    ),

  /** The product, look and person of a worn item; for a product, 0 for those that it does not have. */
  findWorn: (id: string) =>
    readRow(connection, wornRow)`
      SELECT product_id AS "productId", look_id AS "lookId", person_id AS "personId"
      FROM catalog.worn_items WHERE id = ${id}
      UNION ALL SELECT id, 0, 0 FROM catalog.products WHERE id = ${id}`,

  /** By id, without products that are not in the catalogue. */
  readCards: async (ids: readonly string[]): Promise<ReadonlyMap<string, CatalogProduct>> =>
    new Map(
      ids.length === 0
        ? []
        : await readRows(connection, identifiedRow)`
            SELECT product.id AS own_id, ${raw(CARD_COLUMNS)} FROM catalog.products product
            ${raw(WORN_OF_PRODUCT)} ${raw(CARD_JOINS)} WHERE product.id = ANY (${ids}::bigint[])`,
    ),

  /** By id, without products that are not in the catalogue. */
  readSummaries: async (ids: readonly string[]): Promise<ReadonlyMap<string, ProductSummary>> => {
    if (ids.length === 0) return new Map()
    const rows = await readRows(connection, summaryRow)`
      SELECT id, title AS name, pictures[1] AS picture FROM catalog.products
      WHERE id = ANY (${ids}::bigint[])`
    return new Map(rows.map((row) => [row.id, row]))
  },

  titlesByKeys: async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(
      await readRows(connection, titleRow)`
        SELECT product_key AS key, title FROM catalog.products
        WHERE product_key = ANY (${keys}::uuid[])`,
    ),

  /** What alerts compare, by product. */
  readOffers: async (productIds: readonly string[]) => {
    const offers = new Map<string, ComparedOffer[]>()
    const rows = await readRows(connection, offerRow)`
      SELECT offer.product_id, coalesce(shop.name, '') AS shop, price_amount::float8 AS amount,
        currency, availability, sizes, last_seen_at, last_checked_at
      FROM catalog.offers offer LEFT JOIN catalog.shops shop ON shop.id = offer.shop_id
      WHERE product_id = ANY (${productIds}::bigint[]) ORDER BY offer.id`
    for (const { productId, offer } of rows)
      offers.set(productId, [...(offers.get(productId) ?? []), offer])
    return offers
  },

  countListed: async () =>
    (await readValue(connection, z.number())`SELECT count(*)::int FROM search.documents`) ?? 0,

  /** Only products that searches list: those that no shop sells any more are left out. */
  pageListed: (limit: number, offset: number) =>
    readRows(connection, listedRow)`
      SELECT id, title, (SELECT max(greatest(last_seen_at, last_checked_at)) FROM catalog.offers
        WHERE product_id = listed.id) AS "changedAt"
      FROM (SELECT product_id AS id FROM search.documents ORDER BY 1 LIMIT ${limit}
        OFFSET ${offset}) listed
      JOIN catalog.products USING (id) ORDER BY id`,
})

const changeRow = z.object({
  productId: z.string(),
  productKey: z.string().nullable(),
  eventId: z.string().nullable(),
  kind: z.enum(['product-added', 'price-changed', 'back-in-stock']).nullable(),
  detail: z
    .object({
      former_amount: z.number().optional(),
      former_currency: z.string().optional(),
      amount: z.number().optional(),
      currency: z.string().optional(),
      size: z.string().optional(),
    })
    .nullable(),
})
export type CatalogChange = z.output<typeof changeRow>

/** What happened to these products. Events that were deleted meanwhile are left out. */
export const readChanges = (
  connection: Connection,
  changes: readonly { productId: string; eventId: string | null }[],
) =>
  readRows(connection, changeRow)`
    SELECT DISTINCT taken.product_id AS "productId", product.product_key AS "productKey",
      event.id AS "eventId", event.kind, event.detail
    FROM unnest(${changes.map(({ productId }) => productId)}::bigint[],
      ${changes.map(({ eventId }) => eventId)}::bigint[]) AS taken(product_id, event_id)
    LEFT JOIN catalog.events event ON event.id = taken.event_id
    LEFT JOIN catalog.products product ON product.id = taken.product_id
    WHERE taken.event_id IS NULL OR event.id IS NOT NULL`

/** The changes of these events, without those that are older. */
export const readEvents = (connection: Connection, eventIds: readonly string[], newestMs: number) =>
  readRows(connection, changeRow)`
    SELECT product_id AS "productId", product_key AS "productKey", event.id AS "eventId",
      event.kind, event.detail
    FROM catalog.events event LEFT JOIN catalog.products product ON product.id = product_id
    WHERE event.id = ANY (${eventIds}::bigint[])
      AND event.at > now() - ${newestMs} * interval '1 ms' AND product_id IS NOT NULL`
