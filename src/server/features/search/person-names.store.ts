import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, sql } from '#server/core/db/sql.ts'
import { foldName } from '#shared/domain/person-name.ts'

/** People with something to show. Others are kept for their followers and affiliate rules. */
export const LISTED_PEOPLE = `(SELECT * FROM catalog.people
  WHERE look_count > 0 OR product_count > 0)`

/**
 * A relation of the people with these names, with the `given_name` of each. A name that is spelled
 * differently but folds to the same counts, unless somebody has exactly this name.
 */
export const peopleNamed = (names: readonly string[], people = LISTED_PEOPLE) => sql`(
  SELECT person.*, given.name AS given_name
  FROM unnest(${names}::text[], ${names.map(foldName)}::text[]) AS given(name, key)
  CROSS JOIN LATERAL (SELECT * FROM ${raw(people)} candidate
    WHERE candidate.name = given.name OR candidate.name_key = given.key
    ORDER BY candidate.name = given.name DESC, candidate.id LIMIT 1) person)`

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
