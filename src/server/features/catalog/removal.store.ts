import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import { isLockTimeout } from '#server/core/db/pools.ts'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValues, type Sql, sql } from '#server/core/db/sql.ts'
import { createCountsStore, removePeopleWithDependents } from './counts.store.ts'
import { describeProducts, IMPORT_LOCK } from './import.store.ts'

const wornRow = z.object({
  id: z.string(),
  product_id: z.string(),
  look_id: z.string(),
  person_id: z.number(),
})

const formerPersonRow = z.object({
  person_id: z.number(),
  is_deleted: z.boolean().nullable(),
})

/** The tables a removal empties, in the order in which a restoration fills them. */
const RELATIONS = [
  'people',
  'former_names',
  'looks',
  'products',
  'seen_attributes',
  'offers',
  'price_changes',
  'offer_checks',
  'worn_items',
  'home_samples',
] as const
type Relation = (typeof RELATIONS)[number]

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Copies the rows of `table` that match, so that they can be restored. */
const keep = (client: Connection, takedownId: string, table: Relation, where: Sql, id = 'NULL') =>
  execute(client)`
    INSERT INTO takedown_rows (takedown_id, relation, row_id, row)
    SELECT ${takedownId}, ${table}, ${raw(id)}, to_jsonb(kept)
    FROM catalog.${raw(table)} kept WHERE ${where}`

/** All rows of the catalogue that show the takedown's pictures or belong to its products. */
const findScope = async (client: Connection, takedownId: string) => {
  const urls = await readValues(client, z.string())`
    SELECT url FROM takedown_pictures WHERE takedown_id = ${takedownId}`
  const looks = await readValues(client, z.string())`
    SELECT id FROM catalog.looks WHERE url = ANY (${urls})`
  const namedProducts = await readValues(client, z.string())`
    SELECT id FROM catalog.products WHERE product_key IN
    (SELECT identity FROM takedown_identities WHERE takedown_id = ${takedownId})`
  const worn = await readRows(client, wornRow)`
    SELECT id, product_id, look_id, person_id FROM catalog.worn_items
    WHERE look_id = ANY (${looks}) OR product_id = ANY (${namedProducts})`
  // A product without a picture, another look or a shop that describes it has nothing left to show.
  const unseenProducts = await readValues(client, z.string())`
    SELECT id FROM catalog.products product WHERE id = ANY (${worn.map((row) => row.product_id)})
      AND pictures = '{}' AND described_by IS NULL
    AND NOT EXISTS (SELECT FROM catalog.worn_items worn
      WHERE worn.product_id = product.id AND worn.id <> ALL (${worn.map(({ id }) => id)}))`
  const pictured = await readValues(client, z.string())`
    SELECT id FROM catalog.products WHERE pictures && ${urls}
      AND id <> ALL (${[...namedProducts, ...unseenProducts]})`
  return { urls, looks, worn, pictured, products: unique([...namedProducts, ...unseenProducts]) }
}
type RemovalScope = Awaited<ReturnType<typeof findScope>>

