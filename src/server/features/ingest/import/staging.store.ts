import { z } from 'zod'
import { parsePrice } from '#shared/domain/price.ts'
import { type Connection, readRow } from '#server/core/db/query.ts'

/** Where somebody wears the item: the other half of a row of the catalogue file. */
export type StagedWear = {
  celebrityName: string
  styleType: string | null
  lookUrl: string
  lookWidth: number | null
  lookHeight: number | null
  lookColor: string | null
  /** Where the picture was published, whom to credit, and under which licence. */
  lookSource?: string | null
  lookCredit?: string | null
  lookLicence?: string | null
  /** x, y, width, height, and perhaps the x and y of the best-seen point. */
  box: readonly number[] | null
}

/** One thing as a source describes it. Null and absent mean that the source does not say. */
export type StagedItem = {
  line: number
  title: string
  /** As the source writes it; empty if it has none. */
  price: string
  /** Empty only for an item of the catalogue file. */
  url: string
  /** The shop's own page, if `url` leads there through others. */
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
  pictures?: readonly string[]
  /** The shop whose feed this is, with its own id of the item; absent for the catalogue file. */
  shop?: { id: number; itemId: string }
  /** Sizes of one thing have the same shop id here, and become one item. */
  isVariant?: boolean
  availability?: string | null
  condition?: string | null
  sizes?: readonly string[] | null
  worn?: StagedWear
}

const MAX_AMOUNT = 999_999_999_999

const recordOf = (item: StagedItem) => {
  const { shop, worn, pictures = [], isVariant = false, pageUrl = null, ...facts } = item
  const { celebrityName, styleType, lookUrl, lookWidth, lookHeight, lookColor, box } = worn ?? {}
  const { lookSource, lookCredit, lookLicence } = worn ?? {}
  const price = parsePrice(item.price)
  return {
    ...facts,
    pictures,
    page_url: pageUrl,
    price_amount: price && price.amount <= MAX_AMOUNT ? price.amount : null,
    currency: price?.currency ?? null,
    is_variant: isVariant,
    shop_id: shop?.id ?? null,
    shop_item_id: shop?.itemId ?? null,
    celebrity_name: celebrityName,
    style_type: styleType,
    look_url: lookUrl,
    look_width: lookWidth,
    look_height: lookHeight,
    look_color: lookColor,
    look_source: lookSource,
    look_credit: lookCredit,
    look_licence: lookLicence,
    box: box?.slice(0, 4),
    best_seen: box && box.length > 4 ? box.slice(4) : null,
  }
}

const COLUMNS = `line integer, is_variant boolean, title text, brand text, category text, kind text, colors text[],
  pattern text, material text, sleeve text, fit text, gtin text, mpn text, description text,
  pictures text[], shop_id integer, shop_item_id text, url text, page_url text, price text,
  price_amount numeric(14, 2), currency text, availability text, condition text, sizes text[],
  celebrity_name text, style_type text, look_url text, look_width integer, look_height integer,
  look_color text, look_source text, look_credit text, look_licence text, box real[], best_seen real[]`

/** What every source writes to: items as they were read, before they are compared with the catalogue. */
export const stagingOn = (client: Connection) => ({
  prepare: () =>
    client.query(`
      CREATE TEMPORARY TABLE staged_items (
        ${COLUMNS},
        -- A file's rows are numbered in its order; what they name may exist already.
        worn_id bigint NOT NULL DEFAULT nextval('catalog.ids'),
        row_key uuid,
        item_key uuid NOT NULL,
        product_key uuid NOT NULL
      ) ON COMMIT DROP`),

  stage: async (items: readonly StagedItem[]) => {
    await client.query({
      name: 'stage-items',
      text: `
      INSERT INTO staged_items SELECT item.*, nextval('catalog.ids'), row_key,
        coalesce(row_key, md5(shop_id || E'\\n' || shop_item_id)::uuid),
        catalog.key_of_product(gtin, brand, mpn, shop_id, shop_item_id, url, title, row_key)
      FROM json_to_recordset($1::json) AS item(${COLUMNS})
      CROSS JOIN LATERAL (SELECT CASE WHEN item.look_url IS NOT NULL THEN
        md5(item.look_url || E'\\n' || item.title || E'\\n' || item.url)::uuid END) own(row_key)`,
      values: [JSON.stringify(items.map(recordOf))],
    })
  },

  /**
   * One offer for all sizes, at the lowest price in stock. Each size has a GTIN of its own; the lowest
   * stands for the thing, so that shops which list the same sizes are still compared.
   */
  joinVariants: async () => {
    await client.query(`
      UPDATE staged_items item SET sizes = joined.sizes, availability = joined.availability,
        price = joined.price, price_amount = joined.price_amount, currency = joined.currency,
        gtin = joined.gtin, mpn = joined.mpn,
        product_key = catalog.key_of_product(joined.gtin, item.brand, joined.mpn, item.shop_id,
          item.shop_item_id, item.url, item.title, item.row_key)
      FROM (
        SELECT item_key, max(line) AS line, min(gtin) AS gtin, min(mpn) AS mpn,
          (SELECT array_agg(size ORDER BY place) FROM (
            SELECT size, min(place) AS place
            FROM unnest(string_to_array(string_agg(array_to_string(sizes, E'\\n'), E'\\n' ORDER BY line)
              FILTER (WHERE availability IS DISTINCT FROM 'out_of_stock'), E'\\n'))
              WITH ORDINALITY AS one(size, place)
            WHERE size <> '' GROUP BY size) named) AS sizes,
          (array_agg(availability ORDER BY availability = 'in_stock' DESC NULLS LAST, line))[1]
            AS availability,
          (array_agg(price ORDER BY availability = 'out_of_stock', price_amount, line))[1] AS price,
          (array_agg(price_amount ORDER BY availability = 'out_of_stock', price_amount, line))[1]
            AS price_amount,
          (array_agg(currency ORDER BY availability = 'out_of_stock', price_amount, line))[1]
            AS currency
        FROM staged_items WHERE is_variant GROUP BY item_key
      ) joined
      WHERE item.item_key = joined.item_key AND item.line = joined.line`)
  },

  countStaged: async () => {
    const row = await readRow(
      client,
      z.object({ items: z.number() }),
      'SELECT count(DISTINCT item_key)::int AS items FROM staged_items',
    )
    return row?.items ?? 0
  },
})
