import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  raw,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { createCountsStore } from './counts.store.ts'
import { createUnchangedItemsStore } from './shop-feed-changes.store.ts'
import { createMergeStore } from './merge.store.ts'
import { STAGED_COLUMNS } from './staged-item.ts'
import { z } from 'zod'
import { createDocumentWriter } from './document-writer.store.ts'
import { foldNewNames, peopleNamed } from './people.store.ts'
import { findSeller } from './seller.store.ts'
import { foldName } from '#shared/domain/person-name.ts'

/** Advisory lock of whoever writes the catalogue. */
export const IMPORT_LOCK = 7_341_010

/** Writes the search documents of these products, or of all that have changed. */
export const describeProducts = async (client: Connection, productIds?: readonly string[]) => {
  const documents = createDocumentWriter(client)
  await (productIds ? documents.write(productIds) : documents.writeChanged())
}

/** The steps of an import, inside the transaction of `client`. */
export const createImportSession = (client: Connection) => ({
  ...createStagingStore(client),
  ...createUnchangedItemsStore(client),
  ...createWithholdingStore(client),
  ...createPeopleAndLooksStore(client),
  ...createMergeStore(client),
  ...createCountsStore(client),
  describeChanged: () => describeProducts(client),
  findSeller: (pages: readonly string[], exceptId: number) => findSeller(client, pages, exceptId),
  /**
   * Taken before anything is compared, because concurrent imports would miss each other's rows, but after
   * the source is read, which takes as long as its shop likes.
   */
  lock: () => execute(client)`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`,
})
export type ImportSession = ReturnType<typeof createImportSession>

/** The only writer of the catalogue. Files and feeds go through the same steps. */
export const createImportStore = (pool: Database['pool']) => ({
  /** One transaction, kept only if `work` says so. */
  inTransaction: async (work: (session: ImportSession) => Promise<'keep' | 'discard'>) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      // With the default 4 MB, sorting a million rows goes through the disk many times.
      await client.query(`SET LOCAL work_mem = '64MB'`)
      const session = createImportSession(client)
      await session.prepare()
      const outcome = await work(session)
      await client.query(outcome === 'keep' ? 'COMMIT' : 'ROLLBACK')
      client.release()
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      throw error
    }
  },

  /** Without fresh statistics, the first queries after a large import get bad plans. */
  refreshStatistics: () =>
    execute(pool)`
      VACUUM (ANALYZE) catalog.products, catalog.offers, catalog.worn_items,
      catalog.looks, catalog.people, catalog.words, catalog.brands, catalog.feed_items,
      search.documents, search.changes`,
})
export type ImportStore = ReturnType<typeof createImportStore>

