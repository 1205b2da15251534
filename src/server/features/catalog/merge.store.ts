import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readValue, readValues, requireRow } from '#server/core/db/sql.ts'
import { rowOrProduct } from './cards.store.ts'
import { removeUnlistedPeople } from './counts.store.ts'

const mergedRow = z.object({ added: z.number(), changed: z.number() })
const changedRow = z.object({
  any: z.boolean(),
  products: z.array(z.string()),
  looks: z.array(z.string()),
})

/** Facts that sources state about a product; `decidedFact` resolves conflicts. */
const FACTS =
  'title brand category kind type colors pattern material sleeve fit gtin mpn description departments sold_as'.split(
    ' ',
  )

const listColumns = (columns: readonly string[], prefix = '') =>
  columns.map((column) => `${prefix}${column}`).join(', ')

/** Null if nothing is stated, which for departments is stored as an empty list. */
const selectProductFact = (fact: string) =>
  fact === 'departments' ? `nullif(product.departments, '{}')` : `product.${fact}`
const FACTS_OF_PRODUCT = FACTS.map(selectProductFact).join(', ')
const listStoredFacts = (prefix = '') =>
  FACTS.map((fact) =>
    fact === 'departments' ? `coalesce(${prefix}departments, '{}')` : `${prefix}${fact}`,
  ).join(', ')

/** The value that a product gets from the items that describe it; see mergeProducts. */
const decideFact = (fact: string) => `CASE
  WHEN product.id IS NULL THEN catalog.first_stated(item.${fact} ORDER BY item.line)
  WHEN bool_or(item.is_own AND item.${fact} IS NOT DISTINCT FROM ${selectProductFact(fact)})
    THEN ${selectProductFact(fact)}
  WHEN bool_or(item.is_own)
    THEN catalog.first_stated(item.${fact} ORDER BY item.line) FILTER (WHERE item.is_own)
  ELSE coalesce(${selectProductFact(fact)}, catalog.first_stated(item.${fact} ORDER BY item.line)) END
  AS ${fact}`

const ROW_MEMBERS = {
  name: ['item.title', 'product.title'],
  price: ['item.price', 'offer.price'],
  category: ['item.category', 'product.category'],
  brand: ['item.brand', 'product.brand'],
  product_image: ['item.pictures[1]', 'product.pictures[1]'],
} as const
const buildRowObject = (side: 0 | 1) =>
  `jsonb_build_object(${Object.entries(ROW_MEMBERS)
    .map(([member, sides]) => `'${member}', ${sides[side]}`)
    .join(', ')})`
const buildRowTuple = (side: 0 | 1) =>
  `(${Object.values(ROW_MEMBERS)
    .map((sides) => sides[side])
    .join(', ')})`
/** What the file's row says differently from its product and offer; mostly null. */
const ROW_SAYS = `CASE WHEN ${buildRowTuple(0)} IS DISTINCT FROM ${buildRowTuple(1)}
  THEN catalog.differing(${buildRowObject(0)}, ${buildRowObject(1)}) END`

/** Items whose product, offer or worn item may have to be written. */
const CHANGED_KEYS = `SELECT DISTINCT key FROM incoming
  WHERE is_new OR NOT (is_same_facts AND is_same_offer)`

const DIFFERS = `(${FACTS_OF_PRODUCT}) IS DISTINCT FROM (${listColumns(FACTS, 'new.')})
  OR (new.is_own OR product.pictures = '{}') AND product.pictures <> new.pictures`

/** Colours that share a part number are different products. */
const SAME_COLORS = `(item.mpn IS NULL OR item.gtin IS NOT NULL
  OR (lower(product.colors::text)::text[] && lower(item.colors::text)::text[]) IS NOT FALSE)`

/** What the source said last. The offer's page may have said something else since. */
const SOURCE_PRICE = `coalesce(checks.source_says ->> 'price', offer.price)`
const SOURCE_AVAILABILITY = `CASE WHEN checks.source_says ? 'availability'
  THEN checks.source_says ->> 'availability' ELSE offer.availability END`

