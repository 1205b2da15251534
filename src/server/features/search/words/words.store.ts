import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import { portraitUrl } from '#server/features/images/index.ts'
import { type Celebrity, styleTypeSchema } from '#shared/contract/catalog.ts'
import { shownSeller } from '#shared/domain/seller.ts'
import type { CatalogueWords } from './read-query.ts'
import { singularsOf } from '#shared/vocabulary/word-forms.ts'

const NAMES = 40
const ALIKE = 40

/** Shops of catalogue files have no name but their host. */
const shopLabel = (name: string) => shownSeller({ seller: name })

const namedRow = z.object({ id: z.number(), name: z.string(), key: z.string() })
const namesRow = z.object({
  brands: z.array(z.object({ name: z.string(), key: z.string() })),
  people: z.array(namedRow),
  shops: z.array(namedRow.extend({ name: z.string().transform(shopLabel) })),
})
const wordRow = z.object({ word: z.string() }).transform(({ word }) => word)

/** A value in which the wildcards of LIKE stand for themselves. */
const likeEscaped = (value: string) =>
  `replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

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
    const nonEmpty = groups.filter((group) => group.length > 0)
    return nonEmpty.length === 0 ? null : nonEmpty
  }

export const createShopNames = (connection: Connection) => async (ids: readonly number[]) =>
  ids.length === 0
    ? []
    : readRows(
        connection,
        z.object({ id: z.number(), name: z.string().transform(shopLabel) }),
        `SELECT id, name FROM catalog.shops WHERE id = ANY ($1::integer[]) ORDER BY name`,
        [ids],
      )

export const createFindPeople = (connection: Connection) => (names: readonly string[]) =>
  readRows(
    connection,
    z.object({ id: z.number(), name: z.string() }),
    {
      name: 'find-people',
      text: 'SELECT id, name FROM catalog.people WHERE name = ANY ($1::text[])',
    },
    [names],
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
            (SELECT word, uses FROM catalog.words WHERE word LIKE ${likeEscaped('$1')} || '%'
              ORDER BY uses DESC LIMIT ${ALIKE})
          ) found ORDER BY uses DESC`,
      },
      [word],
    ),
})

const FORMS_OF_WORD = 12
const COMPLETIONS = 8
const TYPO_CANDIDATES = 24
const SAME_START = 200

/** A word of the catalogue, and the number of the typed word it may stand for, from 1. */
const meaningRow = z.object({ word: z.string(), index: z.number() })
const celebrityRow = z
  .object({ name: z.string(), image: z.string(), style_type: styleTypeSchema })
  .transform(({ name, image, style_type }): Celebrity => ({
    name,
    image: portraitUrl(image),
    styleType: style_type,
  }))

export const createWordsSearchStore = (connection: Connection) => ({
  /** The words of a text as indexed: without accents, in lower case, in order. */
  indexedWords: (text: string) =>
    readRows(
      connection,
      wordRow,
      {
        name: 'indexed-words',
        text: `SELECT lexeme AS word FROM unnest(to_tsvector('catalog_words', $1))
          ORDER BY positions[1]`,
      },
      [text],
    ),

  /** The other forms of each typed word, and completions of the last, which may be unfinished. */
  vocabularyFor: (words: readonly string[]) =>
    readRows(
      connection,
      meaningRow,
      {
        name: 'vocabulary-for',
        text: `
          WITH typed AS (
            SELECT word, index, index = cardinality($1::text[]) AS is_last,
              coalesce((ts_lexize('english_stem', word))[1], word) AS stem
            FROM unnest($1::text[]) WITH ORDINALITY AS given(word, index)
          )
          SELECT typed.index::int, forms.word FROM typed CROSS JOIN LATERAL (
            SELECT word FROM catalog.words WHERE words.stem = typed.stem
            ORDER BY uses DESC LIMIT ${FORMS_OF_WORD}) forms
          UNION
          SELECT typed.index::int, completions.word FROM typed CROSS JOIN LATERAL (
            SELECT word FROM catalog.words
            WHERE typed.is_last AND words.word LIKE ${likeEscaped('typed.word')} || '%'
            ORDER BY uses DESC LIMIT ${COMPLETIONS}) completions`,
      },
      [words],
    ),

  /** Possible corrections of an unknown word: similar, or with the same start and about as long. */
  wordsLike: (word: string) =>
    readRows(
      connection,
      wordRow,
      {
        name: 'words-like',
        text: `
          (SELECT word, uses FROM catalog.words WHERE word % $1
            ORDER BY similarity(word, $1) DESC, uses DESC LIMIT ${TYPO_CANDIDATES})
          UNION
          (SELECT word, uses FROM catalog.words
            WHERE word LIKE ${likeEscaped('left($1, 1)')} || '%'
              AND length(word) BETWEEN length($1) - 1 AND length($1) + 1
            ORDER BY uses DESC LIMIT ${SAME_START})
          ORDER BY uses DESC`,
      },
      [word],
    ),

  /** By a part of the name, or by words in it. */
  matchCelebrities: (
    text: string,
    meanings: readonly z.infer<typeof meaningRow>[],
    limit: number,
  ) =>
    readRows(
      connection,
      celebrityRow,
      {
        name: 'match-celebrities',
        text: `
          WITH typed AS (
            SELECT catalog_fold($1) AS name, ${likeEscaped('catalog_fold($1)')} AS pattern),
          meant AS (SELECT '%' || ${likeEscaped('word')} || '%' AS pattern, index
            FROM unnest($3::text[], $4::int[]) AS given(word, index))
          SELECT people.name, image, style_type FROM catalog.people, typed
          WHERE folded_name LIKE '%' || typed.pattern || '%'
            OR folded_name LIKE ANY (ARRAY(SELECT pattern FROM meant))
          ORDER BY folded_name LIKE typed.pattern || '%' DESC,
            folded_name LIKE '%' || typed.pattern || '%' DESC,
            (SELECT count(DISTINCT index) FROM meant WHERE folded_name LIKE meant.pattern) DESC,
            word_similarity(typed.name, folded_name) DESC, look_count DESC, folded_name
          LIMIT $2`,
      },
      [text, limit, meanings.map(({ word }) => word), meanings.map(({ index }) => index)],
    ),
})
export type WordsSearchStore = ReturnType<typeof createWordsSearchStore>