const COLUMNS = Object.entries(STAGED_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

const ITEM_KEY = `md5(shop_id || E'\\n' || shop_item_id)::uuid`
/** Includes the colours, because a manufacturer may give all of them one part number. */
const buildProductKey = (gtin = 'gtin', mpn = 'mpn') => `catalog.key_of_product(${gtin}, brand,
  ${mpn} || coalesce('/' || lower(array_to_string(colors, '/')), ''), shop_id, shop_item_id, url, title,
  row_key)`

/** An item of a file is the same again when image, name and website are the same. */
const buildRowKey = (lookUrl: string) =>
  `md5(${lookUrl} || E'\\n' || item.title || E'\\n' || item.url)::uuid`

/** Items as they were read, before they are compared with the catalogue. */
const createStagingStore = (client: Connection) => ({
  prepare: () =>
    execute(client)`
      CREATE TEMPORARY TABLE staged_items (
        ${raw(COLUMNS)},
        -- Numbers the rows of a file in its order.
        worn_id bigint NOT NULL DEFAULT nextval('catalog.ids'),
        row_key uuid,
        item_key uuid NOT NULL,
        product_key uuid NOT NULL
      ) ON COMMIT DROP`,

  /** `records`: from `stagedRecords`, as text because feeds are parsed in a thread. */
  stage: (records: string) =>
    execute(client, { name: 'stage-items' })`
      INSERT INTO staged_items SELECT item.*, nextval('catalog.ids'), row_key,
        coalesce(row_key, ${raw(ITEM_KEY)}), ${raw(buildProductKey())}
      FROM json_to_recordset(${records}::json) AS item(${raw(COLUMNS)})
      CROSS JOIN LATERAL (SELECT CASE WHEN item.look_url IS NOT NULL THEN
        ${raw(buildRowKey('item.look_url'))} END) own(row_key)`,

  /**
   * Joins the sizes of a product into one offer, with the price, title and link of the cheapest size in
   * stock. Each size has its own GTIN; the lowest represents the product, so that shops with the same sizes
   * are still matched. Returns how many items were joined into others.
   */
  joinVariants: async (): Promise<number> => {
    // A group of different products is not a group: each is listed under its own id.
    await execute(client)`
      UPDATE staged_items SET is_variant = false, shop_item_id = own_id
      FROM (SELECT item_key AS key FROM staged_items WHERE is_variant GROUP BY item_key
        HAVING similarity(min(plain_title), max(plain_title)) < ${raw(SAME_TITLE)}) mixed
      WHERE item_key = mixed.key`
    // Items without a group: sizes of one product on the same page.
    await execute(client)`
      UPDATE staged_items item SET is_variant = true, shop_item_id = sizes.id
      FROM (SELECT page, lower(brand) AS brand, lower(plain_title) AS title, colors,
          min(own_id) AS id
        FROM staged_items WHERE page IS NOT NULL AND NOT is_variant
        GROUP BY 1, 2, 3, 4 HAVING count(DISTINCT own_id) > 1) sizes
      WHERE item.page = sizes.page AND lower(item.plain_title) = sizes.title AND NOT item.is_variant
        AND (lower(item.brand), item.colors) IS NOT DISTINCT FROM (sizes.brand, sizes.colors)`
    // Or on pages of their own, with the same title, brand and colour. Two items of one size are two products.
    await execute(client)`
      UPDATE staged_items item SET is_variant = true, shop_item_id = sizes.id
      FROM (SELECT cluster, lower(brand) AS brand, lower(plain_title) AS title, colors,
          min(own_id) AS id
        FROM staged_items WHERE page IS NOT NULL AND NOT is_variant
        GROUP BY 1, 2, 3, 4
        HAVING count(*) > 1 AND count(DISTINCT sizes) = count(*)
          AND count(DISTINCT own_id) = count(*)) sizes
      WHERE item.cluster = sizes.cluster AND lower(item.plain_title) = sizes.title
        AND item.page IS NOT NULL AND NOT item.is_variant
        AND (lower(item.brand), item.colors) IS NOT DISTINCT FROM (sizes.brand, sizes.colors)`
    // Sizes and colours of one product that share its id. Only of one cluster, because the others may be
    // unchanged and therefore not staged.
    await execute(client)`
      UPDATE staged_items item SET is_variant = true, shop_item_id = CASE WHEN shared.colors > 1
        THEN shared.id || '/' || lower(array_to_string(item.colors, '/', '')) ELSE shared.id END
      FROM (SELECT own_id AS id, cluster, count(DISTINCT coalesce(colors, '{}')) AS colors
        FROM staged_items WHERE NOT is_variant AND own_id IS NOT NULL GROUP BY 1, 2
        HAVING count(DISTINCT (sizes, colors)) > 1
          AND similarity(min(plain_title), max(plain_title)) >= ${raw(SAME_TITLE)}) shared
      WHERE item.own_id = shared.id AND item.cluster = shared.cluster AND NOT item.is_variant`
    await execute(client)`
      UPDATE staged_items SET item_key = ${raw(ITEM_KEY)}, product_key = ${raw(buildProductKey())}
      WHERE own_id IS NOT NULL AND item_key <> ${raw(ITEM_KEY)}`
    await execute(client)`
      CREATE TEMPORARY TABLE joined ON COMMIT DROP AS
      SELECT (array_agg(worn_id ORDER BY ${raw(SOLD_OUT)}, price_amount, line))[1] AS worn_id,
        min(gtin) AS gtin, min(mpn) AS mpn,
        (SELECT array_agg(size ORDER BY place) FROM (
          SELECT size, min(place) AS place
          FROM unnest(string_to_array(string_agg(array_to_string(sizes, E'\\n'), E'\\n'
            ORDER BY line)
            FILTER (WHERE NOT ${raw(SOLD_OUT)}), E'\\n'))
            WITH ORDINALITY AS listed(size, place)
          WHERE size <> '' GROUP BY size) named) AS sizes,
        -- Sold out only if every size is: one without a statement may be in stock.
        (array_agg(availability ORDER BY (availability = 'in_stock') IS TRUE DESC, ${raw(SOLD_OUT)},
          line))[1]
          AS availability,
        -- Few are left only if few are of every size.
        CASE WHEN bool_and(coalesce(terms ? 'left', false)) FILTER (WHERE NOT ${raw(SOLD_OUT)})
            AND sum((terms ->> 'left')::int) <= ${raw(FEW_LEFT)}
          THEN sum((terms ->> 'left')::int) END AS few
      FROM staged_items WHERE is_variant GROUP BY item_key`
    await execute(client)`
      UPDATE staged_items item SET sizes = joined.sizes, availability = joined.availability,
        terms = nullif(jsonb_strip_nulls((coalesce(terms, '{}') - 'left') || jsonb_build_object('left', few)), '{}'),
        title = plain_title, gtin = joined.gtin, mpn = joined.mpn,
        product_key = ${raw(buildProductKey('joined.gtin', 'joined.mpn'))}
      FROM joined WHERE item.worn_id = joined.worn_id`
    return countAffectedRows(client)`
      DELETE FROM staged_items WHERE is_variant AND worn_id NOT IN (SELECT worn_id FROM joined)`
  },

  /** Addresses of items, from all parts of the feed. */
  stagedAddresses: (limit: number) =>
    readValues(client, z.string())`
      SELECT coalesce(page_url, url) FROM staged_items ORDER BY item_key LIMIT ${limit}`,

  /** Ids that several items share, apart from sizes. Only the last item of each is listed. */
  sharedIds: (limit: number) =>
    readRows(client, sharedIdRow)`
      SELECT min(line) AS line, shop_item_id AS id, count(*)::integer AS items FROM staged_items
      WHERE own_id IS NOT NULL GROUP BY shop_item_id HAVING count(*) > 1 ORDER BY 1 LIMIT ${limit}`,
})
const sharedIdRow = z.object({ line: z.number(), id: z.string(), items: z.number() })
export type SharedId = z.infer<typeof sharedIdRow>

/** Similarity of the titles of one product's sizes. */
const SAME_TITLE = 0.4
const FEW_LEFT = 5
const SOLD_OUT = `(availability IS NOT DISTINCT FROM 'out_of_stock')`

/** Keeps an import from restoring what was removed after a notice. */
const createWithholdingStore = (client: Connection) => ({
  /** Drops staged items and pictures that a takedown covers. Returns the lines of the items. */
  withholdRemoved: async (): Promise<number[]> => {
    const isAnyRemoved = await readValue(client, z.boolean())`
      SELECT EXISTS (SELECT FROM takedown_pictures)
      OR EXISTS (SELECT FROM takedown_identities)`
    if (!isAnyRemoved) return []
    await client.query('ANALYZE staged_items')
    const lines = await readValues(client, z.number())`
      DELETE FROM staged_items USING (
        SELECT item.worn_id FROM staged_items item
        JOIN takedown_pictures picture ON picture.url = item.look_url
        UNION
        SELECT item.worn_id FROM staged_items item
        CROSS JOIN LATERAL unnest(catalog.identities_of(gtin, brand, mpn, shop_id, shop_item_id,
          url, title, row_key)) AS item_identity(identity)
        JOIN takedown_identities removed USING (identity)) withheld
      WHERE staged_items.worn_id = withheld.worn_id RETURNING line`
    await execute(client)`
      UPDATE staged_items item SET pictures = ARRAY(
        SELECT url FROM unnest(item.pictures) WITH ORDINALITY AS candidate(url, place)
        WHERE NOT EXISTS (SELECT FROM takedown_pictures picture WHERE picture.url = candidate.url)
        ORDER BY place)
      FROM (SELECT DISTINCT worn_id FROM staged_items
        CROSS JOIN LATERAL unnest(pictures) AS candidate(url)
        JOIN takedown_pictures picture ON picture.url = candidate.url) affected
      WHERE affected.worn_id = item.worn_id`
    return lines.toSorted((a, b) => a - b)
  },
})

type NewPerson = { name: string; styleType: string; isStated: boolean }

const personRow = z.object({
  name: z.string(),
  style_type: z.string().nullable(),
  line: z.number(),
})
const movedLookRow = z.object({ line: z.number(), former: z.string(), owner: z.string() })
const namedPersonRow = z.object({ given_name: z.string(), name: z.string() })

/** Columns of a look that keep their value if a file does not state one. */
const LOOK_FACTS = ['width', 'height', 'color', 'source', 'credit', 'licence'] as const
const keepFact = (fact: string) => `coalesce(excluded.${fact}, stored.${fact})`

/** The people who wear the staged items, and the looks. */
const createPeopleAndLooksStore = (client: Connection) => ({
  stagedPeople: () =>
    readRows(client, personRow)`
      SELECT celebrity_name AS name, catalog.first_stated(style_type ORDER BY line) AS style_type,
        min(line) AS line
      FROM staged_items WHERE celebrity_name IS NOT NULL
      GROUP BY celebrity_name ORDER BY min(line)`,

  /**
   * Adds new people. A style type stated in the file replaces a derived one, never the reverse. Returns
   * the names under which the catalogue has them, which may be spelled differently.
   */
  mergePeople: async (people: readonly NewPerson[]): Promise<ReadonlyMap<string, string>> => {
    await foldNewNames(client)
    const names = people.map(({ name }) => name)
    const knownPeople = await readRows(client, namedPersonRow)`
      SELECT given_name, name FROM ${peopleNamed(names, 'catalog.people')} person`
    const catalogNames = new Map(knownPeople.map((person) => [person.given_name, person.name]))
    const newPeople = new Map<string, NewPerson>()
    for (const person of people) {
      if (catalogNames.has(person.name)) continue
      const key = foldName(person.name)
      const samePerson = newPeople.get(key) ?? person
      newPeople.set(key, samePerson)
      catalogNames.set(person.name, samePerson.name)
    }
    const added = [...newPeople]
    await execute(client)`
      INSERT INTO catalog.people (id, name, name_key, image, style_type)
      SELECT id, name, name_key, 'person_' || id || '.jpg', style_type FROM (
        SELECT nextval(pg_get_serial_sequence('catalog.people', 'id')) AS id, given.*
        FROM unnest(${added.map(([, { name }]) => name)}::text[],
          ${added.map(([key]) => key)}::text[],
          ${added.map(([, { styleType }]) => styleType)}::text[])
          AS given(name, name_key, style_type)) person`
    const stated = people.filter(({ isStated }) => isStated)
    await execute(client)`
      UPDATE catalog.people person SET style_type = given.style_type
      FROM unnest(${stated.map(({ name }) => catalogNames.get(name))}::text[],
        ${stated.map(({ styleType }) => styleType)}::text[]) AS given(name, style_type)
      WHERE person.name = given.name AND person.style_type <> given.style_type`
    return catalogNames
  },

  /** Gives staged items the names that people have in the catalogue. */
  renameStaged: (renamed: readonly (readonly [given: string, name: string])[]) =>
    execute(client)`
      UPDATE staged_items SET celebrity_name = given.name
      FROM unnest(${renamed.map(([given]) => given)}::text[],
        ${renamed.map(([, name]) => name)}::text[]) AS given(former, name)
      WHERE celebrity_name = given.former`,

  /**
   * A picture of several people is a look of each. It stays with whom it belongs to, unless the file names
   * others for everything in it: that is a correction. A new one belongs to the first one named. The looks
   * of the others have addresses of their own, which show the same picture. Returns the looks that move.
   */
  separateSharedLooks: async () => {
    await execute(client)`
      CREATE TEMPORARY TABLE look_owners ON COMMIT DROP AS
      SELECT look_url, line, former, CASE WHEN names_former
        OR known < (SELECT count(*) FROM catalog.worn_items WHERE look_id = named.look_id)
        THEN former ELSE first_name END AS owner
      FROM (
        SELECT item.look_url, look.id AS look_id, person.name AS former, min(item.line) AS line,
          (array_agg(item.celebrity_name ORDER BY item.line))[1] AS first_name,
          count(DISTINCT item.celebrity_name) AS names, count(DISTINCT worn.id) AS known,
          bool_or(item.celebrity_name = person.name) AS names_former
        FROM staged_items item
        LEFT JOIN catalog.looks look ON look.url = item.look_url
        LEFT JOIN catalog.people person ON person.id = look.person_id
        LEFT JOIN catalog.worn_items worn ON worn.row_key = item.row_key AND worn.look_id = look.id
        WHERE item.look_url IS NOT NULL GROUP BY 1, 2, 3) named
      WHERE names > 1 OR NOT names_former`
    await execute(client)`
      UPDATE staged_items item SET look_url = own.look_url, row_key = ${raw(buildRowKey('own.look_url'))},
        item_key = ${raw(buildRowKey('own.look_url'))},
        product_key = catalog.key_of_product(item.gtin, item.brand, item.mpn, item.shop_id,
          item.shop_item_id, item.url, item.title, ${raw(buildRowKey('own.look_url'))})
      FROM look_owners shared, catalog.people person,
        LATERAL (SELECT shared.look_url || '#person-' || person.id) own(look_url)
      WHERE item.look_url = shared.look_url AND item.celebrity_name <> shared.owner
        AND person.name = item.celebrity_name`
    return readRows(client, movedLookRow)`
      SELECT line, former, owner FROM look_owners WHERE owner <> former ORDER BY line`
  },

  mergeLooks: () =>
    execute(client)`
      INSERT INTO catalog.looks AS stored (url, person_id, ${raw(LOOK_FACTS.join(', '))})
      SELECT DISTINCT ON (item.look_url)
        item.look_url, person.id, ${raw(LOOK_FACTS.map((fact) => `look_${fact}`).join(', '))}
      FROM staged_items item JOIN catalog.people person ON person.name = item.celebrity_name
      ORDER BY item.look_url, item.line
      ON CONFLICT (url) DO UPDATE SET
        person_id = excluded.person_id, changed_at = now(),
        ${raw(LOOK_FACTS.map((fact) => `${fact} = ${keepFact(fact)}`).join(', '))}
      WHERE (stored.person_id, ${raw(LOOK_FACTS.map((fact) => `stored.${fact}`).join(', '))})
        IS DISTINCT FROM (excluded.person_id, ${raw(LOOK_FACTS.map(keepFact).join(', '))})`,
})