/** An item of the catalogue file belongs to the shop at the host of its URL. */
const insertShopsOfNewHosts = (client: Connection) =>
  execute(client)`
    INSERT INTO catalog.shops (name, host, home_page)
    SELECT host, host, home_page FROM (
      SELECT catalog.host_of(url) AS host, min(line) AS line,
        min(substring(url FROM '(?i)^https?://[^/?#]+')) || '/' AS home_page
      FROM staged_items WHERE shop_id IS NULL GROUP BY 1) given
    WHERE host IS NOT NULL ORDER BY line
    ON CONFLICT (host) DO NOTHING`

/**
 * Finds the catalogue's product, offer and worn item of each staged item, and whether they are unchanged.
 * Of duplicates, the last one counts. An item that gained a GTIN or MPN remains the same product, as do
 * all items with that number.
 */
const compareWithCatalog = async (client: Connection) => {
  await execute(client)`
    CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS
    WITH adopted AS (
      SELECT item.product_key, min(product.product_key::text)::uuid AS key
      FROM staged_items item
      JOIN catalog.offers offer USING (shop_id, shop_item_id)
      JOIN catalog.products product ON product.id = offer.product_id
        AND (product.gtin = item.gtin) IS NOT FALSE AND ${raw(SAME_COLORS)}
      GROUP BY item.product_key
    ), by_mpn AS (
      SELECT item.product_key, min(product.product_key::text)::uuid AS key
      FROM staged_items item
      JOIN catalog.products product ON lower(product.brand) = lower(item.brand)
        AND lower(product.mpn) = lower(item.mpn) AND ${raw(SAME_COLORS)}
      WHERE item.gtin IS NULL GROUP BY item.product_key
    ), by_link AS (
      -- A row of a file that links to what a feed sells, under the same name, is that product.
      SELECT item.row_key, min(product.product_key::text)::uuid AS key
      FROM staged_items item
      JOIN catalog.offers offer ON offer.url = item.url AND offer.shop_item_id IS NOT NULL
      JOIN catalog.products product ON product.id = offer.product_id
        AND lower(product.title) = lower(item.title)
      WHERE item.row_key IS NOT NULL AND item.url <> '' GROUP BY item.row_key
    ), stored AS (
      SELECT item.*, worn.id AS known_worn_id, coalesce(worn.offer_id,
        offer.id) AS known_offer_id,
        coalesce(worn_product.product_key, by_gtin.product_key, keyed.product_key, by_link.key,
          by_mpn.key, adopted.key, item.product_key) AS key
      FROM staged_items item
      -- Not by line: a feed may consist of a single line.
      JOIN (SELECT max(worn_id) AS worn_id FROM staged_items GROUP BY item_key) last USING (worn_id)
      LEFT JOIN catalog.worn_items worn ON worn.row_key = item.row_key
      LEFT JOIN catalog.products worn_product ON worn_product.id = worn.product_id
      LEFT JOIN catalog.offers offer ON offer.shop_id = item.shop_id
        AND offer.shop_item_id = item.shop_item_id
      LEFT JOIN catalog.products by_gtin ON by_gtin.gtin = item.gtin
      LEFT JOIN catalog.products keyed ON keyed.product_key = item.product_key
      LEFT JOIN by_link ON by_link.row_key = item.row_key
      LEFT JOIN by_mpn ON by_mpn.product_key = item.product_key
      LEFT JOIN adopted ON adopted.product_key = item.product_key
    )
    SELECT item.*, person.id AS person_id, look.id AS look_id,
      coalesce(product.described_by, 0) = coalesce(item.shop_id, 0) AS is_own,
      coalesce(known_worn_id, CASE WHEN item.row_key IS NULL THEN known_offer_id
        END) IS NULL AS is_new,
      CASE WHEN item.row_key IS NOT NULL THEN
        (worn.person_id, coalesce(worn.row_says ->> 'price', ${raw(SOURCE_PRICE)}), worn.box,
          worn.best_seen)
        IS NOT DISTINCT FROM (person.id, item.price, item.box, item.best_seen)
      ELSE (offer.product_id, offer.url, offer.page_url, ${raw(SOURCE_PRICE)},
        ${raw(SOURCE_AVAILABILITY)},
          offer.condition, offer.sizes, offer.terms)
        IS NOT DISTINCT FROM (product.id, item.url, item.page_url, item.price, item.availability,
          item.condition, item.sizes, item.terms)
      END AS is_same_offer,
      CASE WHEN item.row_key IS NOT NULL THEN
        (${raw(rowOrProduct('category', 'product.category'))},
          ${raw(rowOrProduct('brand', 'product.brand'))},
          ${raw(rowOrProduct('product_image', 'product.pictures[1]'))})
        IS NOT DISTINCT FROM (item.category, item.brand, item.pictures[1])
      ELSE product.described_by IS DISTINCT FROM item.shop_id
        OR (${raw(FACTS_OF_PRODUCT)}, product.pictures)
          IS NOT DISTINCT FROM (${raw(listColumns(FACTS, 'item.'))}, item.pictures)
      END AS is_same_facts
    FROM stored item
    LEFT JOIN catalog.people person ON person.name = item.celebrity_name
    LEFT JOIN catalog.looks look ON look.url = item.look_url
    LEFT JOIN catalog.worn_items worn ON worn.id = item.known_worn_id
    LEFT JOIN catalog.products product ON product.product_key = item.key
    LEFT JOIN catalog.offers offer ON offer.id = item.known_offer_id
    LEFT JOIN catalog.offer_checks checks ON checks.offer_id = offer.id`
  await client.query('ANALYZE incoming')
}

