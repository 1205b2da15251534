import { z } from 'zod'
import { readRow, readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

type NewPerson = { name: string; image: string; styleType: string; isGiven: boolean }

const personRow = z.object({ name: z.string(), style_type: z.string().nullable() })
const mergedRow = z.object({ added: z.number(), changed: z.number() })

/** Stated by a source, voted on below. */
const FACTS = [
  'title',
  'brand',
  'category',
  'kind',
  'colors',
  'pattern',
  'material',
  'sleeve',
  'fit',
  'gtin',
  'mpn',
  'description',
] as const

const listed = (columns: readonly string[], prefix = '') =>
  columns.map((column) => `${prefix}${column}`).join(', ')

/** The value a product gets from the rows that name it: see mergeProducts. */
const decided = (column: string) => `CASE
  WHEN product.id IS NULL THEN catalog.first_stated(item.${column} ORDER BY item.line)
  WHEN bool_or(item.is_own AND item.${column} IS NOT DISTINCT FROM product.${column})
    THEN product.${column}
  WHEN bool_or(item.is_own) AND NOT '${column}' = ANY (product.seen)
    THEN catalog.first_stated(item.${column} ORDER BY item.line) FILTER (WHERE item.is_own)
  WHEN bool_or(item.is_own) THEN coalesce(
    catalog.first_stated(item.${column} ORDER BY item.line) FILTER (WHERE item.is_own),
    product.${column})
  ELSE coalesce(product.${column}, catalog.first_stated(item.${column} ORDER BY item.line)) END
  AS ${column}`

const ROW_MEMBERS = {
  name: ['item.title', 'product.title'],
  price: ['item.price', 'offer.price'],
  category: ['item.category', 'product.category'],
  brand: ['item.brand', 'product.brand'],
  product_image: ['item.pictures[1]', 'product.pictures[1]'],
} as const
const rowObject = (side: 0 | 1) =>
  `jsonb_build_object(${Object.entries(ROW_MEMBERS)
    .map(([member, sides]) => `'${member}', ${sides[side]}`)
    .join(', ')})`
const rowTuple = (side: 0 | 1) =>
  `(${Object.values(ROW_MEMBERS)
    .map((sides) => sides[side])
    .join(', ')})`
/** What the file's row says differently from its product and offer; mostly null. */
const ROW_SAYS = `CASE WHEN ${rowTuple(0)} IS DISTINCT FROM ${rowTuple(1)}
  THEN catalog.differing(${rowObject(0)}, ${rowObject(1)}) END`

/** Turns staged items into people, looks, products, offers and worn items, in this order. */
export const mergingOn = (client: Connection) => ({
  stagedPeople: () =>
    readRows(
      client,
      personRow,
      `SELECT celebrity_name AS name, catalog.first_stated(style_type ORDER BY line) AS style_type
      FROM staged_items WHERE celebrity_name IS NOT NULL
      GROUP BY celebrity_name ORDER BY min(line)`,
    ),

  /** A style type from the file replaces a derived one, never the reverse. */
  mergePeople: (people: NewPerson[]) =>
    client.query(
      `INSERT INTO catalog.people AS known (name, image, style_type)
      SELECT name, image, style_type FROM unnest($1::text[], $2::text[], $3::text[])
        AS given(name, image, style_type)
      ON CONFLICT (name) DO UPDATE SET style_type = excluded.style_type
      WHERE known.style_type <> excluded.style_type AND known.name = ANY ($4::text[])`,
      [
        people.map(({ name }) => name),
        people.map(({ image }) => image),
        people.map(({ styleType }) => styleType),
        people.filter(({ isGiven }) => isGiven).map(({ name }) => name),
      ],
    ),

  mergeLooks: () =>
    client.query(`
      INSERT INTO catalog.looks AS known (url, person_id, width, height, color)
      SELECT DISTINCT ON (item.look_url)
        item.look_url, person.id, look_width, look_height, look_color
      FROM staged_items item JOIN catalog.people person ON person.name = item.celebrity_name
      ORDER BY item.look_url, item.line
      ON CONFLICT (url) DO UPDATE SET
        person_id = excluded.person_id,
        width = coalesce(excluded.width, known.width),
        height = coalesce(excluded.height, known.height),
        color = coalesce(excluded.color, known.color)
      WHERE (known.person_id, known.width, known.height, known.color) IS DISTINCT FROM
        (excluded.person_id, coalesce(excluded.width, known.width),
         coalesce(excluded.height, known.height), coalesce(excluded.color, known.color))`),

  /** An item of the catalogue file belongs to the shop at the host of its URL. */
  mergeShops: () =>
    client.query(`
      INSERT INTO catalog.shops (name, host, home_page)
      SELECT host, host, home_page FROM (
        SELECT catalog.host_of(url) AS host, min(line) AS line,
          min(substring(url FROM '(?i)^https?://[^/?#]+')) || '/' AS home_page
        FROM staged_items WHERE shop_id IS NULL GROUP BY 1) given
      WHERE host IS NOT NULL ORDER BY line
      ON CONFLICT (host) DO NOTHING`),

  /**
   * Compares the staged items with the catalogue, once: of duplicates, the last one counts. Items that
   * the catalogue has just so are left alone by all later steps.
   */
  compare: async () => {
    await client.query(`
      CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS
      SELECT item.*, person.id AS person_id, look.id AS look_id,
        coalesce(product.product_key, item.product_key) AS key,
        coalesce(product.described_by, 0) = coalesce(item.shop_id, 0) AS is_own,
        coalesce(worn.id, listing.id) IS NULL AS is_new,
        CASE WHEN item.row_key IS NOT NULL THEN
          (worn.person_id, coalesce(worn.row_says ->> 'price', offer.price),
            CASE WHEN worn.row_says ? 'category' THEN worn.row_says ->> 'category'
              ELSE product.category END,
            CASE WHEN worn.row_says ? 'brand' THEN worn.row_says ->> 'brand' ELSE product.brand END,
            CASE WHEN worn.row_says ? 'product_image' THEN worn.row_says ->> 'product_image'
              ELSE product.pictures[1] END, worn.box, worn.best_seen)
          IS NOT DISTINCT FROM
          (person.id, item.price, item.category, item.brand, item.pictures[1], item.box,
            item.best_seen)
        ELSE
          (listing.url, listing.price, listing.availability, listing.condition, listing.sizes)
          IS NOT DISTINCT FROM
          (item.url, item.price, item.availability, item.condition, item.sizes)
          AND (product.described_by IS DISTINCT FROM item.shop_id
            OR (${listed(FACTS, 'product.')}, product.pictures) IS NOT DISTINCT FROM
              (${FACTS.map((fact) => `CASE WHEN '${fact}' = ANY (product.seen) THEN coalesce(item.${fact}, product.${fact}) ELSE item.${fact} END`).join(', ')}, item.pictures))
        END AS is_same
      FROM staged_items item
      JOIN (SELECT max(line) AS line FROM staged_items GROUP BY item_key) last USING (line)
      LEFT JOIN catalog.people person ON person.name = item.celebrity_name
      LEFT JOIN catalog.looks look ON look.url = item.look_url
      LEFT JOIN catalog.worn_items worn ON worn.row_key = item.row_key
      LEFT JOIN catalog.offers listing ON listing.shop_id = item.shop_id
        AND listing.shop_item_id = item.shop_item_id
      LEFT JOIN catalog.products keyed ON keyed.product_key = item.product_key
      LEFT JOIN catalog.products product
        ON product.id = coalesce(worn.product_id, keyed.id, listing.product_id)
      LEFT JOIN catalog.offers offer ON offer.id = coalesce(worn.offer_id, listing.id)`)
    await client.query('ANALYZE incoming')
    const counted = await readRow(
      client,
      mergedRow,
      `SELECT count(*) FILTER (WHERE is_new)::int AS added,
        count(*) FILTER (WHERE NOT is_new AND NOT is_same)::int AS changed FROM incoming`,
    )
    return counted ?? { added: 0, changed: 0 }
  },

  /**
   * Several items may describe one product, differently. What the catalogue has stays as long as one
   * of them still says it; otherwise the first says what it is. A source that did not introduce the
   * product only fills gaps, and what was seen stays until it is stated.
   */
  mergeProducts: async () => {
    await client.query(`
      CREATE TEMPORARY TABLE described ON COMMIT DROP AS
      WITH touched AS MATERIALIZED (
        SELECT item.* FROM incoming item
        JOIN (SELECT DISTINCT key FROM incoming WHERE NOT is_same OR is_new) changed USING (key)
      ), pictured AS (
        SELECT key, array_agg(url ORDER BY is_current DESC, place) AS pictures FROM (
          SELECT key, picture.url, min(item.line::bigint * 1000 + picture.place) AS place,
            coalesce(bool_or(picture.url = product.pictures[1]), false) AS is_current
          FROM touched item
          CROSS JOIN LATERAL unnest(item.pictures) WITH ORDINALITY AS picture(url, place)
          LEFT JOIN catalog.products product ON product.product_key = item.key
          WHERE item.is_own OR product.id IS NULL
          GROUP BY key, picture.url) given
        GROUP BY key
      ), facts AS (
        SELECT item.key, product.id AS product_id, min(item.line) AS line,
          count(item.row_key)::int AS worn_count,
          catalog.first_stated(item.shop_id ORDER BY item.line) AS described_by,
          coalesce(bool_or(item.is_own), false) AS is_own,
          ${FACTS.map(decided).join(', ')},
          array_remove(ARRAY[${FACTS.map((fact) => `CASE WHEN count(item.${fact}) > 0 THEN '${fact}' END`).join(', ')}], NULL) AS stated
        FROM touched item LEFT JOIN catalog.products product ON product.product_key = item.key
        GROUP BY item.key, product.id
      )
      SELECT facts.*, coalesce(pictured.pictures, '{}') AS pictures
      FROM facts LEFT JOIN pictured USING (key)`)
    await client.query(`
      INSERT INTO catalog.products (product_key, ${listed(FACTS)}, pictures, described_by, worn_count)
      SELECT key, ${listed(FACTS)}, pictures, described_by, worn_count FROM described
      WHERE product_id IS NULL ORDER BY line`)
    await client.query(`
      UPDATE catalog.products product SET (${listed(FACTS)}) = ROW (${listed(FACTS, 'new.')}),
        pictures = CASE WHEN new.is_own OR product.pictures = '{}' THEN new.pictures
          ELSE product.pictures END,
        seen = ARRAY(SELECT unnest(product.seen) EXCEPT SELECT unnest(new.stated))
      FROM described new WHERE product.id = new.product_id
        AND ((${listed(FACTS, 'product.')}) IS DISTINCT FROM (${listed(FACTS, 'new.')})
          OR (new.is_own OR product.pictures = '{}') AND product.pictures <> new.pictures
          OR product.seen && new.stated)`)
  },

  /** The price rule is that of products: it stays as long as one item still says it. */
  mergeOffers: async () => {
    const OFFERED = `
      SELECT product.id AS product_id, coalesce(item.shop_id, shop.id) AS shop_id, item.shop_item_id,
        item.url, item.line, item.price, item.price_amount, item.currency, item.availability,
        item.condition, item.sizes
      FROM incoming item
      JOIN (SELECT DISTINCT key FROM incoming WHERE NOT is_same OR is_new) changed USING (key)
      JOIN catalog.products product ON product.product_key = item.key
      LEFT JOIN catalog.shops shop ON item.shop_id IS NULL AND shop.host = catalog.host_of(item.url)`
    const CHANGED = `(known.product_id, known.url, known.price, known.availability, known.condition,
        known.sizes) IS DISTINCT FROM (excluded.product_id, excluded.url, excluded.price,
        excluded.availability, excluded.condition, excluded.sizes)`
    const SET = `product_id = excluded.product_id, url = excluded.url, price = excluded.price,
      price_amount = excluded.price_amount, currency = excluded.currency,
      availability = excluded.availability, condition = excluded.condition, sizes = excluded.sizes,
      last_seen_at = now()`
    const INTO = `INSERT INTO catalog.offers AS known (product_id, shop_id, shop_item_id, url, price,
      price_amount, currency, availability, condition, sizes)`
    const VALUES = `product_id, shop_id, shop_item_id, url, price, price_amount, currency,
      availability, condition, sizes`
    await client.query(`
      ${INTO}
      SELECT ${VALUES} FROM (
        SELECT DISTINCT ON (offered.product_id, offered.url) offered.*
        FROM (${OFFERED}) offered
        LEFT JOIN catalog.offers current ON current.product_id = offered.product_id
          AND current.url = offered.url AND current.shop_item_id IS NULL
        WHERE offered.shop_item_id IS NULL
        ORDER BY offered.product_id, offered.url,
          (current.price = offered.price) IS NOT TRUE, offered.line) chosen
      ORDER BY line
      ON CONFLICT (product_id, url) WHERE shop_item_id IS NULL DO UPDATE SET ${SET} WHERE ${CHANGED}`)
    await client.query(`
      ${INTO}
      SELECT ${VALUES} FROM (${OFFERED}) offered WHERE shop_item_id IS NOT NULL ORDER BY line
      ON CONFLICT (shop_id, shop_item_id) WHERE shop_item_id IS NOT NULL
      DO UPDATE SET ${SET} WHERE ${CHANGED}`)
  },

  /** In the order of the file. */
  mergeWornItems: () =>
    client.query(`
      INSERT INTO catalog.worn_items AS known (id, row_key, look_id, person_id, product_id, offer_id,
        box, best_seen, row_says, is_first, is_first_of_person, search)
      SELECT item.worn_id, item.row_key, item.look_id, item.person_id, product.id, offer.id,
        item.box, item.best_seen, ${ROW_SAYS}, item.is_first, item.is_first_of_person,
        setweight(to_tsvector('catalog_words', item.title), 'A')
          || setweight(to_tsvector('catalog_words', coalesce(item.brand, '')), 'B')
          || setweight(to_tsvector('catalog_words',
            concat_ws(' ', item.category, item.celebrity_name)), 'C')
      FROM (SELECT item.*,
          row_number() OVER (PARTITION BY key ORDER BY line) = 1 AS is_first,
          row_number() OVER (PARTITION BY key, person_id ORDER BY line) = 1 AS is_first_of_person
        FROM incoming item
        JOIN (SELECT DISTINCT key FROM incoming WHERE NOT is_same OR is_new) changed USING (key)
        WHERE row_key IS NOT NULL
        -- Sorted before the search words are made: they would be sorted along, over the disk.
        ORDER BY line OFFSET 0) item
      JOIN catalog.products product ON product.product_key = item.key
      JOIN catalog.offers offer ON offer.product_id = product.id AND offer.url = item.url
        AND offer.shop_item_id IS NULL
      ON CONFLICT (row_key) DO UPDATE SET look_id = excluded.look_id,
        person_id = excluded.person_id, product_id = excluded.product_id,
        offer_id = excluded.offer_id, box = excluded.box, best_seen = excluded.best_seen,
        row_says = excluded.row_says, search = excluded.search
      WHERE (known.person_id, known.offer_id, known.box, known.best_seen, known.row_says, known.search)
        IS DISTINCT FROM (excluded.person_id, excluded.offer_id, excluded.box, excluded.best_seen,
          excluded.row_says, excluded.search)`),

  /** What a shop's feed no longer has. */
  markMissing: async (shopId: number) => {
    const { rowCount } = await client.query(
      `UPDATE catalog.offers offer SET availability = 'removed', last_seen_at = now()
      WHERE shop_id = $1 AND shop_item_id IS NOT NULL AND availability IS DISTINCT FROM 'removed'
        AND NOT EXISTS (SELECT FROM staged_items item
          WHERE item.shop_id = offer.shop_id AND item.shop_item_id = offer.shop_item_id)`,
      [shopId],
    )
    return rowCount ?? 0
  },

  /** For `--replace`: deletes what the catalogue file no longer has. */
  removeUnstaged: async () => {
    const { rowCount } = await client.query(`
      DELETE FROM catalog.worn_items worn WHERE said_by = 'catalogue' AND NOT EXISTS
        (SELECT FROM staged_items WHERE staged_items.row_key = worn.row_key)`)
    await client.query(`
      DELETE FROM catalog.offers offer WHERE shop_item_id IS NULL AND NOT EXISTS
        (SELECT FROM catalog.worn_items worn WHERE worn.offer_id = offer.id)`)
    await client.query(`
      DELETE FROM catalog.products product WHERE described_by IS NULL
        AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)
        AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.product_id = product.id)`)
    await client.query(`
      DELETE FROM catalog.looks look WHERE NOT EXISTS
        (SELECT FROM catalog.worn_items worn WHERE worn.look_id = look.id)`)
    await client.query(`
      DELETE FROM catalog.people person
      WHERE NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.person_id = person.id)
        AND NOT EXISTS (SELECT FROM catalog.looks look WHERE look.person_id = person.id)`)
    return rowCount ?? 0
  },
})
