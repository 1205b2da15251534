import { parsePrice } from '#shared/domain/price.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Where somebody wears the item: the other half of a row of the catalogue file. */
export type StagedWear = {
  celebrityName: string
  styleType: string | null
  lookUrl: string
  lookWidth: number | null
  lookHeight: number | null
  lookColor: string | null
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
  availability?: string | null
  condition?: string | null
  sizes?: readonly string[] | null
  worn?: StagedWear
}

const MAX_AMOUNT = 999_999_999_999

const recordOf = (item: StagedItem) => {
  const { shop, worn, pictures = [], ...facts } = item
  const { celebrityName, styleType, lookUrl, lookWidth, lookHeight, lookColor, box } = worn ?? {}
  const price = parsePrice(item.price)
  return {
    ...facts,
    pictures,
    price_amount: price && price.amount <= MAX_AMOUNT ? price.amount : null,
    currency: price?.currency ?? null,
    shop_id: shop?.id ?? null,
    shop_item_id: shop?.itemId ?? null,
    celebrity_name: celebrityName,
    style_type: styleType,
    look_url: lookUrl,
    look_width: lookWidth,
    look_height: lookHeight,
    look_color: lookColor,
    box: box?.slice(0, 4),
    best_seen: box && box.length > 4 ? box.slice(4) : null,
  }
}

const COLUMNS = `line integer, title text, brand text, category text, kind text, colors text[],
  pattern text, material text, sleeve text, fit text, gtin text, mpn text, description text,
  pictures text[], shop_id integer, shop_item_id text, url text, price text,
  price_amount numeric(14, 2), currency text, availability text, condition text, sizes text[],
  celebrity_name text, style_type text, look_url text, look_width integer, look_height integer,
  look_color text, box real[], best_seen real[]`

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

  /** Without statistics the planner may choose a million single lookups. */
  finishStaging: () => client.query('ANALYZE staged_items'),
})