/**
 * Several items may describe one product differently. A fact in the catalogue stays as long as one of them
 * still states it; otherwise the first item decides. A source that did not introduce the product only
 * fills gaps.
 */
const mergeProducts = async (client: Connection) => {
  await execute(client)`
    CREATE TEMPORARY TABLE described ON COMMIT DROP AS
    WITH touched AS MATERIALIZED (
      SELECT item.* FROM incoming item JOIN (${raw(CHANGED_KEYS)}) changed USING (key)
    ), pictured AS (
      SELECT key, array_agg(url ORDER BY is_current DESC, place) AS pictures FROM (
        SELECT key, picture.url, min(item.line::bigint * 1000 + picture.place) AS place,
          coalesce(bool_or(picture.url = product.pictures[1]), false) AS is_current
        FROM touched item
        CROSS JOIN LATERAL unnest(item.pictures) WITH ORDINALITY AS picture(url, place)
        LEFT JOIN catalog.products product ON product.product_key = item.key
        WHERE item.is_own OR product.id IS NULL OR product.pictures = '{}'
        GROUP BY key, picture.url) given
      GROUP BY key
    ), facts AS (
      SELECT item.key, product.id AS product_id, min(item.line) AS line,
        count(item.row_key)::int AS worn_count,
        catalog.first_stated(item.shop_id ORDER BY item.line) AS described_by,
        coalesce(bool_or(item.is_own), false) AS is_own,
        ${raw(FACTS.map(decideFact).join(', '))}
      FROM touched item LEFT JOIN catalog.products product ON product.product_key = item.key
      GROUP BY item.key, product.id
    )
    SELECT facts.*, coalesce(pictured.pictures, '{}') AS pictures
    FROM facts LEFT JOIN pictured USING (key)`
  // A product with several items may differ from each of them although nothing has changed.
  await execute(client)`
    UPDATE incoming item SET is_same_facts = true
    FROM described new JOIN catalog.products product ON product.id = new.product_id
    WHERE item.key = new.key AND item.row_key IS NULL AND NOT item.is_same_facts
      AND NOT (${raw(DIFFERS)})`
  await execute(client)`
    INSERT INTO catalog.products (product_key, ${raw(listColumns(FACTS))}, pictures, described_by,
      worn_count)
    SELECT key, ${raw(listStoredFacts())}, pictures, described_by, worn_count FROM described
    WHERE product_id IS NULL ORDER BY line`
  await execute(client)`
    UPDATE catalog.products product SET (${raw(listColumns(FACTS))}) = ROW (${raw(listStoredFacts('new.'))}),
      pictures = CASE WHEN new.is_own OR product.pictures = '{}' THEN new.pictures
        ELSE product.pictures END
    FROM described new WHERE product.id = new.product_id AND (${raw(DIFFERS)})`
}

const OFFER_VALUES = `product_id, shop_id, shop_item_id, url, page_url, price, price_amount, currency,
  availability, condition, sizes, terms`

