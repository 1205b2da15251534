import type { Database } from '#server/core/db/database.ts'
import { z } from 'zod'
import { type Connection, createAtomically, inEuros } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValues } from '#server/core/db/sql.ts'
import { CARD_COLUMNS, CARD_JOINS } from './product-rows.ts'
import { describeProduct } from './words/describe-product.ts'
import { VOCABULARY_VERSION } from '#shared/vocabulary/vocabulary.ts'
import { readVocabularyVersion } from './documents.store.ts'

/** Told to every server after a change of the catalogue. */
export const CATALOG_CHANGED = 'catalog_changed'

const BATCH = 2_000
/** Of a description, its beginning says what a product is. */
const DESCRIPTION_CHARS = 600
/** A product that hundreds wear is shown with the first of them beyond these. */
const MAX_CARDS = 200
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

/** Of an import, a product is noted about three times: with itself, its offer and who wears it. */
const NOTES = 3 * BATCH

const IN_EUROS = inEuros('price_amount', 'currency')
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

const writeDocuments = (client: Connection, described: string) =>
  execute(client, { name: 'write-documents' })`
    INSERT INTO search.documents (product_id, product_key, place, ${raw(COLUMNS.join(', '))})
    SELECT product.id, product.product_key, hashtext(product.product_key::text) & 2147483647,
      ${raw(Object.values(VALUES).join(', '))}
    FROM json_to_recordset(${described}::json) AS described(id bigint, kind text, colors text[],
      patterns text[], materials text[], departments text[], sizes text[],
      tags text[])
    JOIN catalog.products product ON product.id = described.id AND NOT (${raw(HAS_LEFT)})
    LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
    LEFT JOIN LATERAL (
      SELECT array_agg(DISTINCT shop_id) FILTER (WHERE shop_id IS NOT NULL) AS shops,
        array_agg(DISTINCT condition) FILTER (WHERE condition IS NOT NULL) AS conditions,
        bool_or(availability = 'in_stock') AS is_in_stock, bool_or(url <> '' AND NOT is_gone) AS is_buyable
      FROM (SELECT *, ${raw(IS_GONE)} AS is_gone, bool_and(${raw(IS_GONE)}) OVER () AS are_gone
        FROM catalog.offers WHERE product_id = product.id) offer
      WHERE NOT is_gone OR are_gone
    ) offered ON true
    LEFT JOIN LATERAL (
      SELECT price_amount AS amount, currency, (${raw(IN_EUROS)})::real AS euros
      FROM catalog.offers WHERE product_id = product.id
      ORDER BY ${raw(IS_GONE)}, ${raw(IN_EUROS)}, id LIMIT 1
    ) cheapest ON true
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(card) - 'worn_id' || jsonb_build_object('id', card.id::text)
        ORDER BY card.worn_id) AS cards
      FROM (SELECT ${raw(CARD_COLUMNS)}, worn.person_id AS person, worn.id AS worn_id
        FROM (SELECT) one LEFT JOIN catalog.worn_items worn
          ON worn.product_id = product.id AND worn.is_first_of_person
        ${raw(CARD_JOINS)} ORDER BY worn.id LIMIT ${raw(MAX_CARDS)}) card
    ) shown
    ON CONFLICT (product_id) DO UPDATE SET (${raw(COLUMNS.join(', '))}) =
      ROW (${raw(COLUMNS.map((column) => `excluded.${column}`).join(', '))})`

/** As `writeDocuments` takes them. */
const describe = (products: readonly Facts[]): string =>
  JSON.stringify(
    products.map(({ id, brand: _brand, ...facts }) => ({ id, ...describeProduct(facts) })),
  )

