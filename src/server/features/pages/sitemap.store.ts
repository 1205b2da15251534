import { z } from 'zod'
import { type Connection, readRows, readValue } from '#server/core/db/query.ts'

const productRow = z.object({ id: z.string(), title: z.string() })
const nameRow = z.object({ name: z.string() })
const urlRow = z.object({ url: z.string() })

/** Every public address that depends on the catalogue, a part at a time. */
export const createSitemapStore = (connection: Connection) => {
  const count = async (table: 'people' | 'looks' | 'products') =>
    (await readValue(connection, z.number(), `SELECT count(*)::int FROM catalog.${table}`)) ?? 0
  return {
    counts: async () => ({
      people: await count('people'),
      looks: await count('looks'),
      products: await count('products'),
    }),
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
    products: (limit: number, offset: number) =>
      readRows(
        connection,
        productRow,
        'SELECT id, title FROM catalog.products ORDER BY id LIMIT $1 OFFSET $2',
        [limit, offset],
      ),
  }
}
export type SitemapStore = ReturnType<typeof createSitemapStore>
