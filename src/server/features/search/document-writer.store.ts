import type { Database } from '#server/core/db/database.ts'
import { z } from 'zod'
import { type Connection, createAtomically, inEuros, readRows } from '#server/core/db/query.ts'
import { CARD_COLUMNS, CARD_JOINS } from './product-rows.ts'
import { describeProduct } from './words/describe-product.ts'
import { VOCABULARY_VERSION } from '#shared/vocabulary/vocabulary.ts'
import { readVocabularyVersion } from './search-state.store.ts'

/** Told to every server after a change of the catalogue. */
export const CATALOG_CHANGED = 'catalog_changed'

const BATCH = 2_000
/** Of a description, its beginning says what a product is. */
const DESCRIPTION_CHARS = 600
/** A product that hundreds wear is shown with the first of them beyond these. */
const MOST_CARDS = 200
/** Held while documents are written: of two writers, the one that read first must not write last. */
const DOCUMENTS_LOCK = 7_341_048

const text = z.string().nullable()
const texts = z.array(z.string()).nullable()
const factsRow = z.object({
  id: z.string(),
  title: z.string(),
  brand: text,
  category: text,
  kind: text,
  colors: texts,
  pattern: text,
  material: text,
  departments: texts,
  sizes: texts,
  sleeve: text,
  description: text,
  seen_kind: text,
  seen_type: text,
  seen_colors: texts,
  seen_pattern: text,
  seen_material: text,
  is_other: z.boolean(),
})
type Facts = z.infer<typeof factsRow>
const idRow = z.object({ id: z.string() }).transform(({ id }) => id)

const FACTS = {
  name: 'facts-of-products',
  text: `SELECT product.id, product.title, product.brand, product.category, product.kind,
    product.colors, product.pattern, product.material, product.departments, product.sleeve,
    left(product.description, ${DESCRIPTION_CHARS}) AS description,
    (SELECT array_agg(DISTINCT size) FROM catalog.offers, unnest(sizes) AS one(size)
      WHERE product_id = product.id) AS sizes, seen.kind AS seen_kind,
    seen.type AS seen_type, seen.colors AS seen_colors, seen.pattern AS seen_pattern,
    seen.material AS seen_material,
    coalesce(product.category = 'other', false) AND product.described_by IS NOT NULL
      AND product.worn_count = 0 AS is_other
  FROM catalog.products product
  LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
  WHERE product.id = ANY ($1::bigint[])`,
}

/** Of an import, a product is noted about three times: with itself, its offer and who wears it. */
const NOTES = 3 * BATCH
/**
 * The limit is inside: inside an import the table has no statistics yet, and for each batch
 * PostgreSQL would group all rows first.
 */
const CHANGED = {
  name: 'changed-documents',
  text: `SELECT DISTINCT product_id AS id FROM (
      SELECT product_id FROM search.changes WHERE product_id > $1::bigint
      ORDER BY product_id LIMIT ${NOTES}) noted
    ORDER BY 1`,
}
/** The bounds say nothing new, but they too are for a table without statistics. */
const FORGET = `DELETE FROM search.changes WHERE product_id = ANY ($1::bigint[])
  AND product_id >= (SELECT min(id) FROM unnest($1::bigint[]) AS id)
  AND product_id <= (SELECT max(id) FROM unnest($1::bigint[]) AS id)`
/** Without a document, or with one of an earlier vocabulary. */
const OUTDATED = {
  name: 'outdated-documents',
  text: `SELECT product.id FROM catalog.products product
    LEFT JOIN search.documents known ON known.product_id = product.id
    WHERE product.id > $1::bigint AND coalesce(known.vocabulary, 0) < ${VOCABULARY_VERSION}
    ORDER BY product.id LIMIT ${BATCH}`,
}

const IS_GONE = `coalesce(availability IN ('out_of_stock', 'removed'), false)`

/** No shop has it any more, and nobody wears it: its page stays, but no list shows it. */
const HAS_LEFT = `product.worn_count = 0
  AND EXISTS (SELECT FROM catalog.offers WHERE product_id = product.id)
  AND NOT EXISTS (SELECT FROM catalog.offers WHERE product_id = product.id
    AND availability IS DISTINCT FROM 'removed')`

