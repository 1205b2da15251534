import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { IS_PUBLIC } from '#server/features/boards/index.ts'
import { LISTED_PEOPLE, LOOK_CHANGED_AT } from '#server/features/search/index.ts'

const productRow = z.object({
  id: z.string(),
  title: z.string(),
  changed_at: z.date().nullable(),
})
const lookRow = z.object({ url: z.string(), changed_at: z.date() })
const boardRow = z.object({ token: z.string(), changed_at: z.date() })

export const createSitemapStore = (connection: Connection) => {
  const count = async (table: string) =>
    (await readValue(connection, z.number())`SELECT count(*)::int FROM ${raw(table)}`) ?? 0
  return {
    counts: async () => ({
      people: await count(`${LISTED_PEOPLE} people`),
      looks: await count('catalog.looks'),
      products: await count('search.documents'),
      creators: await count('creators'),
      boards: await count(`boards WHERE ${IS_PUBLIC}`),
    }),
    creators: (limit: number, offset: number) =>
      readValues(connection, z.string())`
        SELECT name FROM creators ORDER BY user_id LIMIT ${limit} OFFSET ${offset}`,
    boards: (limit: number, offset: number) =>
      readRows(connection, boardRow)`
        SELECT share_token AS token, updated_at AS changed_at FROM boards
        WHERE ${raw(IS_PUBLIC)} ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
    people: (limit: number, offset: number) =>
      readValues(connection, z.string())`
        SELECT name FROM ${raw(LISTED_PEOPLE)} people ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
    looks: (limit: number, offset: number) =>
      readRows(connection, lookRow)`
        SELECT url, ${raw(LOOK_CHANGED_AT)} AS changed_at
        FROM (SELECT * FROM catalog.looks ORDER BY id LIMIT ${limit} OFFSET ${offset}) look
        ORDER BY id`,
    /** Only products that searches list: those that no shop sells any more are left out. */
    products: (limit: number, offset: number) =>
      readRows(connection, productRow)`
        SELECT id, title, (SELECT max(greatest(last_seen_at, last_checked_at)) FROM catalog.offers
          WHERE product_id = listed.id) AS changed_at
        FROM (SELECT product_id AS id FROM search.documents ORDER BY 1 LIMIT ${limit}
          OFFSET ${offset}) listed
        JOIN catalog.products USING (id) ORDER BY id`,
  }
}
export type SitemapStore = ReturnType<typeof createSitemapStore>
