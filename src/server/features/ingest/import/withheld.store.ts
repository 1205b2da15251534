import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const anyRow = z.object({ any: z.boolean() })
const lineRow = z.object({ line: z.number() }).transform(({ line }) => line)

/** What was removed after a notice does not come back with an import. */
export const withholdingOn = (client: Connection) => ({
  /** Drops staged items and pictures that a takedown covers. Returns the lines of the items. */
  withholdRemoved: async (): Promise<number[]> => {
    const takedowns = await readRow(
      client,
      anyRow,
      `SELECT EXISTS (SELECT FROM takedown_pictures)
        OR EXISTS (SELECT FROM takedown_identities) AS any`,
    )
    if (!takedowns?.any) return []
    await client.query('ANALYZE staged_items')
    const lines = await readRows(
      client,
      lineRow,
      `DELETE FROM staged_items USING (
        SELECT item.worn_id FROM staged_items item
        JOIN takedown_pictures picture ON picture.url = item.look_url
        UNION
        SELECT item.worn_id FROM staged_items item
        CROSS JOIN LATERAL unnest(catalog.identities_of(gtin, brand, mpn, shop_id, shop_item_id,
          url, title, row_key)) AS one(identity)
        JOIN takedown_identities removed ON removed.identity = one.identity) withheld
      WHERE staged_items.worn_id = withheld.worn_id RETURNING line`,
    )
    await client.query(`
      UPDATE staged_items item SET pictures = ARRAY(
        SELECT url FROM unnest(item.pictures) WITH ORDINALITY AS one(url, place)
        WHERE NOT EXISTS (SELECT FROM takedown_pictures picture WHERE picture.url = one.url)
        ORDER BY place)
      FROM (SELECT DISTINCT worn_id FROM staged_items
        CROSS JOIN LATERAL unnest(pictures) AS one(url)
        JOIN takedown_pictures picture ON picture.url = one.url) hit
      WHERE hit.worn_id = item.worn_id`)
    return lines.toSorted((a, b) => a - b)
  },
})
