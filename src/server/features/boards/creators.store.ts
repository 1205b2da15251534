import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { portraitUrl } from '#server/features/images/index.ts'
import { LISTED_PEOPLE, peopleNamed, TILE_COLUMNS, tileRow } from '#server/features/search/index.ts'
import { CREATOR_PAGE } from '#shared/constants.ts'
import { IS_PUBLIC, ITEM_SUMMARY } from './boards.store.ts'

const creatorRow = z.object({
  user_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  about: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  person_id: z.number().nullable(),
  person: z.string().nullable(),
  portrait: z
    .string()
    .nullable()
    .transform((image) => image && portraitUrl(image)),
})
type CreatorRow = z.output<typeof creatorRow>

const collectionRow = z.object({
  id: z.string(),
  token: z.string(),
  title: z.string(),
  items: z.number(),
  pictures: z.array(z.string()),
})

const CREATOR = `SELECT creator.user_id, creator.name, display_name, about, links, person_id,
    person.name AS person, person.image AS portrait
  FROM creators creator LEFT JOIN ${LISTED_PEOPLE} person ON person.id = person_id`

/** Boards that are shared only by a link must not be listed. */
const COLLECTION = `SELECT board.id, share_token AS token, title, shown.items, shown.pictures
  FROM boards board CROSS JOIN LATERAL (${ITEM_SUMMARY}) shown WHERE ${IS_PUBLIC}`
const MAX_RESULTS = 5

/** Every statement that changes a creator's page also checks its owner. */
export const createCreatorsStore = (connection: Connection) => ({
  byName: (name: string) =>
    readRow(connection, creatorRow)`${raw(CREATOR)} WHERE creator.name = ${name}`,

  byUser: (uid: string) =>
    readRow(connection, creatorRow)`${raw(CREATOR)} WHERE creator.user_id = ${uid}`,

  /** Uses the first of these names that is free. */
  create: (uid: string, displayName: string, names: readonly string[]) =>
    execute(connection)`
      INSERT INTO creators (user_id, name, display_name)
      SELECT ${uid}, given.name, ${displayName} FROM unnest(${names}::text[])
        WITH ORDINALITY AS given(name, place)
      WHERE NOT EXISTS (SELECT FROM creators WHERE creators.name = given.name)
      ORDER BY place LIMIT 1 ON CONFLICT (user_id) DO NOTHING`,

  rename: (uid: string, displayName: string) =>
    execute(connection)`
      UPDATE creators SET display_name = ${displayName}
      WHERE user_id = ${uid} AND person_id IS NULL`,

  looks: ({ user_id, person_id }: Pick<CreatorRow, 'user_id' | 'person_id'>) =>
    readRows(connection, tileRow)`
      SELECT ${raw(TILE_COLUMNS)} FROM catalog.looks look
      JOIN catalog.people person ON person.id = look.person_id
      LEFT JOIN creator_looks placed ON placed.look_id = look.id AND placed.user_id = ${user_id}
      WHERE look.person_id = ${person_id}
      ORDER BY placed.place NULLS LAST, look.added_at DESC, look.id DESC
      LIMIT ${raw(CREATOR_PAGE.looks)}`,

  collections: (uid: string) =>
    readRows(connection, collectionRow)`
      ${raw(COLLECTION)} AND user_id = ${uid} ORDER BY place, board.id`,

  collectionsNamed: (words: string) =>
    readRows(connection, collectionRow)`
      ${raw(COLLECTION)} AND strpos(lower(title), lower(${words})) > 0
      ORDER BY updated_at DESC, board.id LIMIT ${raw(MAX_RESULTS)}`,

  change: (uid: string, changes: { about?: string | undefined; links?: object | undefined }) =>
    matchesRow(connection)`
      UPDATE creators SET about = coalesce(${changes.about}, about),
        links = coalesce(${changes.links && JSON.stringify(changes.links)}, links)
      WHERE user_id = ${uid}`,

  orderLooks: (uid: string, urls: readonly string[]) =>
    execute(connection)`
      WITH former AS (DELETE FROM creator_looks WHERE user_id = ${uid}
        AND look_id NOT IN (SELECT id FROM catalog.looks WHERE url = ANY (${urls}::text[])))
      INSERT INTO creator_looks AS placed (user_id, look_id, place)
      SELECT ${uid}, look.id, wanted.place FROM unnest(${urls}::text[])
        WITH ORDINALITY AS wanted (url, place)
      JOIN catalog.looks look ON look.url = wanted.url
      JOIN creators creator ON creator.user_id = ${uid} AND creator.person_id = look.person_id
      ON CONFLICT (user_id, look_id) DO UPDATE SET place = excluded.place`,

  orderCollections: (uid: string, ids: readonly string[]) =>
    execute(connection)`
      UPDATE boards SET place = wanted.place
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS wanted (id, place)
      WHERE boards.id = wanted.id AND user_id = ${uid}`,
})
export type CreatorsStore = ReturnType<typeof createCreatorsStore>

const personRow = z.object({ name: z.string(), image: z.string().transform(portraitUrl) })
const lookRow = tileRow.extend({ isNew: z.boolean(), addedAt: isoTime })

const MAX_LOOKS = 60
const MAX_LOOKS_PER_PERSON = 12

export const createFollowsStore = (connection: Connection) => ({
  people: (uid: string) =>
    readRows(connection, personRow)`
      SELECT name, image FROM follows JOIN ${raw(LISTED_PEOPLE)} person ON person.id = person_id
      WHERE user_id = ${uid} ORDER BY folded_name`,

  /** Looks are new if they were added after the last visit, or after the follow if there was no visit. */
  looks: (uid: string) =>
    readRows(connection, lookRow)`
      SELECT ${raw(TILE_COLUMNS)}, look.added_at AS "addedAt",
        look.added_at > greatest(follow.followed_at,
        (SELECT seen_at FROM following_visits WHERE user_id = ${uid})) AS "isNew"
      FROM follows follow JOIN catalog.people person ON person.id = follow.person_id
      CROSS JOIN LATERAL (SELECT * FROM catalog.looks WHERE person_id = follow.person_id
        ORDER BY added_at DESC, id DESC LIMIT ${raw(MAX_LOOKS_PER_PERSON)}) look
      WHERE follow.user_id = ${uid} ORDER BY look.added_at DESC, look.id DESC
        LIMIT ${raw(MAX_LOOKS)}`,

  count: async (uid: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM follows WHERE user_id = ${uid}`) ?? 0,

  /** False if there is no such person. */
  follow: (uid: string, name: string): Promise<boolean> =>
    matchesRow(connection)`
      INSERT INTO follows (user_id, person_id) SELECT ${uid}, id FROM ${peopleNamed([name])} person
      ON CONFLICT (user_id, person_id) DO UPDATE SET followed_at = follows.followed_at`,

  unfollow: (uid: string, name: string) =>
    execute(connection)`
      DELETE FROM follows WHERE user_id = ${uid}
        AND person_id = (SELECT id FROM ${peopleNamed([name], 'catalog.people')} person)`,

  /** The time never goes back: another tab may have shown newer looks. */
  noteVisit: (uid: string, until: string) =>
    execute(connection)`
      INSERT INTO following_visits AS visit (user_id, seen_at)
        VALUES (${uid}, least(${until}, now()))
      ON CONFLICT (user_id) DO UPDATE SET seen_at = greatest(visit.seen_at, excluded.seen_at)`,
})
