import type pg from 'pg'
import type { Celebrity, StyleType } from '#shared/contract/catalog.ts'
import { portraitUrl } from '#server/features/catalog/portrait.ts'
import {
  PRODUCT_COLUMNS,
  PRODUCT_JOINS,
  productOf,
  type ProductRow,
} from '#server/features/catalog/catalog.store.ts'

/** Matching stops here, before ranking: a word like 'dress' may be in every second product. */
const CANDIDATES = 300
/** How alike a mistyped word must be to a word of the vocabulary. */
const ALIKE = 0.35
const FORMS_OF_WORD = 12
const COMPLETIONS = 8
const CORRECTIONS = 4

/** The words of a text as the index knows them: without accents, in lower case, in their order. */
export const indexedWords = async (pool: pg.Pool, text: string): Promise<string[]> => {
  const { rows } = await pool.query<{ word: string }>({
    name: 'indexed-words',
    text: `SELECT lexeme AS word FROM unnest(to_tsvector('catalog_words', $1)) ORDER BY positions[1]`,
    values: [text],
  })
  return rows.map(({ word }) => word)
}

/**
 * For every word typed, the words of the vocabulary it may stand for: its other forms, what the
 * last one may become while it is still being typed, or else what it was probably meant to be.
 */
export const vocabularyFor = async (pool: pg.Pool, words: readonly string[]) => {
  const { rows } = await pool.query<{ place: number; word: string }>({
    name: 'vocabulary-for',
    text: `
      WITH typed AS (
        SELECT word, place, place = cardinality($1::text[]) AS is_last,
          coalesce((ts_lexize('english_stem', word))[1], word) AS stem
        FROM unnest($1::text[]) WITH ORDINALITY AS given(word, place)
      ), meant AS (
        SELECT typed.place, forms.word FROM typed CROSS JOIN LATERAL (
          SELECT word FROM catalog_words WHERE catalog_words.stem = typed.stem
          ORDER BY uses DESC LIMIT ${FORMS_OF_WORD}) forms
        UNION
        SELECT typed.place, completions.word FROM typed CROSS JOIN LATERAL (
          SELECT word FROM catalog_words
          WHERE typed.is_last AND catalog_words.word LIKE
            replace(replace(replace(typed.word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
          ORDER BY uses DESC LIMIT ${COMPLETIONS}) completions
      )
      SELECT place::int, word FROM meant
      UNION ALL
      SELECT typed.place::int, corrections.word FROM typed CROSS JOIN LATERAL (
        SELECT word FROM catalog_words
        WHERE catalog_words.word % typed.word AND similarity(catalog_words.word, typed.word) >= ${ALIKE}
        ORDER BY similarity(catalog_words.word, typed.word) DESC, uses DESC LIMIT ${CORRECTIONS}) corrections
      WHERE length(typed.word) > 2 AND NOT EXISTS (SELECT FROM meant WHERE meant.place = typed.place)`,
    values: [words],
  })
  return rows
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

/** By a part of the name, or by one that merely resembles it. */
export const matchCelebrities = async (pool: pg.Pool, text: string, limit: number) => {
  const { rows } = await pool.query<{ name: string; image: string; style_type: StyleType }>({
    name: 'match-celebrities',
    text: `
      WITH typed AS (SELECT catalog_fold($1) AS name)
      SELECT celebrities.name, image, style_type FROM celebrities, typed
      WHERE folded_name LIKE '%' || replace(replace(replace(typed.name, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
        OR typed.name <% folded_name
      ORDER BY starts_with(folded_name, typed.name) DESC,
        word_similarity(typed.name, folded_name) DESC, image_count DESC, folded_name
      LIMIT $2`,
    values: [text, limit],
  })
  return rows.map(({ name, image, style_type }): Celebrity => ({
    name,
    image: portraitUrl(image),
    styleType: style_type,
  }))
}
