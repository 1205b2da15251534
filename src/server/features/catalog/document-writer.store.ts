import type { Database } from '#server/core/db/database.ts'
import { z } from 'zod'
import { type Connection, createAtomically, eurosSql } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { CARD_COLUMNS, CARD_JOINS } from './cards.store.ts'
import { describeProduct } from './description/describe-product.ts'
import { VOCABULARY_VERSION } from '#shared/vocabulary/vocabulary.ts'

/** Notification to every server after a change of the catalogue. */
export const CATALOG_CHANGED = 'catalog_changed'
export const announceCatalogChange = (connection: Connection) =>
  connection.query(`NOTIFY ${CATALOG_CHANGED}`)

const BATCH = 2_000
/** The beginning of a description says what the product is. */
const DESCRIPTION_CHARS = 600
/** Cards per product; for people beyond these, the first card is shown. */
const MAX_CARDS = 200
/** Held while documents are written, so that the writer that read first does not write last. */
const DOCUMENTS_LOCK = 7_341_048

const text = z.string().nullable()
const texts = z.array(z.string()).nullable()
const factsRow = z.object({
  id: z.string(),
  title: z.string(),
  brand: text,
  category: text,
  kind: text,
  type: text,
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
  is_reduced: z.boolean().nullable(),
})
type Facts = z.infer<typeof factsRow>

/** An import notes about three changes per product: of itself, its offer and its worn item. */
const CHANGES_PER_BATCH = 3 * BATCH

const IN_EUROS = eurosSql('price_amount', 'currency')
const IS_GONE = `coalesce(availability IN ('out_of_stock', 'removed'), false)`

/** Whether its cheapest offer cost more before; null if no earlier price is known. */
const IS_REDUCED = `(SELECT coalesce((terms ->> 'before')::numeric, (SELECT former_amount
      FROM catalog.price_changes WHERE offer_id = offer.id AND former_currency = offer.currency
      ORDER BY changed_at DESC LIMIT 1)) > price_amount
    FROM catalog.offers offer WHERE product_id = product.id AND NOT ${IS_GONE}
    ORDER BY ${IN_EUROS}, id LIMIT 1)`

/** No shop sells it any more and nobody wears it: its page stays, but it is not listed. */
const IS_DISCONTINUED = `product.worn_count = 0
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
  sources: 'described.sources',
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
      unnest(tsvector_to_array(ts_filter(item.search, '{a,b}'))) AS lexeme(word)
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
      tags text[], sources jsonb)
    JOIN catalog.products product ON product.id = described.id AND NOT (${raw(IS_DISCONTINUED)})
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
      -- Earlier versions, which run beside this one during an upgrade, refuse a claim of null.
      SELECT jsonb_agg(to_jsonb(card) - 'worn_id' - CASE WHEN card.claim IS NULL THEN 'claim' ELSE '' END
        || jsonb_build_object('id', card.id::text) ORDER BY card.worn_id) AS cards
      FROM (SELECT ${raw(CARD_COLUMNS)}, worn.person_id AS person, worn.id AS worn_id
        FROM (SELECT) always LEFT JOIN catalog.worn_items worn
          ON worn.product_id = product.id AND worn.is_first_of_person
        ${raw(CARD_JOINS)} ORDER BY worn.id LIMIT ${raw(MAX_CARDS)}) card
    ) shown
    ON CONFLICT (product_id) DO UPDATE SET (${raw(COLUMNS.join(', '))}) =
      ROW (${raw(COLUMNS.map((column) => `excluded.${column}`).join(', '))})`

/** Searches read pending terms one by one, so they are added to the index after each batch. */
const addPendingTerms = (connection: Connection) =>
  execute(connection)`SELECT gin_clean_pending_list('search.documents_by_terms')`

const describeAll = (products: readonly Facts[]): string =>
  JSON.stringify(
    products.map(({ id, brand: _brand, ...facts }) => ({ id, ...describeProduct(facts) })),
  )

