import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, affectsRow, readRows, readValue } from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { Suggestion } from '#shared/contract/studio.ts'

const kind = z.enum(['not-it', 'other'])
const suggestionRow = z.object({
  id: z.string(),
  kind,
  link: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: isoTime,
  others: z.number(),
  wornId: z.string(),
})

type NewSuggestion = Pick<Suggestion, 'kind' | 'link' | 'note'> & { item: string }

export const createSuggestionsStore = (connection: Connection) => ({
  /** Ignored once an item has `limit` suggestions. */
  add: ({ item, kind: what, link, note }: NewSuggestion, limit: number) =>
    execute(connection)`
      INSERT INTO suggestions (worn_id, kind, link, note) SELECT ${item}, ${what}, ${link}, ${note}
        WHERE (SELECT count(*) FROM suggestions WHERE worn_id = ${item}) < ${limit}`,

  list: async (after: string | null, limit: number): Promise<Suggestion[]> => {
    const rows = await readRows(connection, suggestionRow)`
      SELECT id, kind, link, note, created_at AS "createdAt", worn_id AS "wornId",
        (SELECT count(*)::int - 1 FROM suggestions WHERE worn_id = one.worn_id) AS others
      FROM suggestions one WHERE id > COALESCE(${after}::bigint, 0) ORDER BY id LIMIT ${limit}`
    const items = await createCatalogReader(connection).products.readWornItems(
      rows.map(({ wornId }) => wornId),
    )
    return rows.flatMap((row) => {
      const item = items.get(row.wornId)
      return item ? [{ ...row, ...item }] : []
    })
  },

  wornIdOf: (id: string) =>
    readValue(connection, z.string())`SELECT worn_id FROM suggestions WHERE id = ${id}`,

  remove: (id: string) => affectsRow(connection)`DELETE FROM suggestions WHERE id = ${id}`,
})