const keepAll = async (client: Connection, takedownId: string, scope: RemovalScope) => {
  const { urls, looks, worn, pictured, products } = scope
  const ofProducts = sql`product_id = ANY (${products})`
  const ofOffers = sql`offer_id IN (SELECT id FROM catalog.offers WHERE ${ofProducts})`
  const keepRows = (table: Relation, where: Sql, id?: string) =>
    keep(client, takedownId, table, where, id)
  // Copies all people, even those who stay, because a later import may delete them.
  const people = (column: string) => sql`${raw(column)} = ANY (${worn.map((row) => row.person_id)})
    OR ${raw(column)} IN (SELECT person_id FROM catalog.looks WHERE id = ANY (${looks}))`
  await keepRows('people', people('id'))
  await keepRows('former_names', people('person_id'))
  await keepRows('looks', sql`id = ANY (${looks})`)
  await keepRows('products', sql`id = ANY (${products})`, 'id')
  await keepRows('seen_attributes', ofProducts)
  await keepRows('offers', ofProducts)
  await keepRows('price_changes', ofOffers)
  await keepRows('offer_checks', ofOffers)
  await keepRows('worn_items', sql`id = ANY (${worn.map(({ id }) => id)})`, 'id')
  await keepRows(
    'home_samples',
    sql`image = ANY (${urls})
      OR name IN (SELECT title FROM catalog.products WHERE id = ANY (${products}))`,
  )
  await execute(client)`
    INSERT INTO takedown_rows (takedown_id, relation, row)
    SELECT ${takedownId}::bigint, 'pictures', jsonb_build_object('id', id, 'pictures', pictures)
    FROM catalog.products WHERE id = ANY (${pictured})
    UNION ALL
    SELECT ${takedownId}::bigint, 'row_says', jsonb_build_object('id', id, 'row_says', row_says)
    FROM catalog.worn_items
    WHERE product_id = ANY (${pictured}) AND row_says ->> 'product_image' = ANY (${urls})`
}

const wordRow = z.object({ word: z.string(), uses: z.number() })

const countWords = (client: Connection, { worn, products }: RemovalScope) =>
  readRows(client, wordRow)`
    SELECT word, count(*)::int AS uses FROM (
      SELECT search FROM catalog.worn_items WHERE id = ANY (${worn.map(({ id }) => id)})
      UNION ALL SELECT search FROM catalog.products WHERE id = ANY (${products})
        AND worn_count = 0) gone,
      unnest(tsvector_to_array(search)) AS one(word)
    GROUP BY word`

/** Otherwise words that only the removed rows contain would still be suggested. */
const forgetWords = async (client: Connection, words: readonly z.infer<typeof wordRow>[]) => {
  const names = words.map(({ word }) => word)
  await execute(client)`
    UPDATE catalog.words SET uses = words.uses - gone.uses
    FROM unnest(${names}::text[], ${words.map(({ uses }) => uses)}::int[]) AS gone(word, uses)
      WHERE words.word = gone.word`
  await execute(client)`
    DELETE FROM catalog.words WHERE word = ANY (${names}) AND uses <= 0
    AND NOT EXISTS (SELECT FROM catalog.worn_items WHERE search @@ quote_literal(word)::tsquery)
    AND NOT EXISTS (SELECT FROM catalog.products
      WHERE worn_count = 0 AND search @@ quote_literal(word)::tsquery)`
}

const removeAll = async (client: Connection, scope: RemovalScope) => {
  const { urls, looks, worn, pictured, products } = scope
  await execute(client)`
    DELETE FROM catalog.brands WHERE name IN
    (SELECT brand FROM search.documents WHERE product_id = ANY (${products}))
    AND NOT EXISTS (SELECT FROM search.documents
      WHERE documents.brand = brands.name AND product_id <> ALL (${products}))`
  await execute(client)`
    DELETE FROM catalog.home_samples WHERE image = ANY (${urls})
    OR name IN (SELECT title FROM catalog.products WHERE id = ANY (${products}))`
  await execute(client)`
    DELETE FROM catalog.worn_items WHERE id = ANY (${worn.map(({ id }) => id)})`
  const people = await readRows(client, formerPersonRow)`
    DELETE FROM catalog.looks WHERE id = ANY (${looks})
    RETURNING person_id, published_role = 'creator'
      AND NOT EXISTS (SELECT FROM users WHERE users.id = published_by) AS is_deleted`
  // A creator who deletes the account is not kept for followers.
  const deletedCreators = people.filter(({ is_deleted }) => is_deleted)
  await removePeopleWithDependents(
    client,
    deletedCreators.map((row) => row.person_id),
  )
  await execute(client)`DELETE FROM catalog.products WHERE id = ANY (${products})`
  await execute(client)`
    UPDATE catalog.worn_items SET row_says = row_says || '{"product_image": null}'
    WHERE product_id = ANY (${pictured}) AND row_says ->> 'product_image' = ANY (${urls})`
  await execute(client)`
    UPDATE catalog.products SET pictures = ARRAY(
      SELECT url FROM unnest(pictures) WITH ORDINALITY AS one(url, place)
      WHERE url <> ALL (${urls}) ORDER BY place)
    WHERE id = ANY (${pictured})`
  const remainingProducts = unique(worn.map((row) => row.product_id)).filter(
    (id) => !products.includes(id),
  )
  // Their vectors were computed from a removed picture; the indexer computes new ones.
  await execute(client)`
    WITH changed AS (SELECT product_key::text AS key FROM catalog.products
      WHERE id = ANY (${pictured}) OR (id = ANY (${remainingProducts}) AND pictures = '{}'))
    SELECT forget_vectors(array_agg(key)), ask_for_jobs('product-vector', array_agg(key))
    FROM changed HAVING count(*) > 0`
  return {
    products: unique([...remainingProducts, ...pictured]),
    looks: unique(worn.map((row) => row.look_id)).filter((id) => !looks.includes(id)),
    people: unique([...worn, ...people].map((row) => row.person_id)),
  }
}

