import type pg from 'pg'
import type { Celebrity } from '#shared/contract/catalog.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import { portraitUrl } from './portrait.ts'
import { PRODUCT_COLUMNS, PRODUCT_JOINS, productOf, type ProductRow } from './catalog.store.ts'

/** Matching stops here, before ranking: a word like 'dress' may be in every second product. */
const CANDIDATES = 300
const FORMS_OF_WORD = 12
const COMPLETIONS = 8
const ALIKE = 24
const SAME_START = 200

/** The words of a text as the index knows them: without accents, in lower case, in their order. */
export const indexedWords = async (pool: pg.Pool, text: string): Promise<string[]> => {
  const { rows } = await pool.query<{ word: string }>({
    name: 'indexed-words',
    text: `SELECT lexeme AS word FROM unnest(to_tsvector('catalog_words', $1)) ORDER BY positions[1]`,
    values: [text],
  })
  return rows.map(({ word }) => word)
}

type Meaning = { place: number; word: string }

const LIKE_ESCAPED = (value: string) =>
  `replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

/**
 * For every word typed, the words of the vocabulary it may stand for: its other forms, and what
 * the last one may become while it is still being typed.
 */
export const vocabularyFor = async (pool: pg.Pool, words: readonly string[]) => {
  const { rows } = await pool.query<Meaning>({
    name: 'vocabulary-for',
    text: `
      WITH typed AS (
        SELECT word, place, place = cardinality($1::text[]) AS is_last,
          coalesce((ts_lexize('english_stem', word))[1], word) AS stem
        FROM unnest($1::text[]) WITH ORDINALITY AS given(word, place)
      )
      SELECT typed.place::int, forms.word FROM typed CROSS JOIN LATERAL (
        SELECT word FROM catalog_words WHERE catalog_words.stem = typed.stem
        ORDER BY uses DESC LIMIT ${FORMS_OF_WORD}) forms
      UNION
      SELECT typed.place::int, completions.word FROM typed CROSS JOIN LATERAL (
        SELECT word FROM catalog_words
        WHERE typed.is_last AND catalog_words.word LIKE ${LIKE_ESCAPED('typed.word')} || '%'
        ORDER BY uses DESC LIMIT ${COMPLETIONS}) completions`,
    values: [words],
  })
  return rows
}

/** Words that may have been meant by one that nobody uses: alike, or with the same start and length. */
export const wordsLike = async (pool: pg.Pool, word: string) => {
  const { rows } = await pool.query<{ word: string }>({
    name: 'words-like',
    text: `
      (SELECT word, uses FROM catalog_words WHERE word % $1
        ORDER BY similarity(word, $1) DESC, uses DESC LIMIT ${ALIKE})
      UNION
      (SELECT word, uses FROM catalog_words
        WHERE word LIKE ${LIKE_ESCAPED('left($1, 1)')} || '%'
          AND length(word) BETWEEN length($1) - 1 AND length($1) + 1
        ORDER BY uses DESC LIMIT ${SAME_START})
      ORDER BY uses DESC`,
    values: [word],
  })
  return rows.map((row) => row.word)
}

/** `query` is in the language of tsquery, made of words of the vocabulary only. */
export const matchProducts = async (pool: pg.Pool, query: string, limit: number) => {
  const { rows } = await pool.query<ProductRow>({
    name: 'match-products',
    text: `
      WITH wanted AS (SELECT $1::tsquery AS query),
      candidates AS MATERIALIZED (
        SELECT id, product_key, ts_rank(search, query) AS rank FROM products, wanted
        WHERE search @@ query LIMIT ${CANDIDATES}
      ), best AS (
        SELECT DISTINCT ON (product_key) id, rank FROM candidates ORDER BY product_key, rank DESC, id
      )
      SELECT ${PRODUCT_COLUMNS} FROM (SELECT * FROM best ORDER BY rank DESC, id LIMIT $2) chosen
      JOIN products product USING (id) ${PRODUCT_JOINS} ORDER BY chosen.rank DESC, product.id`,
    values: [query, limit],
  })
  return rows.map(productOf)
}

/** By a part of the name, or by words it has. */
export const matchCelebrities = async (
  pool: pg.Pool,
  text: string,
  meanings: readonly Meaning[],
  limit: number,
) => {
  const { rows } = await pool.query<{ name: string; image: string; style_type: StyleType }>({
    name: 'match-celebrities',
    text: `
      WITH typed AS (SELECT catalog_fold($1) AS name, ${LIKE_ESCAPED('catalog_fold($1)')} AS pattern),
      meant AS (SELECT '%' || ${LIKE_ESCAPED('word')} || '%' AS pattern, place
        FROM unnest($3::text[], $4::int[]) AS given(word, place))
      SELECT celebrities.name, image, style_type FROM celebrities, typed
      WHERE folded_name LIKE '%' || typed.pattern || '%'
        OR folded_name LIKE ANY (ARRAY(SELECT pattern FROM meant))
      ORDER BY folded_name LIKE typed.pattern || '%' DESC,
        folded_name LIKE '%' || typed.pattern || '%' DESC,
        (SELECT count(DISTINCT place) FROM meant WHERE folded_name LIKE meant.pattern) DESC,
        word_similarity(typed.name, folded_name) DESC, image_count DESC, folded_name
      LIMIT $2`,
    values: [text, limit, meanings.map(({ word }) => word), meanings.map(({ place }) => place)],
  })
  return rows.map(({ name, image, style_type }): Celebrity => ({
    name,
    image: portraitUrl(image),
    styleType: style_type,
  }))
}
