import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { CREATOR_PAGE } from '#shared/studio-constants.ts'
import {
  IS_OWNER_ACTIVE,
  IS_OWNER_PUBLISHER,
  IS_PUBLIC,
  SUMMARY,
  summaryColumns,
} from './boards.store.ts'

const creatorRow = z.object({
  user_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  about: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  person_id: z.number().nullable(),
  is_named: z.boolean(),
  is_listed: z.boolean(),
})
type CreatorRow = z.output<typeof creatorRow>

const collectionRow = z.object({
  id: z.string(),
  token: z.string(),
  title: z.string(),
  ...summaryColumns,
})

const IS_NOT_REMOVED = `user_id NOT IN (SELECT subject FROM takedowns
  WHERE kind = 'creator-page' AND restored_at IS NULL)`
const IS_SHOWN = `${IS_OWNER_ACTIVE} AND ${IS_NOT_REMOVED}`
const IS_LISTED = `${IS_OWNER_PUBLISHER} AND ${IS_NOT_REMOVED}`

const CREATOR = `SELECT user_id, name, display_name, about, links, person_id, is_named,
  ${IS_LISTED} AS is_listed FROM creators`
const pageRow = z
  .object({ id: z.number(), name: z.string() })
  .transform(({ id, name }): [number, string] => [id, name])
const formerNameRow = z.object({ name: z.string(), isKept: z.boolean() })
const namedPageRow = z.object({ name: z.string(), displayName: z.string(), personId: z.number() })

/** Boards that are shared only by a link must not be listed. */
const COLLECTION = `SELECT board.id, share_token AS token, title, ${SUMMARY}
  FROM boards board WHERE ${IS_PUBLIC}`
const MAX_RESULTS = 5

