import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readRows, readValue } from '#server/core/db/sql.ts'
import { portraitUrl } from '#server/features/images/index.ts'
import { TILE_COLUMNS, tileRow } from '#server/features/search/index.ts'

const personRow = z.object({ name: z.string(), image: z.string().transform(portraitUrl) })
const lookRow = tileRow.extend({ isNew: z.boolean(), addedAt: isoTime })

const MAX_LOOKS = 60
const MAX_LOOKS_PER_PERSON = 12

export const createFollowsStore = (connection: Connection) => ({
  people: (uid: string) =>
    readRows(connection, personRow)`
      SELECT name, image FROM follows JOIN catalog.people person ON person.id = person_id
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
      INSERT INTO follows (user_id, person_id) SELECT ${uid}, id FROM catalog.people
        WHERE name = ${name}
      ON CONFLICT (user_id, person_id) DO UPDATE SET followed_at = follows.followed_at`,

  unfollow: (uid: string, name: string) =>
    execute(connection)`
      DELETE FROM follows WHERE user_id = ${uid}
        AND person_id = (SELECT id FROM catalog.people WHERE name = ${name})`,

  /** The time never goes back: another tab may have shown newer looks. */
  noteVisit: (uid: string, until: string) =>
    execute(connection)`
      INSERT INTO following_visits AS visit (user_id, seen_at)
        VALUES (${uid}, least(${until}, now()))
      ON CONFLICT (user_id) DO UPDATE SET seen_at = greatest(visit.seen_at, excluded.seen_at)`,
})
