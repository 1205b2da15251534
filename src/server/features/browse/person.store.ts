import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { raw, readRows } from '#server/core/db/sql.ts'
import { rowOrProduct, TILE_COLUMNS, tileRow } from '#server/features/search/index.ts'

const countRow = z.object({ name: z.string(), count: z.number() })
const datedRow = tileRow.extend({ takenOn: z.string().nullable(), addedAt: isoTime })

const MAX_LOOKS = 12
const MAX_LISTED = 8

export const createPersonStore = (connection: Connection) => ({
  /** Newest first, by the day the picture was taken or else added to the catalogue. */
  looksByDate: (personId: number) =>
    readRows(connection, datedRow)`
      SELECT ${raw(TILE_COLUMNS)}, to_char(look.taken_on, 'YYYY-MM-DD') AS "takenOn",
        look.added_at AS "addedAt"
      FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
      WHERE look.person_id = ${personId}
      ORDER BY coalesce(look.taken_on, look.added_at::date) DESC, look.id DESC
      LIMIT ${raw(MAX_LOOKS)}`,

  brands: (personId: number) =>
    readRows(connection, countRow)`
      SELECT name, count(*)::int AS count FROM (
        SELECT ${raw(rowOrProduct('brand', 'product.brand'))} AS name FROM catalog.worn_items worn
        JOIN catalog.products product ON product.id = worn.product_id
          WHERE worn.person_id = ${personId}
      ) item WHERE name <> '' GROUP BY name ORDER BY count DESC, name LIMIT ${raw(MAX_LISTED)}`,

  /** Colour families of the products: stated, in the title, or seen in the picture. */
  colours: (personId: number) =>
    readRows(connection, countRow)`
      SELECT name, count(*)::int AS count FROM catalog.worn_items worn
      JOIN search.documents document ON document.product_id = worn.product_id
      CROSS JOIN LATERAL unnest(document.colors) AS name
      WHERE worn.person_id = ${personId} GROUP BY name ORDER BY count DESC, name
        LIMIT ${raw(MAX_LISTED)}`,
})
export type PersonStore = ReturnType<typeof createPersonStore>