/** Every statement that changes a creator's page also checks its owner. */
export const createCreatorsStore = (connection: Connection) => ({
  /** Also by a name that the page had before. */
  byName: (name: string) =>
    readRow(connection, creatorRow)`
      ${raw(CREATOR)} WHERE ${raw(IS_SHOWN)} AND (name = ${name}
        OR user_id = (SELECT user_id FROM former_creator_names WHERE name = ${name}))`,

  /** The names of the listed pages of these people, by their ids in the catalogue. */
  pagesOf: async (personIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
    new Map(
      personIds.length === 0
        ? []
        : await readRows(connection, pageRow)`
            SELECT person_id AS id, name FROM creators
            WHERE person_id = ANY (${personIds}::int[]) AND ${raw(IS_LISTED)}`,
    ),

  /** Whether a page whose creator has published nothing yet has this name. */
  isNameOfNewPage: (name: string) =>
    hasRow(connection)`
      SELECT FROM creators
      WHERE person_id IS NULL AND catalog_fold(display_name) = catalog_fold(${name})`,

  /** Listed pages of people with something to show whose names contain these words. */
  pagesNamed: async (words: string) => {
    const pages = await readRows(connection, namedPageRow)`
      SELECT name, display_name AS "displayName", person_id AS "personId" FROM creators
      WHERE person_id IS NOT NULL AND ${raw(IS_LISTED)}
        AND strpos(catalog_fold(display_name), catalog_fold(${words})) > 0
      ORDER BY display_name, user_id LIMIT ${raw(MAX_RESULTS)}`
    const people = await createCatalogReader(connection).people.readListed(
      pages.map(({ personId }) => personId),
    )
    return pages.flatMap(({ name, displayName, personId }) => {
      const person = people.find(({ id }) => id === personId)
      return person ? [{ name, displayName, portrait: person.portrait }] : []
    })
  },

  byUser: (uid: string) => readRow(connection, creatorRow)`${raw(CREATOR)} WHERE user_id = ${uid}`,

  /** The creator as a person of the catalogue; undefined if nothing of them is listed. */
  person: async ({ person_id }: Pick<CreatorRow, 'person_id'>) =>
    person_id === null
      ? undefined
      : (await createCatalogReader(connection).people.readListed([person_id]))[0],

  /** Uses the first of these names that is free. */
  create: (uid: string, displayName: string, names: readonly string[]) =>
    execute(connection)`
      INSERT INTO creators (user_id, name, display_name)
      SELECT ${uid}, given.name, ${displayName} FROM unnest(${names}::text[])
        WITH ORDINALITY AS given(name, place)
      WHERE NOT EXISTS (SELECT FROM creators WHERE creators.name = given.name)
        AND NOT EXISTS (SELECT FROM former_creator_names former WHERE former.name = given.name)
      ORDER BY place LIMIT 1 ON CONFLICT (user_id) DO NOTHING`,

  rename: (uid: string, displayName: string) =>
    execute(connection)`
      UPDATE creators SET display_name = ${displayName}
      WHERE user_id = ${uid} AND person_id IS NULL`,

  /**
   * Null if another page has the name, or had it before. A former name still leads to the page, unless it
   * was tried for a few days only: nobody collects names of others.
   */
  setNames: async (uid: string, { name, displayName }: { name: string; displayName: string }) => {
    await execute(connection)`
      DELETE FROM former_creator_names WHERE name = ${name} AND user_id = ${uid}`
    const former = await readRow(connection, formerNameRow)`
      SELECT name, (named_at IS NULL OR named_at < now() - ${CREATOR_PAGE.keptNameMs} * interval '1 ms')
          AND (SELECT count(*) FROM former_creator_names WHERE user_id = ${uid})
            < ${CREATOR_PAGE.formerNames} AS "isKept"
      FROM creators WHERE user_id = ${uid} AND NOT EXISTS (
        SELECT FROM former_creator_names former WHERE former.name = ${name})
        AND NOT EXISTS (SELECT FROM creators other
          WHERE other.name = ${name} AND other.user_id <> ${uid}) FOR UPDATE`
    if (former === null) return null
    await execute(connection)`
      UPDATE creators SET name = ${name}, display_name = ${displayName}, is_named = true,
        named_at = CASE WHEN (name, display_name) = (${name}, ${displayName}) THEN named_at
          ELSE now() END
      WHERE user_id = ${uid}`
    if (former.isKept && former.name !== name)
      await execute(connection)`
        INSERT INTO former_creator_names (name, user_id) VALUES (${former.name}, ${uid})`
    return former
  },

  looks: async ({ user_id, person_id }: Pick<CreatorRow, 'user_id' | 'person_id'>) => {
    if (person_id === null) return []
    const firstIds = await readValues(connection, z.string())`
      SELECT look_id FROM creator_looks WHERE user_id = ${user_id} ORDER BY place`
    return createCatalogReader(connection).looks.readOfPerson(
      person_id,
      firstIds,
      CREATOR_PAGE.looks,
    )
  },

  collections: (uid: string) =>
    readRows(connection, collectionRow)`
      ${raw(COLLECTION)} AND user_id = ${uid} ORDER BY place, board.id`,

  collectionsNamed: (words: string) =>
    readRows(connection, collectionRow)`
      ${raw(COLLECTION)} AND strpos(lower(title), lower(${words})) > 0
      ORDER BY updated_at DESC, board.id LIMIT ${raw(MAX_RESULTS)}`,

  change: (uid: string, changes: { about?: string | undefined; links?: object | undefined }) =>
    affectsRow(connection)`
      UPDATE creators SET about = coalesce(${changes.about}, about),
        links = coalesce(${changes.links && JSON.stringify(changes.links)}, links)
      WHERE user_id = ${uid}`,

  /** Makes the creator's page show the looks of this person. */
  setPerson: (uid: string, personId: number) =>
    execute(connection)`UPDATE creators SET person_id = ${personId} WHERE user_id = ${uid}`,

  hasPage: (personId: number) =>
    hasRow(connection)`SELECT FROM creators WHERE person_id = ${personId}`,

  /** The page shows another person, and has that person's name. False if that person has a page already. */
  movePerson: async (fromId: number, into: { id: number; name: string }) => {
    const pages = await readValues(connection, z.number())`
      SELECT person_id FROM creators WHERE person_id IN (${fromId}, ${into.id}) FOR UPDATE`
    if (pages.length > 1) return false
    await execute(connection)`
      UPDATE creators SET person_id = ${into.id}, display_name = ${into.name}
      WHERE person_id = ${fromId}`
    return true
  },

  /** The page of the person, if there is one, has the person's name. */
  renamePerson: (personId: number, displayName: string) =>
    execute(connection)`
      UPDATE creators SET display_name = ${displayName} WHERE person_id = ${personId}`,

  orderLooks: async (uid: string, urls: readonly string[]) => {
    const looks = await createCatalogReader(connection).looks.findByUrls(urls)
    await execute(connection)`
      WITH former AS (DELETE FROM creator_looks WHERE user_id = ${uid}
        AND look_id <> ALL (${looks.map(({ id }) => id)}::bigint[]))
      INSERT INTO creator_looks AS placed (user_id, look_id, place)
      SELECT ${uid}, look.id, wanted.place FROM unnest(${[...new Set(urls)]}::text[])
        WITH ORDINALITY AS wanted (url, place)
      JOIN unnest(${looks.map(({ id }) => id)}::bigint[], ${looks.map(({ url }) => url)}::text[],
        ${looks.map(({ personId }) => personId)}::int[]) AS look(id, url, person_id) USING (url)
      JOIN creators creator ON creator.user_id = ${uid} AND creator.person_id = look.person_id
      ON CONFLICT (user_id, look_id) DO UPDATE SET place = excluded.place`
  },

  orderCollections: (uid: string, ids: readonly string[]) =>
    execute(connection)`
      UPDATE boards SET place = wanted.place
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS wanted (id, place)
      WHERE boards.id = wanted.id AND user_id = ${uid}`,
})
export type CreatorsStore = ReturnType<typeof createCreatorsStore>

/** As text, because JavaScript would round the time to milliseconds. */
const followedRow = z.object({ id: z.number(), since: z.string() })

export const createFollowsStore = (connection: Connection) => ({
  /** Looks are new if they were added after the last visit, or after the follow if there was no visit. */
  read: async (uid: string) => {
    const followed = await readRows(connection, followedRow)`
      SELECT person_id AS id, greatest(followed_at,
        (SELECT seen_at FROM following_visits WHERE user_id = ${uid}))::text AS since
      FROM follows WHERE user_id = ${uid}`
    const catalog = createCatalogReader(connection)
    const people = await catalog.people.readListed(followed.map(({ id }) => id))
    return {
      people: people.map(({ name, portrait }) => ({ name, image: portrait })),
      looks: await catalog.looks.readNewest(followed),
    }
  },

  count: async (uid: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM follows WHERE user_id = ${uid}`) ?? 0,

  /** Until the transaction ends, so that counting the user's follows and adding one is atomic. */
  lock: (uid: string) =>
    execute(connection)`
      SELECT pg_advisory_xact_lock(hashtextextended('follows of ' || ${uid}::text, 0))`,

  /** False if there is no such person. */
  follow: async (uid: string, name: string): Promise<boolean> => {
    const personId = await createCatalogReader(connection).people.findId(name, { isListed: true })
    if (personId === null) return false
    await execute(connection)`
      INSERT INTO follows (user_id, person_id) VALUES (${uid}, ${personId})
      ON CONFLICT (user_id, person_id) DO NOTHING`
    return true
  },

  unfollow: async (uid: string, name: string) => {
    const personId = await createCatalogReader(connection).people.findId(name, { isListed: false })
    await execute(connection)`
      DELETE FROM follows WHERE user_id = ${uid} AND person_id = ${personId}`
  },

  /** Whoever follows both has followed since the first time. */
  movePerson: async (fromId: number, intoId: number) => {
    await execute(connection)`
      INSERT INTO follows AS known (user_id, person_id, followed_at)
      SELECT user_id, ${intoId}, followed_at FROM follows WHERE person_id = ${fromId}
      ON CONFLICT (user_id, person_id) DO UPDATE
        SET followed_at = least(known.followed_at, excluded.followed_at)`
    await execute(connection)`DELETE FROM follows WHERE person_id = ${fromId}`
  },

  /** The time never goes back: another tab may have shown newer looks. */
  noteVisit: (uid: string, until: string) =>
    execute(connection)`
      INSERT INTO following_visits AS visit (user_id, seen_at)
        VALUES (${uid}, least(${until}, now()))
      ON CONFLICT (user_id) DO UPDATE SET seen_at = greatest(visit.seen_at, excluded.seen_at)`,
})

const boardRow = z.object({ token: z.string(), changedAt: z.date() })

/** Pages that search engines may list. */
export const createListedPagesStore = (connection: Connection) => ({
  creators: {
    count: async () =>
      (await readValue(connection, z.number())`
        SELECT count(*)::int FROM creators WHERE ${raw(IS_LISTED)}`) ?? 0,
    read: (limit: number, offset: number) =>
      readValues(connection, z.string())`
        SELECT name FROM creators WHERE ${raw(IS_LISTED)} ORDER BY user_id LIMIT ${limit} OFFSET ${offset}`,
  },
  boards: {
    count: async () =>
      (await readValue(connection, z.number())`
        SELECT count(*)::int FROM boards WHERE ${raw(IS_PUBLIC)}`) ?? 0,
    read: (limit: number, offset: number) =>
      readRows(connection, boardRow)`
        SELECT share_token AS token, updated_at AS "changedAt" FROM boards
        WHERE ${raw(IS_PUBLIC)} ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
  },
})
