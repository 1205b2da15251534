import { z } from 'zod'
import { type Celebrity, styleTypeSchema } from '#shared/contract/catalog.ts'
import { type Connection, readRows } from '#server/core/db/query.ts'
import { portraitUrl } from '#server/features/images/index.ts'

const FORMS_OF_WORD = 12
const COMPLETIONS = 8
const ALIKE = 24
const SAME_START = 200

const wordRow = z.object({ word: z.string() }).transform(({ word }) => word)
/** A word of the catalogue, and the number of the typed word it may stand for, from 1. */
const meaningRow = z.object({ word: z.string(), index: z.number() })
const celebrityRow = z
  .object({ name: z.string(), image: z.string(), style_type: styleTypeSchema })
  .transform(({ name, image, style_type }): Celebrity => ({
    name,
    image: portraitUrl(image),
    styleType: style_type,
  }))

const LIKE_ESCAPED = (value: string) =>
  `replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

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
            WHERE typed.is_last AND words.word LIKE ${LIKE_ESCAPED('typed.word')} || '%'
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
            ORDER BY similarity(word, $1) DESC, uses DESC LIMIT ${ALIKE})
          UNION
          (SELECT word, uses FROM catalog.words
            WHERE word LIKE ${LIKE_ESCAPED('left($1, 1)')} || '%'
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
            SELECT catalog_fold($1) AS name, ${LIKE_ESCAPED('catalog_fold($1)')} AS pattern),
          meant AS (SELECT '%' || ${LIKE_ESCAPED('word')} || '%' AS pattern, index
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
