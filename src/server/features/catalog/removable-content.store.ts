import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRow, readValue } from '#server/core/db/sql.ts'
import type { AdminTakedown } from '#shared/contract/takedown.ts'
import { selectProductId } from './cards.store.ts'

/** The content at a URL, and everything that must be removed with it. */
export type Content = {
  kind: AdminTakedown['kind']
  subject: string
  title: string
  urls: string[]
  identities: string[]
}

const lookRow = z.object({ title: z.string(), urls: z.array(z.string()) })
const productRow = z.object({
  id: z.string(),
  title: z.string(),
  urls: z.array(z.string()),
  identities: z.array(z.string()),
})

/** What an address of a notice means. */
export const createContentReader = (connection: Connection) => ({
  /**
   * With the copies that earlier versions published from its draft, and the looks of other people in the
   * same picture.
   */
  findLook: async (url: string): Promise<Content | null> => {
    const row = await readRow(connection, lookRow)`
      SELECT person.name AS title, ARRAY(SELECT ${url}::text UNION SELECT picture.url
        UNION SELECT copy.url FROM catalog.looks copy WHERE copy.draft_id = look.draft_id
        UNION SELECT shared.url FROM catalog.looks shared
          WHERE catalog.picture_of(shared.url) = picture.url) AS urls
      FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
      CROSS JOIN LATERAL (SELECT catalog.picture_of(look.url)) AS picture(url)
      WHERE look.url = ${url}`
    return row && { kind: 'look', subject: url, ...row, identities: [] }
  },

  /** A picture of products, or somebody's portrait. */
  findPicture: async (url: string, portrait: string | null): Promise<Content | null> => {
    const title = await readValue(connection, z.string())`
      SELECT title FROM (
        SELECT title, 1 AS place FROM catalog.products WHERE pictures @> ARRAY[${url}]
        UNION ALL SELECT name, 2 FROM catalog.people WHERE image = ${portrait}
        UNION ALL SELECT name, 3 FROM catalog.home_samples WHERE image = ${url}) found
      ORDER BY place LIMIT 1`
    return title === null
      ? null
      : { kind: 'picture', subject: url, title, urls: [url], identities: [] }
  },

  /** `id` is that of the product or of a worn item. Pictures that other products also show stay. */
  findProduct: async (id: string): Promise<Content | null> => {
    const row = await readRow(connection, productRow)`
      SELECT product.id, product.title,
        ARRAY(SELECT url FROM unnest(product.pictures) AS one(url)
          WHERE NOT EXISTS (SELECT FROM catalog.looks WHERE looks.url = one.url)
            AND NOT EXISTS (SELECT FROM catalog.products other
              WHERE other.id <> product.id AND other.pictures @> ARRAY[one.url])) AS urls,
        ARRAY(SELECT DISTINCT identity FROM (SELECT product.product_key
            UNION ALL
            SELECT unnest(catalog.identities_of(product.gtin, product.brand, product.mpn,
              offer.shop_id, offer.shop_item_id, offer.url,
              coalesce(worn.row_says ->> 'name', product.title), worn.row_key))
            FROM (SELECT) one
            LEFT JOIN catalog.offers offer ON offer.product_id = product.id
            LEFT JOIN catalog.worn_items worn ON worn.product_id = product.id) all_of(identity)
        ) AS identities
      FROM catalog.products product
      WHERE id = ${selectProductId(id)}`
    return row && { kind: 'product', subject: row.id, ...row }
  },
})
export type ContentReader = ReturnType<typeof createContentReader>