const VALUES = {
  vocabulary: String(VOCABULARY_VERSION),
  kind: 'described.kind',
  object_kind: 'coalesce(product.kind, seen.kind)',
  category: 'coalesce(product.category, seen.category)',
  colors: 'described.colors',
  patterns: 'described.patterns',
  materials: 'described.materials',
  departments: 'described.departments',
  sizes: 'described.sizes',
  tags: 'described.tags',
  brand: 'product.brand',
  shops: `coalesce(offered.shops, '{}')`,
  conditions: `coalesce(offered.conditions, '{}')`,
  people: `ARRAY(SELECT DISTINCT person_id FROM catalog.worn_items WHERE product_id = product.id)`,
  is_in_stock: 'coalesce(offered.is_in_stock, false)',
  is_buyable: 'coalesce(offered.is_buyable, false)',
  amount: 'cheapest.amount',
  currency: 'cheapest.currency',
  euros: 'cheapest.euros',
  words: `array_to_tsvector(coalesce(
    (SELECT array_agg(DISTINCT word) FROM catalog.worn_items item,
      unnest(tsvector_to_array(ts_filter(item.search, '{a,b}'))) AS one(word)
    WHERE item.product_id = product.id),
    tsvector_to_array(ts_filter(product.search, '{a,b}')), '{}'))`,
  cards: 'shown.cards',
}
const COLUMNS = Object.keys(VALUES)

const WRITE = `
  INSERT INTO search.documents (product_id, product_key, place, ${COLUMNS.join(', ')})
  SELECT product.id, product.product_key, hashtext(product.product_key::text) & 2147483647,
    ${Object.values(VALUES).join(', ')}
  FROM json_to_recordset($1::json) AS described(id bigint, kind text, colors text[],
    patterns text[], materials text[], departments text[], sizes text[],
    tags text[])
  JOIN catalog.products product ON product.id = described.id AND NOT (${HAS_LEFT})
  LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
  LEFT JOIN LATERAL (
    SELECT array_agg(DISTINCT shop_id) FILTER (WHERE shop_id IS NOT NULL) AS shops,
      array_agg(DISTINCT condition) FILTER (WHERE condition IS NOT NULL) AS conditions,
      bool_or(availability = 'in_stock') AS is_in_stock, bool_or(url <> '' AND NOT is_gone) AS is_buyable
    FROM (SELECT *, ${IS_GONE} AS is_gone, bool_and(${IS_GONE}) OVER () AS are_gone
      FROM catalog.offers WHERE product_id = product.id) offer
    WHERE NOT is_gone OR are_gone
  ) offered ON true
  LEFT JOIN LATERAL (
    SELECT price_amount AS amount, currency, (${inEuros('price_amount', 'currency')})::real AS euros
    FROM catalog.offers WHERE product_id = product.id
    ORDER BY ${IS_GONE}, ${inEuros('price_amount', 'currency')}, id LIMIT 1
  ) cheapest ON true
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(to_jsonb(card) - 'worn_id' || jsonb_build_object('id', card.id::text)
      ORDER BY card.worn_id) AS cards
    FROM (SELECT ${CARD_COLUMNS}, worn.person_id AS person, worn.id AS worn_id
      FROM (SELECT) one LEFT JOIN catalog.worn_items worn
        ON worn.product_id = product.id AND worn.is_first_of_person
      ${CARD_JOINS} ORDER BY worn.id LIMIT ${MOST_CARDS}) card
  ) shown
  ON CONFLICT (product_id) DO UPDATE SET (${COLUMNS.join(', ')}) =
    ROW (${COLUMNS.map((column) => `excluded.${column}`).join(', ')})`

/** As WRITE takes them. */
const describe = (products: readonly Facts[]): string =>
  JSON.stringify(
    products.map(({ id, brand: _brand, ...facts }) => ({ id, ...describeProduct(facts) })),
  )