/** Writes the documents of products, in the caller's transaction. */
export const createDocumentWriter = (client: Connection) => {
  const lock = () => execute(client)`SELECT pg_advisory_xact_lock(${DOCUMENTS_LOCK})`

  /** The facts from which the documents of these products are written. */
  const readFacts = async (ids: readonly string[]): Promise<Facts[]> => {
    // Deleted first, so that later changes are noted again. The bounds are redundant, but inside an import
    // the table has no statistics yet.
    await execute(client)`
      DELETE FROM search.changes WHERE product_id = ANY (${ids}::bigint[])
        AND product_id >= (SELECT min(id) FROM unnest(${ids}::bigint[]) AS id)
        AND product_id <= (SELECT max(id) FROM unnest(${ids}::bigint[]) AS id)`
    await execute(client)`
      DELETE FROM search.documents USING catalog.products product
      WHERE product.id = product_id AND product_id = ANY (${ids}::bigint[]) AND ${raw(IS_DISCONTINUED)}`
    return readRows(client, factsRow, { name: 'facts-of-products' })`
      SELECT product.id, product.title, product.brand, product.category, product.kind,
        product.type, product.colors, product.pattern, product.material, product.departments, product.sleeve,
        left(product.description, ${raw(DESCRIPTION_CHARS)}) AS description,
        (SELECT array_agg(DISTINCT size) FROM catalog.offers, unnest(sizes) AS size
          WHERE product_id = product.id) AS sizes, seen.kind AS seen_kind,
        seen.type AS seen_type, seen.colors AS seen_colors, seen.pattern AS seen_pattern,
        seen.material AS seen_material,
        coalesce(product.category = 'other', false) AND product.described_by IS NOT NULL
          AND product.worn_count = 0 AS is_other,
        ${raw(IS_REDUCED)} AS is_reduced
      FROM catalog.products product
      LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
      WHERE product.id = ANY (${ids}::bigint[])`
  }

  const write = async (products: readonly Facts[], described: string): Promise<void> => {
    await writeDocuments(client, described)
    await addPendingTerms(client)
    const brands = new Set(products.flatMap(({ brand }) => brand ?? []))
    await execute(client)`
      INSERT INTO catalog.brands (name) SELECT unnest(${[...brands]}::text[]) ON CONFLICT DO NOTHING`
  }

  /**
   * The limit is in the subquery: inside an import the table has no statistics yet, and PostgreSQL would
   * group all rows for each batch.
   */
  const readNextChanged = (after: string) =>
    readValues(client, z.string(), { name: 'changed-documents' })`
      SELECT DISTINCT product_id FROM (
        SELECT product_id FROM search.changes WHERE product_id > ${after}::bigint
        ORDER BY product_id LIMIT ${raw(CHANGES_PER_BATCH)}) noted
      ORDER BY 1`

  /** Products without a document, or with one of an earlier vocabulary. */
  const readNextOutdated = (after: string) =>
    readValues(client, z.string(), { name: 'outdated-documents' })`
      SELECT product.id FROM catalog.products product
      LEFT JOIN search.documents document ON document.product_id = product.id
      WHERE product.id > ${after}::bigint
        AND coalesce(document.vocabulary, 0) < ${raw(VOCABULARY_VERSION)}
      ORDER BY product.id LIMIT ${raw(BATCH)}`

  /** Writes one batch and returns its last id; null if nothing is left. */
  const writeNext = async (next: typeof readNextChanged, after: string): Promise<string | null> => {
    await lock()
    const ids = await next(after)
    const products = await readFacts(ids)
    await write(products, describeAll(products))
    return ids.at(-1) ?? null
  }

  return {
    writeNextChanged: (after: string) => writeNext(readNextChanged, after),
    writeNextOutdated: (after: string) => writeNext(readNextOutdated, after),

    write: async (ids: readonly string[]): Promise<void> => {
      await lock()
      for (let first = 0; first < ids.length; first += BATCH) {
        const products = await readFacts(ids.slice(first, first + BATCH))
        await write(products, describeAll(products))
      }
    },

    /**
     * Writes the documents of all changed products. A batch is described while the database writes the
     * previous one.
     */
    writeChanged: async (): Promise<void> => {
      await lock()
      let writing = Promise.resolve()
      let ids = await readNextChanged('0')
      let products = await readFacts(ids)
      while (ids.length > 0) {
        const described = describeAll(products)
        await writing
        const batch = products
        ids = await readNextChanged(ids.at(-1) ?? '0')
        products = await readFacts(ids)
        writing = write(batch, described)
      }
      await writing
      await removeUnusedBrands(client)
    },
  }
}

const removeUnusedBrands = (client: Connection) =>
  execute(client)`
    DELETE FROM catalog.brands WHERE NOT EXISTS
    (SELECT FROM search.documents WHERE documents.brand = brands.name)`

/** The vocabulary with which all products were described; 0 while some have no document yet. */
export const readVocabularyVersion = async (connection: Connection): Promise<number> =>
  (await readValue(connection, z.number())`SELECT vocabulary FROM search.state`) ?? 0

/** Keeps documents up to date in batches, each in its own transaction. */
export const createDocumentUpdater = (pool: Database['pool']) => {
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
     * Writes documents that are missing, that an earlier vocabulary described, or whose product was changed
     * by something other than an import.
     */
    update: async (): Promise<void> => {
      const isOutdated = (await readVocabularyVersion(pool)) < VOCABULARY_VERSION
      const hasFilled = isOutdated && (await writeAll('writeNextOutdated'))
      if (isOutdated && !isClosed)
        await execute(pool)`
          UPDATE search.state SET vocabulary = ${VOCABULARY_VERSION}
            WHERE vocabulary < ${VOCABULARY_VERSION}`
      const hasChanged = await writeAll('writeNextChanged')
      if (hasChanged) await removeUnusedBrands(pool)
      if (hasFilled || hasChanged) await announceCatalogChange(pool)
    },

    /** Stops after the current batch; another server continues from there. */
    close: () => {
      isClosed = true
    },

    /** Applies new exchange rates. */
    convertPrices: async (): Promise<void> => {
      await execute(pool)`
        UPDATE search.documents SET euros = (${raw(eurosSql('amount', 'currency'))})::real
        WHERE currency <> 'EUR'
          AND euros IS DISTINCT FROM (${raw(eurosSql('amount', 'currency'))})::real`
      await addPendingTerms(pool)
    },
  }
}
