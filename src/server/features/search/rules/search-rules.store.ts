import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { affectsRow, execute, raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { announceCatalogChange } from '#server/features/catalog/index.ts'
import { SEARCH_RULES } from '#shared/constants.ts'
import { DAY_MS } from '#shared/durations.ts'
import { RETENTION } from '#shared/retention.ts'

const wordRow = z.object({ word: z.string(), meaning: z.string().nullable() })
const pinRow = z.object({ query: z.string(), key: z.string() })

/** Words and pins of the operator. Their words are folded. */
export const createSearchRulesStore = (connection: Connection) => ({
  words: () => readRows(connection, wordRow)`SELECT word, meaning FROM search_words ORDER BY word`,

  pins: () =>
    readRows(connection, pinRow)`
      SELECT query, product_key AS key FROM search_pins ORDER BY query, pinned_at, product_key`,

  /** False if there are too many. */
  setWord: (word: string, meaning: string | null): Promise<boolean> =>
    affectsRow(connection)`
      INSERT INTO search_words (word, meaning) SELECT ${word}, ${meaning}
      WHERE (SELECT count(*) FROM search_words WHERE word <> ${word}) < ${raw(SEARCH_RULES.words)}
      ON CONFLICT (word) DO UPDATE SET meaning = excluded.meaning`,

  removeWord: (word: string): Promise<boolean> =>
    affectsRow(connection)`DELETE FROM search_words WHERE word = ${word}`,

  countPins: async (query: string) => ({
    all: (await readValue(connection, z.number())`SELECT count(*)::int FROM search_pins`) ?? 0,
    ofQuery:
      (await readValue(connection, z.number())`
        SELECT count(*)::int FROM search_pins WHERE query = ${query}`) ?? 0,
  }),

  /** False if it is pinned already. */
  addPin: (query: string, key: string): Promise<boolean> =>
    affectsRow(connection)`
      INSERT INTO search_pins (query, product_key) VALUES (${query}, ${key}::uuid)
      ON CONFLICT DO NOTHING`,

  removePin: (query: string, key: string): Promise<boolean> =>
    affectsRow(connection)`
      DELETE FROM search_pins WHERE query = ${query} AND product_key = ${key}::uuid`,

  /** Cached replies follow the rules, so servers must make them again. */
  announceChange: () => announceCatalogChange(connection),
})

export type SearchCount = { query: string; readAs: string | null; searches: number }

const missRow = z
  .object({ query: z.string(), read_as: z.string(), searches: z.number() })
  .transform(({ read_as, ...miss }) => ({ ...miss, readAs: read_as === '' ? null : read_as }))

/** Days and searches from which on a search is popular, so that nobody's own is ever shown to others. */
const POPULAR = { days: 3, searches: 10, read: 20 } as const

export const createSearchCountsStore = (connection: Connection) => ({
  /** Adds to the counts of today. Of further searches, only as many as a day may have are counted. */
  addMisses: (misses: readonly SearchCount[]) =>
    execute(connection)`
      INSERT INTO search_misses AS counted (day, query, read_as, searches)
      SELECT current_date, miss.query, miss.read_as, miss.searches
      FROM (SELECT *, count(*) FILTER (WHERE is_new) OVER (ORDER BY place) AS added
        FROM (SELECT *, NOT EXISTS (SELECT FROM search_misses earlier
            WHERE earlier.day = current_date AND earlier.query = given.query
              AND earlier.read_as = given.read_as) AS is_new
          FROM unnest(${misses.map(({ query }) => query)}::text[],
            ${misses.map(({ readAs }) => readAs ?? '')}::text[],
            ${misses.map(({ searches }) => searches)}::integer[])
            WITH ORDINALITY AS given(query, read_as, searches, place)) marked) miss
      WHERE NOT miss.is_new OR miss.added
        + (SELECT count(*) FROM search_misses WHERE day = current_date)
          <= ${raw(SEARCH_RULES.countedPerDay)}
      ON CONFLICT (day, query, read_as) DO UPDATE
        SET searches = counted.searches + excluded.searches`,

  /** Adds to the counts of today, of as many searches as a day may have. */
  addHits: (hits: readonly SearchCount[]) =>
    execute(connection)`
      INSERT INTO search_hits AS counted (day, query, searches)
      SELECT current_date, hit.query, hit.searches
      FROM unnest(${hits.map(({ query }) => query)}::text[],
        ${hits.map(({ searches }) => searches)}::integer[]) AS hit(query, searches)
      LEFT JOIN search_hits earlier ON earlier.day = current_date AND earlier.query = hit.query
      ORDER BY earlier.query IS NULL, hit.searches DESC
      LIMIT greatest(0, ${raw(SEARCH_RULES.countedPerDay)} - (SELECT count(*) FROM search_hits
          WHERE day = current_date AND query <> ALL (${hits.map(({ query }) => query)}::text[])))
      ON CONFLICT (day, query) DO UPDATE SET searches = counted.searches + excluded.searches`,

  /** What was searched on several of the last days, the most frequent first. */
  popular: () =>
    readValues(connection, z.string())`
      SELECT query FROM search_hits WHERE day > current_date - ${raw(SEARCH_RULES.countedDays)}
      GROUP BY query
      HAVING count(*) >= ${raw(POPULAR.days)} AND sum(searches) >= ${raw(POPULAR.searches)}
      ORDER BY sum(searches) DESC, query LIMIT ${raw(POPULAR.read)}`,

  /** Searches without results or with corrections of the last days, the most frequent first. */
  misses: () =>
    readRows(connection, missRow)`
      SELECT query, read_as, sum(searches)::int AS searches FROM search_misses
      WHERE day > current_date - ${raw(SEARCH_RULES.countedDays)}
      GROUP BY query, read_as ORDER BY searches DESC, query, read_as
      LIMIT ${raw(SEARCH_RULES.missesShown)}`,

  sweep: async () => {
    await execute(connection)`
      DELETE FROM search_misses WHERE day <= current_date - ${raw(RETENTION.searchCountsMs / DAY_MS)}`
    await execute(connection)`
      DELETE FROM search_hits WHERE day <= current_date - ${raw(RETENTION.searchCountsMs / DAY_MS)}`
  },

  /** Searches that found nothing and that no word or pin answers. */
  countUnanswered: async () =>
    (await readValue(connection, z.number())`
      SELECT count(DISTINCT query)::int FROM search_misses miss WHERE read_as = ''
        AND day > current_date - ${raw(SEARCH_RULES.countedDays)}
        AND NOT EXISTS (SELECT FROM search_words WHERE word = miss.query)
        AND NOT EXISTS (SELECT FROM search_pins pin WHERE pin.query = miss.query)`) ?? 0,
})
