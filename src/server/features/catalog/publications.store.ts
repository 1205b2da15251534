import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { hasRow, raw, readRow, readRows, sql } from '#server/core/db/sql.ts'
import {
  CARD_JOINS,
  disclosuresSchema,
  LOOK_CHANGED_AT,
  PRODUCT_OF_WORN,
  TILE_COLUMNS,
  tileRow,
  WORN_CARD_COLUMNS,
  wornCardRow,
} from './cards.store.ts'
import { peopleNamed } from './people.store.ts'
import { TOPICS_OF_LOOK, topicsSchema } from './topics.store.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'

const lookRow = tileRow.extend({
  id: z.string(),
  added_at: z.date(),
  changed_at: z.date(),
  origin: z.object({
    source: z.string().nullable(),
    credit: z.string().nullable(),
    licence: z.string().nullable(),
    takenOn: z.string().nullable(),
  }),
  caption: z.string().nullable(),
  disclosures: disclosuresSchema,
  topics: topicsSchema,
  season: z.number().nullable(),
  episode: z.number().nullable(),
})
export type PublishedLook = z.output<typeof lookRow>

const wornRow = wornCardRow
  .extend({ look_id: z.string() })
  .transform(({ look_id, ...product }) => ({ look_id, product }))

const personRow = z.object({ id: z.number(), name: z.string(), image: z.string() })

const LOOK_COLUMNS = raw(`look.id, ${TILE_COLUMNS}, look.added_at, jsonb_build_object(
    'source', look.source, 'credit', look.credit, 'licence', look.licence,
    'takenOn', to_char(look.taken_on, 'YYYY-MM-DD')) AS origin,
  look.caption, ${TOPICS_OF_LOOK} AS topics, look.season, look.episode,
  ${LOOK_CHANGED_AT} AS changed_at`)
const LOOK_JOIN = raw('JOIN catalog.people person ON person.id = look.person_id')
const MAX_PRODUCTS = 500

export const createPublicationsStore = (connection: Connection) => ({
  person: (name: string) =>
    readRow(connection, personRow)`
      SELECT id, name, image FROM ${peopleNamed([name])} person`,

  /** Of a person, with all these topics; otherwise those of everybody. */
  newest: (of: { personId?: number; topicIds?: readonly number[] }, limit: number) =>
    readRows(connection, lookRow)`
      SELECT ${LOOK_COLUMNS} FROM (SELECT * FROM catalog.looks
        WHERE ${of.personId === undefined ? raw('true') : sql`person_id = ${of.personId}`}
          AND ${of.topicIds?.length ? sql`topics @> ${of.topicIds}::int[]` : raw('true')}
        ORDER BY added_at DESC, id DESC LIMIT ${limit}) look ${LOOK_JOIN}
      ORDER BY look.added_at DESC, look.id DESC`,

  byUrls: (urls: readonly string[]) =>
    readRows(connection, lookRow)`
      SELECT ${LOOK_COLUMNS} FROM catalog.looks look ${LOOK_JOIN}
      WHERE look.url = ANY (${urls}::text[])`,

  /** Whether the picture was withdrawn, or removed after a notice. */
  isRemoved: (url: string) =>
    hasRow(connection)`SELECT FROM takedown_pictures WHERE url = ${url} LIMIT 1`,

  /** The products worn in these looks, by look id. */
  wornIn: async (lookIds: readonly string[]): Promise<Map<string, CatalogProduct[]>> => {
    const rows = await readRows(connection, wornRow)`
      SELECT worn.look_id, ${raw(WORN_CARD_COLUMNS)} FROM catalog.worn_items worn
      ${raw(`${PRODUCT_OF_WORN} ${CARD_JOINS}`)}
      WHERE worn.look_id = ANY (${lookIds}::bigint[])
      ORDER BY worn.look_id, worn.id LIMIT ${MAX_PRODUCTS}`
    const byLook = new Map<string, CatalogProduct[]>()
    for (const { look_id, product } of rows)
      byLook.set(look_id, [...(byLook.get(look_id) ?? []), product])
    return byLook
  },
})