/** Leaves out generated columns, which cannot be written. */
const formatColumnList = (client: Connection, table: Relation) =>
  readValues(client, z.string())`
    SELECT quote_ident(column_name) FROM information_schema.columns
    WHERE table_schema = 'catalog' AND table_name = ${table} AND is_generated = 'NEVER'
    ORDER BY ordinal_position`

/** Values that may be outdated: the rows that they refer to may be gone or have other ids. */
const REPLACED_VALUES: Partial<Record<Relation, Record<string, string>>> = {
  former_names: { person_id: 'person.id' },
  looks: { person_id: 'person.id' },
  products: {
    described_by: '(SELECT id FROM catalog.shops WHERE id = kept.described_by)',
    // The row may have been copied before the column existed.
    departments: `coalesce(kept.departments, '{}')`,
  },
  worn_items: {
    person_id: 'person.id',
    offer_id: '(SELECT id FROM catalog.offers WHERE id = kept.offer_id)',
  },
}
/**
 * The person of a copied row by name, because somebody may have added the same person again, or renamed or
 * merged them.
 */
const joinPerson = (row: string) => `CROSS JOIN LATERAL (SELECT id FROM catalog.people
  WHERE name = ${row} ->> 'name' OR name_key = ${row} ->> 'name_key'
    OR id = (SELECT person_id FROM catalog.former_names WHERE name_key = ${row} ->> 'name_key')
  ORDER BY name = ${row} ->> 'name' DESC, id LIMIT 1) person`
const PERSON = `JOIN takedown_rows whose ON whose.takedown_id = saved.takedown_id AND whose.relation = 'people'
    AND (whose.row ->> 'id')::int = kept.person_id
  ${joinPerson('whose.row')}`
const JOINS: Partial<Record<Relation, string>> = {
  people: `JOIN (SELECT) one ON NOT EXISTS (SELECT FROM catalog.people added
      WHERE added.name_key = kept.name_key AND added.id > kept.id)
    AND NOT EXISTS (SELECT FROM catalog.former_names WHERE name_key = kept.name_key)`,
  former_names: `${PERSON}
    JOIN (SELECT) one ON NOT EXISTS (SELECT FROM catalog.people WHERE name_key = kept.name_key)`,
  // Earlier versions published copies of removed looks. Only the one that the draft refers to can be
  // withdrawn, so the others stay removed.
  looks: `${PERSON} JOIN (SELECT) one ON NOT EXISTS (SELECT FROM drafts
    WHERE drafts.id = kept.draft_id AND look_url <> kept.url)`,
  seen_attributes: 'JOIN catalog.products known ON known.id = kept.product_id',
  offers: `JOIN catalog.products known ON known.id = kept.product_id
    JOIN (SELECT id FROM catalog.shops UNION ALL SELECT NULL) shop
      ON shop.id IS NOT DISTINCT FROM kept.shop_id`,
  price_changes: 'JOIN catalog.offers known ON known.id = kept.offer_id',
  offer_checks: 'JOIN catalog.offers known ON known.id = kept.offer_id',
  worn_items: `${PERSON} JOIN catalog.products known ON known.id = kept.product_id
    JOIN catalog.looks look ON look.id = kept.look_id`,
}

