import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import type { CatalogueWords } from './read-query.ts'
import { singularsOf } from './vocabulary/words.ts'

const NAMES = 40
const ALIKE = 40

const namedRow = z.object({ id: z.number(), name: z.string(), key: z.string() })
const namesRow = z.object({
  brands: z.array(z.object({ name: z.string(), key: z.string() })),
  people: z.array(namedRow),
  shops: z.array(namedRow),
})
const wordRow = z.object({ word: z.string() }).transform(({ word }) => word)

const LIKE_ESCAPED = `replace(replace(replace($1, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

const formRow = z.object({ index: z.number(), word: z.string() })

/** The forms of each word in titles and brands; null if there are none. */
export const createWordForms =
  (connection: Connection) =>
  async (words: readonly string[]): Promise<string[][] | null> => {
    if (words.length === 0) return null
    const forms = await readRows(
      connection,
      formRow,
      {
        name: 'forms-of-words',
        text: `SELECT given.index::int, form.word
          FROM unnest($1::text[]) WITH ORDINALITY AS given(word, index)
          CROSS JOIN LATERAL (SELECT word FROM catalog.words
            WHERE stem = coalesce((ts_lexize('english_stem', given.word))[1], given.word)
            ORDER BY uses DESC LIMIT 12) form`,
      },
      [words],
    )
    const groups = words.map((_, position) =>
      forms.filter(({ index }) => index === position + 1).map(({ word }) => word),
    )
    const known = groups.filter((group) => group.length > 0)
    return known.length === 0 ? null : known
  }

export const createShopNames = (connection: Connection) => async (ids: readonly number[]) =>
  ids.length === 0
    ? []
    : readRows(
        connection,
        z.object({ id: z.number(), name: z.string() }),
        `SELECT id, name FROM catalog.shops WHERE id = ANY ($1::integer[]) ORDER BY name`,
        [ids],
      )

/** Of the names with one of the words, those with the most of them. */
const named = (columns: string, table: string, words: string) => `coalesce((
  SELECT json_agg(found) FROM (
    SELECT ${columns}, array_to_string(${words}, ' ') AS key FROM ${table} WHERE ${words} && $1::text[]
    ORDER BY (SELECT count(*) FROM unnest(${words}) part WHERE part = ANY ($1::text[])) DESC, name
    LIMIT ${NAMES}) found), '[]')`

export const createCatalogueWords = (connection: Connection): CatalogueWords => ({
  namesWith: async (words) =>
    (await readRow(
      connection,
      namesRow,
      {
        name: 'names-with',
        text: `SELECT ${named('name', 'catalog.brands', 'words')} AS brands,
          ${named('id, name', 'catalog.people', 'catalog.name_words(name)')} AS people,
          ${named('id, name', 'catalog.shops', 'catalog.name_words(name)')} AS shops`,
      },
      [words],
    )) ?? { brands: [], people: [], shops: [] },

  inTitles: async (words) => {
    const forms = words.flatMap((typed) =>
      [...singularsOf(typed), ...(typed.endsWith('s') ? [] : [`${typed}s`])].map((word) => ({
        typed,
        word,
      })),
    )
    if (forms.length === 0) return new Set()
    return new Set(
      await readRows(
        connection,
        wordRow,
        {
          name: 'words-in-titles',
          text: `SELECT DISTINCT given.typed AS word
            FROM unnest($1::text[], $2::text[]) AS given(typed, word) JOIN catalog.words USING (word)`,
        },
        [forms.map(({ typed }) => typed), forms.map(({ word }) => word)],
      ),
    )
  },

  alike: (word) =>
    readRows(
      connection,
      wordRow,
      {
        name: 'words-alike',
        text: `SELECT word FROM (
            (SELECT word, uses FROM catalog.words WHERE word % $1
              ORDER BY similarity(word, $1) DESC, uses DESC LIMIT ${ALIKE})
            UNION
            (SELECT word, uses FROM catalog.words WHERE word LIKE ${LIKE_ESCAPED} || '%'
              ORDER BY uses DESC LIMIT ${ALIKE})
          ) found ORDER BY uses DESC`,
      },
      [word],
    ),
})
