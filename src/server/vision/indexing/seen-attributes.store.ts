import type { Connection } from '#server/core/db/query.ts'
import type { SeenAttributes } from './seen-attributes.ts'

export type SeenProduct = SeenAttributes & { productKey: string }

export const createSeenAttributesStore = (connection: Connection) => ({
  /** Of products that still exist. `models`: which looked. */
  write: async (models: string, products: readonly SeenProduct[]): Promise<void> => {
    await connection.query(
      `INSERT INTO catalog.seen_attributes AS known
        (product_id, models, category, kind, type, colors, pattern, material)
      SELECT product.id, $1, seen.category, seen.kind, seen.type, nullif(seen.colors, '{}'),
        seen.pattern, seen.material
      FROM json_to_recordset($2::json) AS seen("productKey" uuid, category text, kind text, type text,
        colors text[], pattern text, material text)
      JOIN catalog.products product ON product.product_key = seen."productKey"
      ON CONFLICT (product_id) DO UPDATE SET models = excluded.models, category = excluded.category,
        kind = excluded.kind, type = excluded.type, colors = excluded.colors,
        pattern = excluded.pattern, material = excluded.material, seen_at = now()`,
      [models, JSON.stringify(products)],
    )
  },
})
