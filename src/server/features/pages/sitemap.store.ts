import { z } from 'zod'
import { type Connection, readRows, readValue } from '#server/core/db/query.ts'
import { IS_PUBLIC } from '#server/features/boards/index.ts'

const productRow = z.object({
  id: z.string(),
  title: z.string(),
  changed_at: z.date().nullable(),
})
const nameRow = z.object({ name: z.string() })
const boardRow = z.object({ token: z.string(), changed_at: z.date() })
const urlRow = z.object({ url: z.string() })

/** Every public address that depends on the catalogue, a part at a time. */
export const createSitemapStore = (connection: Connection) => {
  const count = async (table: string) =>
    (await readValue(connection, z.number(), `SELECT count(*)::int FROM ${table}`)) ?? 0
  return {
    counts: async () => ({
      people: await count('catalog.people'),
      looks: await count('catalog.looks'),
      products: await count('search.documents'),
      creators: await count('creators'),
      boards: await count(`boards WHERE ${IS_PUBLIC}`),
    }),
    creators: (limit: number, offset: number) =>
      readRows(
        connection,
        nameRow,
        'SELECT name FROM creators ORDER BY user_id LIMIT $1 OFFSET $2',
        [limit, offset],
      ),
    boards: (limit: number, offset: number) =>
      readRows(
        connection,
        boardRow,
        `SELECT share_token AS token, updated_at AS changed_at FROM boards
        WHERE ${IS_PUBLIC} ORDER BY id LIMIT $1 OFFSET $2`,
        [limit, offset],
      ),
    people: (limit: number, offset: number) =>
      readRows(
        connection,
        nameRow,
        'SELECT name FROM catalog.people ORDER BY id LIMIT $1 OFFSET $2',
        [limit, offset],
      ),
    looks: (limit: number, offset: number) =>
      readRows(connection, urlRow, 'SELECT url FROM catalog.looks ORDER BY id LIMIT $1 OFFSET $2', [
        limit,
        offset,
      ]),
    /** Those that a search lists: what no shop has any more is not for search engines either. */
    products: (limit: number, offset: number) =>
      readRows(
        connection,
        productRow,
        `SELECT id, title, (SELECT max(greatest(last_seen_at, last_checked_at)) FROM catalog.offers
          WHERE product_id = listed.id) AS changed_at
        FROM (SELECT product_id AS id FROM search.documents ORDER BY 1 LIMIT $1 OFFSET $2) listed
        JOIN catalog.products USING (id) ORDER BY id`,
        [limit, offset],
      ),
  }
}
export type SitemapStore = ReturnType<typeof createSitemapStore>
