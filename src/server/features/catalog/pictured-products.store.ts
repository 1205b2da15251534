import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, sql } from '#server/core/db/sql.ts'

const picturedRow = z.object({
  key: z.string(),
  pictures: z.array(z.string()),
  /** Where the product is on the picture of the look, which shows it if it has no picture of its own. */
  box: z.array(z.number()).nullable(),
  look: z.string().nullable(),
  category: z.string().nullable(),
  kind: z.string().nullable(),
  name: z.string(),
})
export type PicturedProduct = z.output<typeof picturedRow>

const pagedRow = z.object({ key: z.string(), isUnseen: z.boolean() })

/** What was seen in the picture of a product. */
export type SeenProduct = {
  productKey: string
  category: string | null
  kind: string | null
  type: string | null
  colors: readonly string[]
  pattern: string | null
  material: string | null
}

/** Products with a picture, for the models that look at it. */
export const createPicturedProducts = (connection: Connection) => ({
  /**
   * All of them, or those with these keys. Prefers the product's own picture, then its box in a look,
   * then that whole look.
   */
  read: (maxPictures: number, keys?: readonly string[]) =>
    readRows(connection, picturedRow)`
      SELECT product.product_key AS key, product.pictures[1:${raw(maxPictures)}] AS pictures,
        worn.box, look.url AS look, product.category, product.kind, product.title AS name
      FROM (SELECT * FROM catalog.products
        WHERE ${keys ? sql`product_key = ANY (${keys}::uuid[])` : raw('true')}) product
      LEFT JOIN LATERAL (SELECT * FROM catalog.worn_items WHERE product_id = product.id
        ORDER BY (box IS NULL), id LIMIT 1) worn ON product.pictures = '{}'
      LEFT JOIN catalog.looks look ON look.id = worn.look_id
      WHERE coalesce(product.pictures[1], look.url) IS NOT NULL
        -- What a shop lists outside fashion is nothing that a photo of an outfit shows.
        AND NOT (coalesce(product.category = 'other', false) AND product.described_by IS NOT NULL
          AND product.worn_count = 0)`,

  /** `isUnseen`: without a category that anybody states, and never looked at for one. */
  pageKeys: (after: string, limit: number) =>
    readRows(connection, pagedRow)`
      SELECT product_key AS key, category IS NULL AND pictures <> '{}' AND NOT EXISTS
        (SELECT FROM catalog.seen_attributes seen WHERE seen.product_id = product.id) AS "isUnseen"
      FROM catalog.products product WHERE product_key > ${after} ORDER BY product_key LIMIT ${limit}`,

  /** Of products that still exist. `models`: which looked. */
  writeSeen: (models: string, products: readonly SeenProduct[]): Promise<void> =>
    execute(connection)`
      INSERT INTO catalog.seen_attributes AS known
        (product_id, models, category, kind, type, colors, pattern, material)
      SELECT product.id, ${models}, seen.category, seen.kind, seen.type, nullif(seen.colors, '{}'),
        seen.pattern, seen.material
      FROM json_to_recordset(${JSON.stringify(products)}::json) AS seen("productKey" uuid,
        category text, kind text, type text, colors text[], pattern text, material text)
      JOIN catalog.products product ON product.product_key = seen."productKey"
      ON CONFLICT (product_id) DO UPDATE SET models = excluded.models, category = excluded.category,
        kind = excluded.kind, type = excluded.type, colors = excluded.colors,
        pattern = excluded.pattern, material = excluded.material, seen_at = now()`,
})
