import type { Connection } from '#server/core/db/query.ts'
import { readRows } from '#server/core/db/sql.ts'
import { z } from 'zod'

/**
 * The search before it had a vocabulary: every word must be in the title, the brand, the category or
 * the name of the person who wears it. Kept as a baseline.
 */
const foundRow = z.object({ website: z.string(), name: z.string() })

export const plainWords = (connection: Connection) => (text: string) =>
  readRows(connection, foundRow)`
  WITH typed AS (
    SELECT lexeme AS word, row_number() OVER (ORDER BY positions[1]) AS index,
      coalesce((ts_lexize('english_stem', lexeme))[1], lexeme) AS stem
    FROM unnest(to_tsvector('catalog_words', ${text}))
  ), meant AS (
    SELECT typed.index, word.word FROM typed CROSS JOIN LATERAL (
      SELECT word FROM catalog.words
      WHERE words.stem = typed.stem OR words.word LIKE typed.word || '%' OR (
        similarity(words.word, typed.word) > 0.4
        AND NOT EXISTS (SELECT FROM catalog.words known WHERE known.stem = typed.stem))
      ORDER BY uses DESC LIMIT 12) word
  ), wanted AS (
    SELECT string_agg(one, ' & ')::tsquery AS every, string_agg(one, ' | ')::tsquery AS any_of FROM (
      SELECT '(' || string_agg(quote_literal(word), ' | ') || ')' AS one FROM meant GROUP BY index) each
  ), found AS (
    SELECT product_id, max(ts_rank(search, every)) AS rank, bool_or(search @@ every) AS has_every
    FROM (SELECT product_id, search FROM catalog.worn_items
      UNION ALL SELECT id, search FROM catalog.products WHERE worn_count = 0) item, wanted
    WHERE search @@ any_of GROUP BY product_id
  )
  SELECT product.title AS name, offer.url AS website
  FROM found JOIN catalog.products product ON product.id = found.product_id
  JOIN LATERAL (SELECT url FROM catalog.offers WHERE product_id = product.id ORDER BY id LIMIT 1) offer
    ON true
  WHERE has_every OR NOT EXISTS (SELECT FROM found WHERE has_every)
  ORDER BY rank DESC, product.id LIMIT 10`