/** Writes the documents of products, in the caller's transaction. */
export const createDocumentWriter = (client: Connection) => {
  const lock = () => execute(client)`SELECT pg_advisory_xact_lock(${DOCUMENTS_LOCK})`

  /** What the documents of these products are made of. */
  const readFacts = async (ids: readonly string[]): Promise<Facts[]> => {
    // First: what changes after this is noted again. The bounds say nothing new, but inside an import
    // the table has no statistics yet.
    await execute(client)`
      DELETE FROM search.changes WHERE product_id = ANY (${ids}::bigint[])
        AND product_id >= (SELECT min(id) FROM unnest(${ids}::bigint[]) AS id)
        AND product_id <= (SELECT max(id) FROM unnest(${ids}::bigint[]) AS id)`
    await execute(client)`
      DELETE FROM search.documents USING catalog.products product
      WHERE product.id = product_id AND product_id = ANY (${ids}::bigint[]) AND ${raw(HAS_LEFT)}`
    return readRows(client, factsRow, { name: 'facts-of-products' })`
      SELECT product.id, product.title, product.brand, product.category, product.kind,
        product.colors, product.pattern, product.material, product.departments, product.sleeve,
        left(product.description, ${raw(DESCRIPTION_CHARS)}) AS description,
        (SELECT array_agg(DISTINCT size) FROM catalog.offers, unnest(sizes) AS one(size)
          WHERE product_id = product.id) AS sizes, seen.kind AS seen_kind,
        seen.type AS seen_type, seen.colors AS seen_colors, seen.pattern AS seen_pattern,
        seen.material AS seen_material,
        coalesce(product.category = 'other', false) AND product.described_by IS NOT NULL
          AND product.worn_count = 0 AS is_other
      FROM catalog.products product
      LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
      WHERE product.id = ANY (${ids}::bigint[])`
  }

  const write = async (products: readonly Facts[], described: string): Promise<void> => {
    await writeDocuments(client, described)
    const brands = new Set(products.flatMap(({ brand }) => brand ?? []))
    await execute(client)`
      INSERT INTO catalog.brands (name) SELECT unnest(${[...brands]}::text[]) ON CONFLICT DO NOTHING`
  }

  /**
   * The limit is inside: inside an import the table has no statistics yet, and for each batch
   * PostgreSQL would group all rows first.
   */
  const nextChanged = (after: string) =>
    readValues(client, z.string(), { name: 'changed-documents' })`
      SELECT DISTINCT product_id FROM (
        SELECT product_id FROM search.changes WHERE product_id > ${after}::bigint
        ORDER BY product_id LIMIT ${raw(NOTES)}) noted
      ORDER BY 1`

  /** Without a document, or with one of an earlier vocabulary. */
  const nextOutdated = (after: string) =>
    readValues(client, z.string(), { name: 'outdated-documents' })`
      SELECT product.id FROM catalog.products product
      LEFT JOIN search.documents known ON known.product_id = product.id
      WHERE product.id > ${after}::bigint
        AND coalesce(known.vocabulary, 0) < ${raw(VOCABULARY_VERSION)}
      ORDER BY product.id LIMIT ${raw(BATCH)}`

  /** One batch; null if there is nothing left. */
  const writeNext = async (next: typeof nextChanged, after: string): Promise<string | null> => {
    await lock()
    const ids = await next(after)
    const products = await readFacts(ids)
    await write(products, describe(products))
    return ids.at(-1) ?? null
  }

  return {
    writeNextChanged: (after: string) => writeNext(nextChanged, after),
    writeNextOutdated: (after: string) => writeNext(nextOutdated, after),

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
      let ids = await nextChanged('0')
      let products = await readFacts(ids)
      while (ids.length > 0) {
        const described = describe(products)
        await writing
        const batch = products
        ids = await nextChanged(ids.at(-1) ?? '0')
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
  execute(client)`
    DELETE FROM catalog.brands WHERE NOT EXISTS
    (SELECT FROM search.documents WHERE documents.brand = brands.name)`

/** Keeps documents up to date in batches, each in a transaction of its own. */
export const createDocuments = (pool: Database['pool']) => {
  const atomically = createAtomically(pool)
  let isClosed = false
  const writeAll = async (step: 'writeNextChanged' | 'writeNextOutdated'): Promise<boolean> => {
    let isFirst = true
    for (let after = '0'; ;) {
      const from = after
      const last = await atomically((client) => createDocumentWriter(client)[step](from))
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
        await execute(pool)`
          UPDATE search.state SET vocabulary = ${VOCABULARY_VERSION}
            WHERE vocabulary < ${VOCABULARY_VERSION}`
      const hasChanged = await writeAll('writeNextChanged')
      if (hasChanged) await forgetBrands(pool)
      if (hasFilled || hasChanged) await execute(pool)`NOTIFY ${raw(CATALOG_CHANGED)}`
    },

    /** Stops after the present batch; the next server goes on from there. */
    close: () => {
      isClosed = true
    },

    /** After new exchange rates. */
    convertPrices: async (): Promise<void> => {
      await execute(pool)`
        UPDATE search.documents SET euros = (${raw(inEuros('amount', 'currency'))})::real
        WHERE currency <> 'EUR'
          AND euros IS DISTINCT FROM (${raw(inEuros('amount', 'currency'))})::real`
    },
  }
}
