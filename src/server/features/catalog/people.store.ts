import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { styleTypeSchema } from '#shared/contract/catalog.ts'
import { isLookalike, LOOKALIKE_LETTERS, lookalikeKey } from '#shared/domain/lookalike-names.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { buildPortraitUrl } from './portraits.ts'

/** People with something to show. Others are kept for their followers and affiliate rules. */
export const LISTED_PEOPLE = `(SELECT * FROM catalog.people
  WHERE look_count > 0 OR product_count > 0)`

/**
 * A relation of the people with these names, with the `given_name` of each. A name that is spelled
 * differently but folds to the same counts, unless somebody has exactly this name, and so does a name that
 * a person had before.
 */
export const peopleNamed = (names: readonly string[], people = LISTED_PEOPLE) => sql`(
  SELECT person.*, given.name AS given_name
  FROM unnest(${names}::text[], ${names.map(foldName)}::text[]) AS given(name, key)
  CROSS JOIN LATERAL (SELECT * FROM ${raw(people)} candidate
    WHERE candidate.name = given.name OR candidate.name_key = given.key
      OR candidate.id = (SELECT person_id FROM catalog.former_names WHERE name_key = given.key)
    ORDER BY candidate.name = given.name DESC, candidate.name_key = given.key DESC NULLS LAST,
      candidate.id LIMIT 1) person)`

const portrait = z.string().transform(buildPortraitUrl)
const listedRow = z.object({ id: z.number(), name: z.string(), portrait })
const personRow = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  isListed: z.boolean(),
})
const adminRow = z.object({
  id: z.number(),
  name: z.string(),
  foldedName: z.string(),
  image: portrait,
  styleType: styleTypeSchema,
  looks: z.number(),
  products: z.number(),
  otherNames: z.array(z.string()),
})
const nameRow = z
  .object({ id: z.number(), name: z.string() })
  .transform(({ id, name }): [number, string] => [id, name])
const portrayedRow = z.object({ name: z.string(), firstLook: z.string() })

export const createPeopleReader = (connection: Connection) => ({
  /** `isListed`: whether the person must have something to show. */
  findId: (name: string, { isListed }: { isListed: boolean }) =>
    readValue(connection, z.number())`
      SELECT id FROM ${peopleNamed([name], isListed ? LISTED_PEOPLE : 'catalog.people')} person`,

  /** Also finds people who have nothing to show. */
  findByName: (name: string) =>
    readRow(connection, personRow)`
      SELECT id, name, image, look_count > 0 OR product_count > 0 AS "isListed"
      FROM ${peopleNamed([name], 'catalog.people')} person`,

  /** People whose names readers could take for this one. */
  findLookalikes: async (name: string) => {
    const people = await readRows(connection, personRow)`
      SELECT id, name, image, look_count > 0 OR product_count > 0 AS "isListed"
      FROM catalog.people WHERE ${lookalikeKey(name)} = replace(replace(
        translate(name_key, ${LOOKALIKE_LETTERS.from}, ${LOOKALIKE_LETTERS.to}), 'rn', 'm'), 'vv', 'w')`
    return people.filter((person) => isLookalike(person.name, name))
  },

  /** Whether this file is also the portrait of somebody else than the person of this look. */
  isSharedPortrait: (image: string, lookUrl: string) =>
    hasRow(connection)`
      SELECT FROM catalog.people WHERE image = ${image}
        AND id <> (SELECT person_id FROM catalog.looks WHERE url = ${lookUrl})`,

  /**
   * Whether publishing this look again may correct how its person is written. Creators may not respell
   * somebody whom others have published.
   */
  mayRespell: (
    url: string,
    personId: number,
    { uid, isEditor }: { uid: string; isEditor: boolean },
  ) =>
    hasRow(connection)`
      SELECT FROM catalog.looks look WHERE url = ${url} AND person_id = ${personId}
        AND (${isEditor} OR NOT EXISTS (SELECT FROM catalog.looks other
          WHERE other.person_id = look.person_id AND other.published_by IS DISTINCT FROM ${uid}))`,

  /** Everybody who has a name with this text, in the order of their names, with their other names. */
  pageForAdmins: (text: string, after: { foldedName: string; id: number } | null, limit: number) =>
    readRows(connection, adminRow)`
      SELECT id, name, folded_name AS "foldedName", image, style_type AS "styleType",
        look_count AS looks, product_count AS products,
        ARRAY(SELECT name FROM catalog.former_names WHERE person_id = person.id
          ORDER BY name) AS "otherNames"
      FROM catalog.people person
      WHERE (folded_name, id) > (${after?.foldedName ?? ''}, ${after?.id ?? -1})
        AND (strpos(folded_name, catalog_fold(${text})) > 0
          OR id IN (SELECT person_id FROM catalog.former_names
            WHERE strpos(catalog_fold(name), catalog_fold(${text})) > 0))
      ORDER BY folded_name, id LIMIT ${limit}`,

  /** In the order of their names, without people who have nothing to show. */
  readListed: (ids: readonly number[]) =>
    readRows(connection, listedRow)`
      SELECT id, name, image AS portrait FROM ${raw(LISTED_PEOPLE)} person
      WHERE id = ANY (${ids}::int[]) ORDER BY folded_name`,

  readNames: async (ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
    new Map(
      ids.length === 0
        ? []
        : await readRows(connection, nameRow)`
            SELECT id, name FROM catalog.people WHERE id = ANY (${ids}::int[])`,
    ),

  countListed: async () =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM ${raw(LISTED_PEOPLE)} people`) ?? 0,

  pageNames: (limit: number, offset: number) =>
    readValues(connection, z.string())`
      SELECT name FROM ${raw(LISTED_PEOPLE)} people ORDER BY id LIMIT ${limit} OFFSET ${offset}`,

  /** The people on the first page. */
  homeNames: () =>
    readValues(connection, z.string())`
      SELECT name FROM ${raw(LISTED_PEOPLE)} people
      WHERE home_rank IS NOT NULL ORDER BY home_rank`,

  /** The person whose portrait has this file name, with the first look. */
  findByPortrait: (image: string) =>
    readRow(connection, portrayedRow)`
      SELECT person.name, look.url AS "firstLook" FROM catalog.people person
      JOIN catalog.looks look ON look.person_id = person.id
      WHERE person.image = ${image} ORDER BY look.shuffle, look.id LIMIT 1`,

  /** Those of these file names that are portraits of people with something to show. */
  listedPortraits: (images: readonly string[]) =>
    readValues(connection, z.string())`
      SELECT image FROM ${raw(LISTED_PEOPLE)} people WHERE image = ANY (${images}::text[])`,
})

const BATCH = 10_000
const unfoldedRow = z.object({ id: z.number(), name: z.string() })

/** Folds the names of people whom an earlier version added. */
export const foldNewNames = async (connection: Connection) => {
  for (let rows = BATCH; rows === BATCH;) {
    const people = await readRows(connection, unfoldedRow)`
      SELECT id, name FROM catalog.people WHERE name_key IS NULL LIMIT ${BATCH}`
    rows = people.length
    if (rows === 0) return
    await execute(connection)`
      UPDATE catalog.people SET name_key = given.key
      FROM unnest(${people.map(({ id }) => id)}::int[],
        ${people.map(({ name }) => foldName(name))}::text[]) AS given(id, key)
      WHERE people.id = given.id`
  }
}