/** Writes the documents of products, in the caller's transaction. */
export const documentsOn = (client: Connection) => {
  const lock = () => client.query('SELECT pg_advisory_xact_lock($1)', [DOCUMENTS_LOCK])

  /** What the documents of these products are made of. */
  const readFacts = async (ids: readonly string[]): Promise<Facts[]> => {
    // First: what changes after this is noted again.
    await client.query(FORGET, [ids])
    await client.query(
      `DELETE FROM search.documents USING catalog.products product
      WHERE product.id = product_id AND product_id = ANY ($1::bigint[]) AND ${HAS_LEFT}`,
      [ids],
    )
    return readRows(client, factsRow, FACTS, [ids])
  }

  const write = async (products: readonly Facts[], described: string): Promise<void> => {
    await client.query({ name: 'write-documents', text: WRITE, values: [described] })
    const brands = new Set(products.flatMap(({ brand }) => brand ?? []))
    await client.query(
      'INSERT INTO catalog.brands (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [[...brands]],
    )
  }

  /** One batch of what is listed after an id; null if there is nothing left. */
  const writeNext = async (listed: typeof CHANGED, after: string): Promise<string | null> => {
    await lock()
    const ids = await readRows(client, idRow, listed, [after])
    const products = await readFacts(ids)
    await write(products, describe(products))
    return ids.at(-1) ?? null
  }

  return {
    writeNextChanged: (after: string) => writeNext(CHANGED, after),
    writeNextOutdated: (after: string) => writeNext(OUTDATED, after),

    /** Of these products. */
    write: async (ids: readonly string[]): Promise<void> => {
      await lock()
      for (let first = 0; first < ids.length; first += BATCH) {
        const products = await readFacts(ids.slice(first, first + BATCH))
        await write(products, describe(products))
      }
    },

    /**
     * Of all products that have changed, in this transaction or before. A batch is described while the
     * database writes the one before.
     */
    writeChanged: async (): Promise<void> => {
      await lock()
      let writing = Promise.resolve()
      let ids = await readRows(client, idRow, CHANGED, ['0'])
      let products = await readFacts(ids)
      while (ids.length > 0) {
        const described = describe(products)
        await writing
        const batch = products
        ids = await readRows(client, idRow, CHANGED, [ids.at(-1)])
        products = await readFacts(ids)
        writing = write(batch, described)
      }
      await writing
      await forgetBrands(client)
    },
  }
}

/** Brands that no product has any more. */
const forgetBrands = (client: Connection) =>
  client.query(`DELETE FROM catalog.brands WHERE NOT EXISTS
    (SELECT FROM search.documents WHERE documents.brand = brands.name)`)

/** Keeps documents up to date in batches, each in a transaction of its own. */
export const createDocuments = (pool: Database['pool']) => {
  const atomically = createAtomically(pool)
  let isClosed = false
  const writeAll = async (step: 'writeNextChanged' | 'writeNextOutdated'): Promise<boolean> => {
    let isFirst = true
    for (let after = '0'; ;) {
      const from = after
      const last = await atomically((client) => documentsOn(client)[step](from))
      if (last === null || isClosed) return !isFirst
      isFirst = false
      after = last
    }
  }

  return {
    /**
     * Writes what is missing, what an earlier vocabulary described and what something other than an
     * import has changed.
     */
    update: async (): Promise<void> => {
      const isOutdated = (await readVocabularyVersion(pool)) < VOCABULARY_VERSION
      const hasFilled = isOutdated && (await writeAll('writeNextOutdated'))
      if (isOutdated && !isClosed)
        await pool.query('UPDATE search.state SET vocabulary = $1 WHERE vocabulary < $1', [
          VOCABULARY_VERSION,
        ])
      const hasChanged = await writeAll('writeNextChanged')
      if (hasChanged) await forgetBrands(pool)
      if (hasFilled || hasChanged) await pool.query(`NOTIFY ${CATALOG_CHANGED}`)
    },

    /** Stops after the present batch; the next server goes on from there. */
    close: () => {
      isClosed = true
    },

    /** After new exchange rates. */
    convertPrices: async (): Promise<void> => {
      await pool.query(`
        UPDATE search.documents SET euros = (${inEuros('amount', 'currency')})::real
        WHERE currency <> 'EUR'
          AND euros IS DISTINCT FROM (${inEuros('amount', 'currency')})::real`)
    },
  }
}