const restoreRows = async (client: Connection, takedownId: string, table: Relation) => {
  const columns = await formatColumnList(client, table)
  const replaced = REPLACED_VALUES[table] ?? {}
  await execute(client)`
    INSERT INTO catalog.${raw(table)} (${raw(columns.join(', '))})
    SELECT ${raw(columns.map((column) => replaced[column] ?? `kept.${column}`).join(', '))}
    FROM takedown_rows saved
    CROSS JOIN LATERAL jsonb_populate_record(NULL::catalog.${raw(table)}, saved.row) kept
    ${raw(JOINS[table] ?? '')}
    WHERE saved.takedown_id = ${takedownId} AND saved.relation = ${table}
    ORDER BY saved.place
    ON CONFLICT DO NOTHING`
}

const restorePictures = async (client: Connection, takedownId: string) => {
  await execute(client)`
    UPDATE catalog.products product SET pictures = former.pictures || ARRAY(
      SELECT url FROM unnest(product.pictures) AS one(url) WHERE url <> ALL (former.pictures))
    FROM (SELECT DISTINCT ON ((row ->> 'id')::bigint) (row ->> 'id')::bigint AS id,
        ARRAY(SELECT jsonb_array_elements_text(row -> 'pictures')) AS pictures
      FROM takedown_rows WHERE takedown_id = ${takedownId} AND relation = 'pictures'
      ORDER BY (row ->> 'id')::bigint, place) former
    WHERE product.id = former.id`
  await execute(client)`
    UPDATE catalog.worn_items worn SET row_says = saved.row -> 'row_says'
    FROM takedown_rows saved WHERE saved.takedown_id = ${takedownId} AND saved.relation = 'row_says'
      AND worn.id = (saved.row ->> 'id')::bigint`
}

const keptIds = (client: Connection, takedownId: string, relation: string, member = 'id') =>
  readValues(client, z.string())`
    SELECT DISTINCT row ->> ${member}::text AS id FROM takedown_rows
    WHERE takedown_id = ${takedownId} AND relation = ${relation}`

/** For the subscribers of catalogue events, in the transaction that removes the look. */
const noteWithdrawal = (client: Connection, takedownId: string, looks: readonly string[]) =>
  execute(client)`
    INSERT INTO catalog.events (kind, detail)
    SELECT 'look-withdrawn', jsonb_build_object('look_id', look.id, 'url', look.url)
    FROM catalog.looks look JOIN takedowns ON takedowns.id = ${takedownId} AND is_withdrawal
    WHERE look.id = ANY (${looks})`

