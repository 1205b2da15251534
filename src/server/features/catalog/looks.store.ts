import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue } from '#server/core/db/sql.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { LOOK_CHANGED_AT, TILE_COLUMNS, tileRow } from './cards.store.ts'

const identifiedRow = tileRow
  .extend({ id: z.string() })
  .transform(({ id, ...tile }): [string, ImageTile] => [id, tile])
const urlRow = z
  .object({ id: z.string(), url: z.string() })
  .transform(({ id, url }): [string, string] => [id, url])
const placeRow = z.object({ url: z.string(), id: z.string(), personId: z.number() })
const changedRow = z.object({ url: z.string(), changedAt: z.date() })
const datedRow = tileRow.extend({ isNew: z.boolean(), addedAt: isoTime })

const MAX_NEWEST = 60
const MAX_NEWEST_PER_PERSON = 12
const RECENT_LOOKS = 200

export const createLooksReader = (connection: Connection) => ({
  findId: (url: string) =>
    readValue(connection, z.string())`SELECT id FROM catalog.looks WHERE url = ${url}`,

  /** Without those that are not in the catalogue. */
  findByUrls: (urls: readonly string[]) =>
    readRows(connection, placeRow)`
      SELECT url, id, person_id AS "personId" FROM catalog.looks WHERE url = ANY (${urls}::text[])`,

  /** The addresses of their pictures by id, without looks that are not in the catalogue. */
  readUrls: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(
      ids.length === 0
        ? []
        : await readRows(connection, urlRow)`
            SELECT id, url FROM catalog.looks WHERE id = ANY (${ids}::bigint[])`,
    ),

  /** By id, without looks that were removed meanwhile. */
  readTiles: async (ids: readonly string[]): Promise<ReadonlyMap<string, ImageTile>> =>
    new Map(
      ids.length === 0
        ? []
        : await readRows(connection, identifiedRow)`
            SELECT look.id, ${raw(TILE_COLUMNS)} FROM catalog.looks look
            JOIN catalog.people person ON person.id = look.person_id
            WHERE look.id = ANY (${ids}::bigint[])`,
    ),

  /** The looks of a person: first these, in this order, then the newest. */
  readOfPerson: (personId: number, firstIds: readonly string[], limit: number) =>
    readRows(connection, tileRow)`
      SELECT ${raw(TILE_COLUMNS)} FROM catalog.looks look
      JOIN catalog.people person ON person.id = look.person_id WHERE look.person_id = ${personId}
      ORDER BY array_position(${firstIds}::bigint[], look.id) NULLS LAST, look.added_at DESC,
        look.id DESC
      LIMIT ${limit}`,

  /** The newest looks of these people. They are new if they were added after `since`. */
  readNewest: (people: readonly { id: number; since: string }[]) =>
    readRows(connection, datedRow)`
      SELECT ${raw(TILE_COLUMNS)}, look.added_at AS "addedAt", look.added_at > given.since AS "isNew"
      FROM unnest(${people.map(({ id }) => id)}::int[],
        ${people.map(({ since }) => since)}::timestamptz[]) AS given(id, since)
      JOIN catalog.people person ON person.id = given.id
      CROSS JOIN LATERAL (SELECT * FROM catalog.looks WHERE person_id = given.id
        ORDER BY added_at DESC, id DESC LIMIT ${raw(MAX_NEWEST_PER_PERSON)}) look
      ORDER BY look.added_at DESC, look.id DESC LIMIT ${raw(MAX_NEWEST)}`,

  /** The newest look of each of the people who had one last, from a bounded number of looks. */
  readNewestOfPeople: (limit: number) =>
    readRows(connection, tileRow)`
      SELECT ${raw(TILE_COLUMNS)} FROM (
        SELECT DISTINCT ON (recent.person_id) * FROM (SELECT * FROM catalog.looks
          ORDER BY added_at DESC, id DESC LIMIT ${raw(RECENT_LOOKS)}) recent
        ORDER BY recent.person_id, recent.added_at DESC, recent.id DESC) look
      JOIN catalog.people person ON person.id = look.person_id
      ORDER BY look.added_at DESC, look.id DESC LIMIT ${limit}`,

  count: async () =>
    (await readValue(connection, z.number())`SELECT count(*)::int FROM catalog.looks`) ?? 0,

  pageUrls: (limit: number, offset: number) =>
    readRows(connection, changedRow)`
      SELECT url, ${raw(LOOK_CHANGED_AT)} AS "changedAt"
      FROM (SELECT * FROM catalog.looks ORDER BY id LIMIT ${limit} OFFSET ${offset}) look
      ORDER BY id`,

  /** Whether the catalogue or the samples of Home show this picture. */
  showsPicture: async (url: string): Promise<boolean> =>
    (await readValue(connection, z.boolean())`
      SELECT catalog.has_picture(${url})
      OR EXISTS (SELECT FROM catalog.home_samples WHERE image = ${url}) AS shown`) ?? false,
})

/** Fills in the size and colour that the import did not provide. */
export const recordPictureFacts = (
  connection: Connection,
  url: string,
  { width, height, color }: { width: number; height: number; color: string },
) =>
  execute(connection, { name: 'record-picture-facts' })`
    UPDATE catalog.looks SET width = ${width}, height = ${height}, color = ${color}
    WHERE url = ${url} AND (width IS NULL OR height IS NULL OR color IS NULL)`