const OFFERS_TO_WRITE = `
  SELECT product.id AS product_id, coalesce(item.shop_id, shop.id) AS shop_id, item.shop_item_id,
    item.url, item.page_url, item.line, item.price, item.price_amount, item.currency, item.availability,
    item.condition, item.sizes, item.terms
  FROM incoming item JOIN (${CHANGED_KEYS}) changed USING (key)
  JOIN catalog.products product ON product.product_key = item.key
  LEFT JOIN catalog.shops shop ON item.shop_id IS NULL AND shop.host = catalog.host_of(item.url)`

const REPLACE_OFFER = `DO UPDATE SET product_id = excluded.product_id, url = excluded.url,
    page_url = excluded.page_url,
    price = excluded.price, price_amount = excluded.price_amount, currency = excluded.currency,
    availability = excluded.availability, condition = excluded.condition, sizes = excluded.sizes,
    terms = excluded.terms,
    last_seen_at = now()
  WHERE (stored.product_id, stored.url, stored.page_url, stored.price, stored.availability,
      stored.condition, stored.sizes, stored.terms)
    IS DISTINCT FROM (excluded.product_id, excluded.url, excluded.page_url, excluded.price, excluded.availability,
      excluded.condition, excluded.sizes, excluded.terms)`

/** As with products, a price stays as long as one item still states it. */
const mergeOffers = async (client: Connection) => {
  await execute(client)`
    INSERT INTO catalog.offers AS stored (${raw(OFFER_VALUES)})
    SELECT ${raw(OFFER_VALUES)} FROM (
      SELECT DISTINCT ON (offered.product_id, offered.url) offered.*
      FROM (${raw(OFFERS_TO_WRITE)} WHERE item.shop_item_id IS NULL
        -- The feed's offer is the row's, too.
        AND NOT EXISTS (SELECT FROM catalog.offers sold WHERE sold.product_id = product.id
          AND sold.url = item.url AND sold.shop_item_id IS NOT NULL)) offered
      LEFT JOIN catalog.offers current ON current.product_id = offered.product_id
        AND current.url = offered.url AND current.shop_item_id IS NULL
      ORDER BY offered.product_id, offered.url,
        (current.price = offered.price) IS NOT TRUE, offered.line) chosen
    ORDER BY line
    ON CONFLICT (product_id, url) WHERE shop_item_id IS NULL ${raw(REPLACE_OFFER)}`
  await execute(client)`
    INSERT INTO catalog.offers AS stored (${raw(OFFER_VALUES)})
    SELECT ${raw(OFFER_VALUES)} FROM (${raw(OFFERS_TO_WRITE)}
      -- A feed that repeats itself must not undo what the offer's page has said since.
      WHERE item.shop_item_id IS NOT NULL AND NOT item.is_same_offer) offered
    ORDER BY line
    ON CONFLICT (shop_id, shop_item_id) WHERE shop_item_id IS NOT NULL ${raw(REPLACE_OFFER)}`
  // These offers agree with their source again.
  await execute(client)`
    UPDATE catalog.offer_checks checks SET source_says = NULL, etag = NULL, last_modified = NULL
    FROM catalog.offers offer
    WHERE offer.id = checks.offer_id AND source_says IS NOT NULL AND offer.last_seen_at = now()`
}

const mergeWornItems = (client: Connection) =>
  execute(client)`
    INSERT INTO catalog.worn_items AS stored (id, row_key, look_id, person_id, product_id, offer_id,
      box, best_seen, row_says, is_first, is_first_of_person, search)
    SELECT item.worn_id, item.row_key, item.look_id, item.person_id, product.id, offer.id,
      item.box, item.best_seen, ${raw(ROW_SAYS)}, item.is_first, item.is_first_of_person,
      setweight(to_tsvector('catalog_words', item.title), 'A')
        || setweight(to_tsvector('catalog_words', coalesce(item.brand, '')), 'B')
        || setweight(to_tsvector('catalog_words',
          concat_ws(' ', item.category, item.celebrity_name)), 'C')
    FROM (SELECT item.*,
        row_number() OVER (PARTITION BY key ORDER BY line) = 1 AS is_first,
        row_number() OVER (PARTITION BY key, person_id ORDER BY line) = 1 AS is_first_of_person
      FROM incoming item JOIN (${raw(CHANGED_KEYS)}) changed USING (key)
      WHERE row_key IS NOT NULL
      -- Sorts before computing search words, which would otherwise be sorted along on disk.
      ORDER BY line OFFSET 0) item
    JOIN catalog.products product ON product.product_key = item.key
    CROSS JOIN LATERAL (SELECT * FROM catalog.offers
      WHERE product_id = product.id AND url = item.url
      ORDER BY shop_item_id NULLS FIRST LIMIT 1) offer
    ON CONFLICT (row_key) DO UPDATE SET look_id = excluded.look_id,
      person_id = excluded.person_id, product_id = excluded.product_id,
      offer_id = excluded.offer_id, box = excluded.box, best_seen = excluded.best_seen,
      row_says = excluded.row_says, search = excluded.search
    WHERE (stored.person_id, stored.offer_id, stored.box, stored.best_seen, stored.row_says,
      stored.search)
      IS DISTINCT FROM (excluded.person_id, excluded.offer_id, excluded.box, excluded.best_seen,
        excluded.row_says, excluded.search)`