/** Changes to the catalogue by a takedown, inside the transaction of `client`. */
const createRemovalSteps = (client: Connection) => ({
  /** Returns the ids of the products that stay and have changed. */
  remove: async (takedownId: string): Promise<string[]> => {
    const scope = await findScope(client, takedownId)
    await keepAll(client, takedownId, scope)
    await noteWithdrawal(client, takedownId, scope.looks)
    const words = await countWords(client, scope)
    const touched = await removeAll(client, scope)
    await createCountsStore(client).recount(touched)
    await forgetWords(client, words)
    return touched.products
  },

  /** Returns the ids of the products that were restored or changed. */
  restore: async (takedownId: string): Promise<string[]> => {
    for (const table of RELATIONS) await restoreRows(client, takedownId, table)
    await restorePictures(client, takedownId)
    // Makes the next run read the whole feed, because changes of these items were ignored meanwhile.
    await execute(client)`
      UPDATE catalog.feeds SET etag = NULL, last_modified = NULL, content_hash = NULL
      WHERE shop_id IN (SELECT (row ->> 'shop_id')::int FROM takedown_rows
        WHERE takedown_id = ${takedownId} AND relation = 'offers')`
    const counts = createCountsStore(client)
    await counts.addWords(sql`
      SELECT (row ->> 'search')::tsvector FROM takedown_rows
      WHERE takedown_id = ${takedownId} AND relation IN ('worn_items', 'products')`)
    const worn = (member: string) => keptIds(client, takedownId, 'worn_items', member)
    const people = await readValues(client, z.number())`
      SELECT person.id FROM takedown_rows saved ${raw(joinPerson('saved.row'))}
      WHERE saved.takedown_id = ${takedownId} AND saved.relation = 'people'`
    const products = unique([
      ...(await worn('product_id')),
      ...(await keptIds(client, takedownId, 'products')),
    ])
    await counts.recount({
      products,
      looks: unique([...(await worn('look_id')), ...(await keptIds(client, takedownId, 'looks'))]),
      people,
    })
    for (const table of [
      'takedown_rows',
      'takedown_pictures',
      'takedown_identities',
      'takedown_suspects',
    ])
      await execute(client)`DELETE FROM ${raw(table)} WHERE takedown_id = ${takedownId}`
    return products
  },
})

/** Serializes takedowns: with a million products each may take seconds. */
const TAKEDOWN_LOCK_KEY = 7_341_011
const WAIT_FOR_TAKEDOWNS = '60s'
/** A running import holds its lock until it ends. */
const WAIT_FOR_IMPORT = '3s'

/** Marks the work as done in the same transaction; false if another transaction has done it. */
type ClaimWork = (client: Connection) => Promise<boolean>
type RemovalOutcome = 'done' | 'done already' | 'import running'

/** Removes the content of a takedown from the catalogue, and restores it. */
export const createCatalogRemoval = (pool: Database['pool']) => {
  const withCatalogLocked = async (
    claim: ClaimWork,
    work: (client: Connection) => Promise<void>,
  ): Promise<RemovalOutcome> => {
    const client = await pool.connect()
    let waitsForImport = false
    try {
      await client.query('BEGIN')
      // Takedowns wait for each other first, so that only an import can hold the other lock.
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_TAKEDOWNS}'`)
      await execute(client)`SELECT pg_advisory_xact_lock(${TAKEDOWN_LOCK_KEY})`
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_IMPORT}'`)
      waitsForImport = true
      await execute(client)`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`
      waitsForImport = false
      await client.query('SET LOCAL lock_timeout = 0')
      const isOurs = await claim(client)
      if (isOurs) {
        await work(client)
        await createCountsStore(client).announceChange()
      }
      await client.query('COMMIT')
      client.release()
      return isOurs ? 'done' : 'done already'
    } catch (error) {
      // Closing the connection rolls back, even if a ROLLBACK would fail.
      client.release(true)
      if (waitsForImport && isLockTimeout(error)) return 'import running'
      throw error
    }
  }

  return {
    remove: (takedownId: string, claim: ClaimWork) =>
      withCatalogLocked(claim, async (client) => {
        await describeProducts(client, await createRemovalSteps(client).remove(takedownId))
      }),

    restore: (takedownId: string, claim: ClaimWork) =>
      withCatalogLocked(claim, async (client) => {
        await describeProducts(client, await createRemovalSteps(client).restore(takedownId))
      }),
  }
}
export type CatalogRemoval = ReturnType<typeof createCatalogRemoval>

/**
 * Restores the content of a takedown in the transaction of the caller, who has locked the catalogue and
 * describes the products whose ids it returns.
 */
export const restoreInTransaction = (client: Connection, takedownId: string) =>
  createRemovalSteps(client).restore(takedownId)
