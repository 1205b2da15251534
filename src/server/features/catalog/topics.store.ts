import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { type Topic, TOPIC_KINDS, type TopicKind } from '#shared/domain/topic.ts'
import { TILE_COLUMNS, tileRow } from './cards.store.ts'

const topicRow = z.object({ kind: z.enum(TOPIC_KINDS), name: z.string() })
const storedRow = topicRow.extend({ id: z.number() })
const lookRow = tileRow.extend({
  takenOn: z.string().nullable(),
  season: z.number().nullable(),
  episode: z.number().nullable(),
})

/** As JSON, in the order of the publisher. */
export const TOPICS_OF_LOOK = `(SELECT coalesce(json_agg(json_build_object('kind', topic.kind,
    'name', topic.name) ORDER BY array_position(look.topics, topic.id)), '[]')
  FROM catalog.topics topic WHERE topic.id = ANY (look.topics))`
export const topicsSchema = z.array(topicRow)

const IS_SHOWN = 'EXISTS (SELECT FROM catalog.looks WHERE looks.topics @> ARRAY[topic.id])'
const MAX_NAMED = 4

export const createTopicsReader = (connection: Connection) => ({
  /** Undefined if no look has it. */
  find: (kind: TopicKind, name: string) =>
    readRow(connection, storedRow)`
      SELECT id, kind, name FROM catalog.topics topic
      WHERE kind = ${kind} AND name_key = ${foldName(name)} AND ${raw(IS_SHOWN)}`,

  /** The looks of a show by season and episode, then the newest first. */
  pageLooks: (topicId: number, limit: number, offset: number) =>
    readRows(connection, lookRow)`
      SELECT ${raw(TILE_COLUMNS)}, to_char(look.taken_on, 'YYYY-MM-DD') AS "takenOn",
        look.season, look.episode
      FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
      WHERE look.topics @> ARRAY[${topicId}::int]
      ORDER BY look.season DESC NULLS LAST, look.episode DESC NULLS LAST,
        coalesce(look.taken_on, look.added_at::date) DESC, look.id DESC
      LIMIT ${limit} OFFSET ${offset}`,

  /** Those whose names contain these words. */
  named: (words: string) =>
    readRows(connection, topicRow)`
      SELECT kind, name FROM catalog.topics topic
      WHERE strpos(name_key, ${foldName(words)}) > 0 AND ${raw(IS_SHOWN)}
      ORDER BY strpos(name_key, ${foldName(words)}), length(name_key), id LIMIT ${raw(MAX_NAMED)}`,

  countListed: async () =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM catalog.topics topic WHERE ${raw(IS_SHOWN)}`) ?? 0,

  pageListed: (limit: number, offset: number) =>
    readRows(connection, topicRow)`
      SELECT kind, name FROM catalog.topics topic WHERE ${raw(IS_SHOWN)}
      ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
})

/**
 * The ids of these topics, in their order. They are called as the first look with them does; a name that no
 * other look has can be corrected.
 */
export const storeTopics = async (
  client: Connection,
  topics: readonly Topic[],
  url: string,
): Promise<number[]> => {
  const ids: number[] = []
  for (const { kind, name } of topics) {
    const id = await readValue(client, z.number())`
      INSERT INTO catalog.topics AS topic (kind, name, name_key)
      VALUES (${kind}, ${name}, ${foldName(name)})
      ON CONFLICT (kind, name_key) DO UPDATE SET name = CASE
        WHEN EXISTS (SELECT FROM catalog.looks WHERE topics @> ARRAY[topic.id] AND url <> ${url})
        THEN topic.name ELSE excluded.name END
      RETURNING id`
    if (id !== undefined && id !== null) ids.push(id)
  }
  return ids
}