const MIN_GROWTH = 1_000
/**
 * Whether the catalogue more than doubles. With the old statistics, the rest of the transaction would
 * scan all rows for the few of each product.
 */
const doublesCatalog = async (client: Connection): Promise<boolean> =>
  (await readValue(client, z.boolean())`
    SELECT count(*) >= greatest(${MIN_GROWTH}, reltuples) FROM incoming, pg_class
    WHERE is_new AND pg_class.oid = 'catalog.products'::regclass GROUP BY reltuples`) ?? false

export const createMergeStore = (client: Connection) => ({
  /** Turns staged items into products, offers and worn items. People and looks must exist already. */
  mergeItems: async () => {
    // Without statistics the planner may choose a million single lookups.
    await client.query('ANALYZE staged_items')
    await insertShopsOfNewHosts(client)
    await compareWithCatalog(client)
    const isGrowing = await doublesCatalog(client)
    await mergeProducts(client)
    await mergeOffers(client)
    if (isGrowing) await client.query('ANALYZE catalog.products, catalog.offers')
    await mergeWornItems(client)
    if (isGrowing) await client.query('ANALYZE catalog.worn_items, catalog.looks, search.changes')
    return requireRow(client, mergedRow)`
      SELECT count(*) FILTER (WHERE is_new)::int AS added,
        count(*) FILTER (WHERE NOT is_new AND NOT (is_same_facts AND is_same_offer))::int AS changed
      FROM incoming`
  },

  /** Worn products and looks that depend on facts that a feed changed. */
  changedFacts: () =>
    requireRow(client, changedRow)`
      WITH changed AS (SELECT DISTINCT product.id, worn_count > 0 AS is_worn FROM incoming item
        JOIN catalog.products product ON product.product_key = item.key
        WHERE is_new OR NOT is_same_facts)
      SELECT EXISTS (SELECT FROM changed) AS any,
        ARRAY(SELECT id::text FROM changed WHERE is_worn) AS products,
        ARRAY(SELECT DISTINCT look_id::text FROM catalog.worn_items
          WHERE product_id IN (SELECT id FROM changed WHERE is_worn)) AS looks`,

  /** For `--replace`: deletes what the catalogue file no longer has. */
  removeUnstaged: async () => {
    const lookIds = await readValues(client, z.string())`
      DELETE FROM catalog.worn_items worn WHERE said_by = 'catalogue' AND NOT EXISTS
        (SELECT FROM staged_items WHERE staged_items.row_key = worn.row_key) RETURNING look_id`
    await execute(client)`
      UPDATE catalog.looks SET changed_at = now() WHERE id = ANY (${lookIds}::bigint[])`
    await execute(client)`
      DELETE FROM catalog.offers offer WHERE shop_item_id IS NULL AND NOT EXISTS
        (SELECT FROM catalog.worn_items worn WHERE worn.offer_id = offer.id)`
    await execute(client)`
      DELETE FROM catalog.products product WHERE described_by IS NULL
        AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)
        AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.product_id = product.id)`
    await execute(client)`
      DELETE FROM catalog.looks look WHERE published_by IS NULL AND NOT EXISTS
        (SELECT FROM catalog.worn_items worn WHERE worn.look_id = look.id)`
    await removeUnlistedPeople(client)
    return lookIds.length
  },
})
