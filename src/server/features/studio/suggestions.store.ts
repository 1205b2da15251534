import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readRow, readRows } from '#server/core/db/sql.ts'
import type { Suggestion } from '#shared/contract/studio.ts'

const kind = z.enum(['not-it', 'other'])
const suggestionRow = z.object({
  id: z.string(),
  kind,
  link: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: isoTime,
  others: z.number(),
  name: z.string(),
  picture: z.string().nullable(),
  person: z.string(),
  look: z.string(),
  wornId: z.string(),
}) satisfies z.ZodType<Suggestion>

const COLUMNS = `one.id, one.kind, one.link, one.note, one.created_at AS "createdAt",
    (SELECT count(*)::int - 1 FROM suggestions WHERE worn_id = one.worn_id) AS others,
    coalesce(worn.row_says ->> 'name', product.title) AS name, product.pictures[1] AS picture,
    person.name AS person, look.url AS look, worn.id AS "wornId"
  FROM suggestions one JOIN catalog.worn_items worn ON worn.id = one.worn_id
  JOIN catalog.products product ON product.id = worn.product_id
  JOIN catalog.people person ON person.id = worn.person_id
  JOIN catalog.looks look ON look.id = worn.look_id`

type NewSuggestion = Pick<Suggestion, 'kind' | 'link' | 'note'> & { item: string }

export const createSuggestionsStore = (connection: Connection) => ({
  isWorn: (item: string) =>
    matchesRow(connection)`SELECT FROM catalog.worn_items WHERE id = ${item}`,

  /** Ignored once an item has `limit` suggestions. */
  add: ({ item, kind: what, link, note }: NewSuggestion, limit: number) =>
    execute(connection)`
      INSERT INTO suggestions (worn_id, kind, link, note) SELECT ${item}, ${what}, ${link}, ${note}
        WHERE (SELECT count(*) FROM suggestions WHERE worn_id = ${item}) < ${limit}`,

  list: (after: string | null, limit: number) =>
    readRows(connection, suggestionRow)`
      SELECT ${raw(COLUMNS)} WHERE one.id > COALESCE(${after}::bigint, 0) ORDER BY one.id
        LIMIT ${limit}`,

  find: (id: string) =>
    readRow(connection, suggestionRow)`SELECT ${raw(COLUMNS)} WHERE one.id = ${id}`,

  remove: (id: string) => matchesRow(connection)`DELETE FROM suggestions WHERE id = ${id}`,
})
