import { listSingulars } from '#shared/vocabulary/word-forms.ts'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRows, readValues, sql, type Sql, requireRow } from '#server/core/db/sql.ts'
import { buildPortraitUrl } from './portraits.ts'
import { type Celebrity, styleTypeSchema } from '#shared/contract/catalog.ts'
import { LISTED_PEOPLE, peopleNamed } from './people.store.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'

const MAX_NAMES = 40
const MAX_SIMILAR = 40

/** Shops of catalogue files are named by their host. */
const formatShopLabel = (name: string) => formatDisplaySeller({ seller: name })

const namedRow = z.object({ id: z.number(), name: z.string(), key: z.string() })
const namesRow = z.object({
  brands: z.array(z.object({ name: z.string(), key: z.string() })),
  people: z.array(namedRow),
  shops: z.array(namedRow.extend({ name: z.string().transform(formatShopLabel) })),
})

const escapeLike = (value: Sql) =>
  sql`replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

/** Words of the catalogue by the typed word that may mean them. */
export type WordGroups = ReadonlyMap<string, readonly string[]>

const candidateRow = z.object({ typed: z.string(), word: z.string() })

const groupByTyped = (
  words: readonly string[],
  rows: readonly z.infer<typeof candidateRow>[],
): WordGroups => {
  const groups = new Map<string, string[]>(words.map((word) => [word, []]))
  for (const { typed, word } of rows) groups.get(typed)?.push(word)
  return groups
}

const formRow = z.object({ index: z.number(), word: z.string() })

/** Listed people, once for each of their names. */
const NAMES_OF_PEOPLE = `(SELECT id, name, name AS known_as FROM ${LISTED_PEOPLE} listed
  UNION ALL SELECT listed.id, listed.name, former.name FROM catalog.former_names former
    JOIN ${LISTED_PEOPLE} listed ON listed.id = former.person_id)`

/** Names that contain one of the words; those with the most words first. */
const selectNames = (
  table: string,
  columns: string,
  nameWords: string,
  words: Sql,
) => sql`coalesce((
  SELECT json_agg(named) FROM (
    SELECT ${raw(columns)}, array_to_string(${raw(nameWords)}, ' ') AS key FROM ${raw(table)}
    WHERE ${raw(nameWords)} && ${words}
    ORDER BY (SELECT count(*) FROM unnest(${raw(nameWords)}) part WHERE part = ANY (${words})) DESC,
      name
    LIMIT ${raw(MAX_NAMES)}) named), '[]')`

const MAX_FORMS = 12
const MAX_COMPLETIONS = 8
const MAX_SIMILAR_WORDS = 24
const MAX_SAME_START = 200

/** A word of the catalogue, and the position of the typed word that may mean it, from 1. */
const meaningRow = z.object({ word: z.string(), index: z.number() })
const celebrityRow = z
  .object({ name: z.string(), image: z.string(), style_type: styleTypeSchema })
  .transform(({ name, image, style_type }): Celebrity => ({
    name,
    image: buildPortraitUrl(image),
    styleType: style_type,
  }))

/** Words and names of the catalogue. */
export const createWordsStore = (connection: Connection) => ({
  /** Names of brands, people and shops that contain one of these words. */
  namesWith: (words: readonly string[]) => {
    const queryWords = sql`${words}::text[]`
    return requireRow(connection, namesRow, { name: 'names-with' })`
      SELECT ${selectNames('catalog.brands', 'name', 'words', queryWords)} AS brands,
        ${selectNames(`${NAMES_OF_PEOPLE} people`, 'id, name', 'catalog.name_words(known_as)', queryWords)} AS people,
        ${selectNames('catalog.shops', 'id, name', 'catalog.name_words(name)', queryWords)} AS shops`
  },

  /** The words that titles contain in any form. */
  inTitles: async (words: readonly string[]): Promise<ReadonlySet<string>> => {
    const forms = words.flatMap((typed) =>
      [...listSingulars(typed), ...(typed.endsWith('s') ? [] : [`${typed}s`])].map((word) => ({
        typed,
        word,
      })),
    )
    if (forms.length === 0) return new Set()
    return new Set(
      await readValues(connection, z.string(), { name: 'words-in-titles' })`
        SELECT DISTINCT given.typed AS word
        FROM unnest(${forms.map(({ typed }) => typed)}::text[],
          ${forms.map(({ word }) => word)}::text[]) AS given(typed, word)
          JOIN catalog.words USING (word)`,
    )
  },

  /** For each word, similar words of titles and words that start with it; most frequent first. */
  similarWords: async (words: readonly string[]): Promise<WordGroups> =>
    groupByTyped(
      words,
      await readRows(connection, candidateRow, { name: 'words-alike' })`
        SELECT typed, alike.word FROM unnest(${words}::text[]) AS typed CROSS JOIN LATERAL (
          (SELECT word, uses FROM catalog.words WHERE word % typed
            ORDER BY similarity(word, typed) DESC, uses DESC LIMIT ${raw(MAX_SIMILAR)})
          UNION
          (SELECT word, uses FROM catalog.words WHERE word LIKE ${escapeLike(raw('typed'))} || '%'
            ORDER BY uses DESC LIMIT ${raw(MAX_SIMILAR)})
        ) alike ORDER BY uses DESC, alike.word`,
    ),

  /** The forms of each word in titles and brands; null if there are none. */
  wordForms: async (words: readonly string[]): Promise<string[][] | null> => {
    if (words.length === 0) return null
    const forms = await readRows(connection, formRow, { name: 'forms-of-words' })`
      SELECT given.index::int, form.word
      FROM unnest(${words}::text[]) WITH ORDINALITY AS given(word, index)
      CROSS JOIN LATERAL (SELECT word FROM catalog.words
        WHERE stem = coalesce((ts_lexize('english_stem', given.word))[1], given.word)
        ORDER BY uses DESC LIMIT 12) form`
    const groups = words.map((_, position) =>
      forms.filter(({ index }) => index === position + 1).map(({ word }) => word),
    )
    const nonEmpty = groups.filter((group) => group.length > 0)
    return nonEmpty.length === 0 ? null : nonEmpty
  },

  shopNames: async (ids: readonly number[]) =>
    ids.length === 0
      ? []
      : readRows(
          connection,
          z.object({ id: z.number(), name: z.string().transform(formatShopLabel) }),
        )`
      SELECT id, name FROM catalog.shops WHERE id = ANY (${ids}::integer[]) ORDER BY name`,

  findPeople: (names: readonly string[]) =>
    readRows(connection, z.object({ id: z.number(), name: z.string() }), { name: 'find-people' })`
    SELECT DISTINCT id, name FROM ${peopleNamed(names)} person`,

  /** The words of a text as they are indexed: in order, without accents and in lower case. */
  indexedWords: (text: string) =>
    readValues(connection, z.string(), { name: 'indexed-words' })`
      SELECT lexeme AS word FROM unnest(to_tsvector('catalog_words', ${text}))
      ORDER BY positions[1]`,

  /** Other forms of each typed word, and completions of the last one, which may be unfinished. */
  vocabularyFor: (words: readonly string[]) =>
    readRows(connection, meaningRow, { name: 'vocabulary-for' })`
      WITH typed AS (
        SELECT word, index, index = cardinality(${words}::text[]) AS is_last,
          coalesce((ts_lexize('english_stem', word))[1], word) AS stem
        FROM unnest(${words}::text[]) WITH ORDINALITY AS given(word, index)
      )
      SELECT typed.index::int, forms.word FROM typed CROSS JOIN LATERAL (
        SELECT word FROM catalog.words WHERE words.stem = typed.stem
        ORDER BY uses DESC LIMIT ${raw(MAX_FORMS)}) forms
      UNION
      SELECT typed.index::int, completions.word FROM typed CROSS JOIN LATERAL (
        SELECT word FROM catalog.words
        WHERE typed.is_last AND words.word LIKE ${escapeLike(raw('typed.word'))} || '%'
        ORDER BY uses DESC LIMIT ${raw(MAX_COMPLETIONS)}) completions`,

  /** Possible corrections of unknown words: similar, or with the same start and about as long. */
  wordsLike: async (words: readonly string[]): Promise<WordGroups> =>
    groupByTyped(
      words,
      await readRows(connection, candidateRow, { name: 'words-like' })`
        SELECT typed, alike.word FROM unnest(${words}::text[]) AS typed CROSS JOIN LATERAL (
          (SELECT word, uses FROM catalog.words WHERE word % typed
            ORDER BY similarity(word, typed) DESC, uses DESC LIMIT ${raw(MAX_SIMILAR_WORDS)})
          UNION
          (SELECT word, uses FROM catalog.words
            WHERE word LIKE ${escapeLike(raw('left(typed, 1)'))} || '%'
              AND length(word) BETWEEN length(typed) - 1 AND length(typed) + 1
            ORDER BY uses DESC LIMIT ${raw(MAX_SAME_START)})
        ) alike ORDER BY uses DESC, alike.word`,
    ),

  /** By part of the name, or by words in it. */
  matchCelebrities: (
    text: string,
    meanings: readonly z.infer<typeof meaningRow>[],
    limit: number,
  ) =>
    readRows(connection, celebrityRow, { name: 'match-celebrities' })`
      WITH typed AS (SELECT catalog_fold(${text}) AS name,
        ${escapeLike(sql`catalog_fold(${text})`)} AS pattern),
      meant AS (SELECT '%' || ${escapeLike(raw('word'))} || '%' AS pattern, index
        FROM unnest(${meanings.map(({ word }) => word)}::text[],
          ${meanings.map(({ index }) => index)}::int[]) AS given(word, index))
      SELECT people.name, image, style_type FROM ${raw(LISTED_PEOPLE)} people, typed
      WHERE folded_name LIKE '%' || typed.pattern || '%'
        OR folded_name LIKE ANY (ARRAY(SELECT pattern FROM meant))
        OR id IN (SELECT person_id FROM catalog.former_names
          WHERE catalog_fold(former_names.name) LIKE '%' || typed.pattern || '%')
      ORDER BY folded_name LIKE typed.pattern || '%' DESC,
        folded_name LIKE '%' || typed.pattern || '%' DESC,
        (SELECT count(DISTINCT index) FROM meant WHERE folded_name LIKE meant.pattern) DESC,
        word_similarity(typed.name, folded_name) DESC, look_count DESC, folded_name
      LIMIT ${limit}`,
})
export type WordsStore = ReturnType<typeof createWordsStore>
