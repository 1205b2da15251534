import { z } from 'zod'
import { type Connection, readRows, readValues } from '#server/core/db/query.ts'
import { recountTouched } from '#server/features/ingest/index.ts'

const wornRow = z.object({
  id: z.string(),
  product_id: z.string(),
  look_id: z.string(),
  person_id: z.number(),
})

/** The tables a removal empties, in the order in which a restoration fills them. */
const RELATIONS = [
  'people',
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

/** Keeps the rows of `table` that match, so that they can be restored. */
const keep = (
  client: Connection,
  takedownId: string,
  table: Relation,
  { where, values, id = 'NULL' }: { where: string; values: unknown[]; id?: string },
) =>
  client.query(
    `INSERT INTO takedown_rows (takedown_id, relation, row_id, row)
    SELECT $1, '${table}', ${id}, to_jsonb(kept) FROM catalog.${table} kept WHERE ${where}`,
    [takedownId, ...values],
  )

/** Everything of the catalogue that shows the takedown's pictures or is one of its products. */
const findAll = async (client: Connection, takedownId: string) => {
  const urls = await readValues(
    client,
    z.string(),
    'SELECT url FROM takedown_pictures WHERE takedown_id = $1',
    [takedownId],
  )
  const looks = await readValues(
    client,
    z.string(),
    'SELECT id FROM catalog.looks WHERE url = ANY ($1)',
    [urls],
  )
  const named = await readValues(
    client,
    z.string(),
    `SELECT id FROM catalog.products WHERE product_key IN
      (SELECT identity FROM takedown_identities WHERE takedown_id = $1)`,
    [takedownId],
  )
  const worn = await readRows(
    client,
    wornRow,
    `SELECT id, product_id, look_id, person_id FROM catalog.worn_items
    WHERE look_id = ANY ($1) OR product_id = ANY ($2)`,
    [looks, named],
  )
  // Without a picture of its own or another look, there is nothing left to show of a product.
  const unseen = await readValues(
    client,
    z.string(),
    `SELECT id FROM catalog.products product WHERE id = ANY ($1) AND pictures = '{}'
      AND NOT EXISTS (SELECT FROM catalog.worn_items worn
        WHERE worn.product_id = product.id AND worn.id <> ALL ($2))`,
    [worn.map((one) => one.product_id), worn.map(({ id }) => id)],
  )
  const pictured = await readValues(
    client,
    z.string(),
    'SELECT id FROM catalog.products WHERE pictures && $1 AND id <> ALL ($2)',
    [urls, [...named, ...unseen]],
  )
  return { urls, looks, worn, pictured, products: unique([...named, ...unseen]) }
}
type RemovalScope = Awaited<ReturnType<typeof findAll>>

const keepAll = async (client: Connection, takedownId: string, scope: RemovalScope) => {
  const { urls, looks, worn, pictured, products } = scope
  const ofProducts = { where: 'product_id = ANY ($2)', values: [products] }
  const ofOffers = {
    where: 'offer_id IN (SELECT id FROM catalog.offers WHERE product_id = ANY ($2))',
    values: [products],
  }
  // All of them, also those who stay: a later import may drop them.
  await keep(client, takedownId, 'people', {
    where: `id = ANY ($2) OR id IN (SELECT person_id FROM catalog.looks WHERE id = ANY ($3))`,
    values: [worn.map((one) => one.person_id), looks],
  })
  await keep(client, takedownId, 'looks', { where: 'id = ANY ($2)', values: [looks] })
  await keep(client, takedownId, 'products', {
    where: 'id = ANY ($2)',
    values: [products],
    id: 'id',
  })
  await keep(client, takedownId, 'seen_attributes', ofProducts)
  await keep(client, takedownId, 'offers', ofProducts)
  await keep(client, takedownId, 'price_changes', ofOffers)
  await keep(client, takedownId, 'offer_checks', ofOffers)
  await keep(client, takedownId, 'worn_items', {
    where: 'id = ANY ($2)',
    values: [worn.map(({ id }) => id)],
    id: 'id',
  })
  await keep(client, takedownId, 'home_samples', {
    where: `image = ANY ($2) OR name IN (SELECT title FROM catalog.products WHERE id = ANY ($3))`,
    values: [urls, products],
  })
  await client.query(
    `INSERT INTO takedown_rows (takedown_id, relation, row)
    SELECT $1::bigint, 'pictures', jsonb_build_object('id', id, 'pictures', pictures)
    FROM catalog.products WHERE id = ANY ($2)
    UNION ALL
    SELECT $1::bigint, 'row_says', jsonb_build_object('id', id, 'row_says', row_says)
    FROM catalog.worn_items
    WHERE product_id = ANY ($2) AND row_says ->> 'product_image' = ANY ($3)`,
    [takedownId, pictured, urls],
  )
}

const wordRow = z.object({ word: z.string(), uses: z.number() })

const wordsOf = (client: Connection, { worn, products }: RemovalScope) =>
  readRows(
    client,
    wordRow,
    `SELECT word, count(*)::int AS uses FROM (
      SELECT search FROM catalog.worn_items WHERE id = ANY ($1)
      UNION ALL SELECT search FROM catalog.products WHERE id = ANY ($2) AND worn_count = 0) gone,
      unnest(tsvector_to_array(search)) AS one(word)
    GROUP BY word`,
    [worn.map(({ id }) => id), products],
  )

/** Words that only the removed rows had would still be suggested. */
const forgetWords = async (client: Connection, words: readonly z.infer<typeof wordRow>[]) => {
  const names = words.map(({ word }) => word)
  await client.query(
    `UPDATE catalog.words SET uses = words.uses - gone.uses
    FROM unnest($1::text[], $2::int[]) AS gone(word, uses) WHERE words.word = gone.word`,
    [names, words.map(({ uses }) => uses)],
  )
  await client.query(
    `DELETE FROM catalog.words WHERE word = ANY ($1) AND uses <= 0
      AND NOT EXISTS (SELECT FROM catalog.worn_items WHERE search @@ quote_literal(word)::tsquery)
      AND NOT EXISTS (SELECT FROM catalog.products
        WHERE worn_count = 0 AND search @@ quote_literal(word)::tsquery)`,
    [names],
  )
}

const removeAll = async (client: Connection, scope: RemovalScope) => {
  const { urls, looks, worn, pictured, products } = scope
  await client.query(
    `DELETE FROM catalog.brands WHERE name IN
      (SELECT brand FROM search.documents WHERE product_id = ANY ($1))
      AND NOT EXISTS (SELECT FROM search.documents
        WHERE documents.brand = brands.name AND product_id <> ALL ($1))`,
    [products],
  )
  await client.query(
    `DELETE FROM catalog.home_samples WHERE image = ANY ($1)
      OR name IN (SELECT title FROM catalog.products WHERE id = ANY ($2))`,
    [urls, products],
  )
  await client.query('DELETE FROM catalog.worn_items WHERE id = ANY ($1)', [
    worn.map(({ id }) => id),
  ])
  const people = await readRows(
    client,
    z.object({ person_id: z.number() }),
    'DELETE FROM catalog.looks WHERE id = ANY ($1) RETURNING person_id',
    [looks],
  )
  await client.query('DELETE FROM catalog.products WHERE id = ANY ($1)', [products])
  await client.query(
    `UPDATE catalog.worn_items SET row_says = row_says || '{"product_image": null}'
    WHERE product_id = ANY ($1) AND row_says ->> 'product_image' = ANY ($2)`,
    [pictured, urls],
  )
  await client.query(
    `UPDATE catalog.products SET pictures = ARRAY(
      SELECT url FROM unnest(pictures) WITH ORDINALITY AS one(url, place)
      WHERE url <> ALL ($2) ORDER BY place)
    WHERE id = ANY ($1)`,
    [pictured, urls],
  )
  const left = unique(worn.map((one) => one.product_id)).filter((id) => !products.includes(id))
  // Their vectors were made from a removed picture; new ones follow.
  await client.query(
    `WITH changed AS (SELECT product_key::text AS key FROM catalog.products
      WHERE id = ANY ($1) OR (id = ANY ($2) AND pictures = '{}'))
    SELECT forget_vectors(array_agg(key)), ask_for_jobs('product-vector', array_agg(key))
    FROM changed HAVING count(*) > 0`,
    [pictured, left],
  )
  return {
    products: unique([...left, ...pictured]),
    looks: unique(worn.map((one) => one.look_id)).filter((id) => !looks.includes(id)),
    people: unique([...worn, ...people].map((one) => one.person_id)),
  }
}

/** Without generated columns, which cannot be written. */
const columnsOf = (client: Connection, table: Relation) =>
  readValues(
    client,
    z.string(),
    `SELECT quote_ident(column_name) FROM information_schema.columns
    WHERE table_schema = 'catalog' AND table_name = $1 AND is_generated = 'NEVER'
    ORDER BY ordinal_position`,
    [table],
  )

/** Kept values that may no longer hold: what they referred to may be gone, or have another id. */
const REPLACED: Partial<Record<Relation, Record<string, string>>> = {
  looks: { person_id: 'person.id' },
  products: {
    described_by: '(SELECT id FROM catalog.shops WHERE id = kept.described_by)',
    // Kept before the column was there.
    departments: `coalesce(kept.departments, '{}')`,
  },
  worn_items: {
    person_id: 'person.id',
    offer_id: '(SELECT id FROM catalog.offers WHERE id = kept.offer_id)',
  },
}
/** By name, because an import may have added the same person again. */
const PERSON = `JOIN takedown_rows whose ON whose.takedown_id = $1 AND whose.relation = 'people'
    AND (whose.row ->> 'id')::int = kept.person_id
  JOIN catalog.people person ON person.name = whose.row ->> 'name'`
const JOINS: Partial<Record<Relation, string>> = {
  looks: PERSON,
  seen_attributes: 'JOIN catalog.products known ON known.id = kept.product_id',
  offers: `JOIN catalog.products known ON known.id = kept.product_id
    JOIN (SELECT id FROM catalog.shops UNION ALL SELECT NULL) shop
      ON shop.id IS NOT DISTINCT FROM kept.shop_id`,
  price_changes: 'JOIN catalog.offers known ON known.id = kept.offer_id',
  offer_checks: 'JOIN catalog.offers known ON known.id = kept.offer_id',
  worn_items: `${PERSON} JOIN catalog.products known ON known.id = kept.product_id
    JOIN catalog.looks look ON look.id = kept.look_id`,
}

const putBack = async (client: Connection, takedownId: string, table: Relation) => {
  const columns = await columnsOf(client, table)
  const replaced = REPLACED[table] ?? {}
  await client.query(
    `INSERT INTO catalog.${table} (${columns.join(', ')})
    SELECT ${columns.map((column) => replaced[column] ?? `kept.${column}`).join(', ')}
    FROM takedown_rows saved
    CROSS JOIN LATERAL jsonb_populate_record(NULL::catalog.${table}, saved.row) kept
    ${JOINS[table] ?? ''}
    WHERE saved.takedown_id = $1 AND saved.relation = '${table}' ORDER BY saved.place
    ON CONFLICT DO NOTHING`,
    [takedownId],
  )
}

const putPicturesBack = async (client: Connection, takedownId: string) => {
  await client.query(
    `UPDATE catalog.products product SET pictures = former.pictures || ARRAY(
      SELECT url FROM unnest(product.pictures) AS one(url) WHERE url <> ALL (former.pictures))
    FROM (SELECT DISTINCT ON ((row ->> 'id')::bigint) (row ->> 'id')::bigint AS id,
        ARRAY(SELECT jsonb_array_elements_text(row -> 'pictures')) AS pictures
      FROM takedown_rows WHERE takedown_id = $1 AND relation = 'pictures'
      ORDER BY (row ->> 'id')::bigint, place) former
    WHERE product.id = former.id`,
    [takedownId],
  )
  await client.query(
    `UPDATE catalog.worn_items worn SET row_says = saved.row -> 'row_says'
    FROM takedown_rows saved WHERE saved.takedown_id = $1 AND saved.relation = 'row_says'
      AND worn.id = (saved.row ->> 'id')::bigint`,
    [takedownId],
  )
}

const keptIds = (client: Connection, takedownId: string, relation: string, member = 'id') =>
  readValues(
    client,
    z.string(),
    `SELECT DISTINCT row ->> '${member}' AS id FROM takedown_rows
    WHERE takedown_id = $1 AND relation = $2`,
    [takedownId, relation],
  )

/** What a takedown does to the catalogue, inside the transaction of `client`. */
export const removalOn = (client: Connection) => ({
  /** Returns the ids of the products that stay and have changed. */
  remove: async (takedownId: string): Promise<string[]> => {
    const scope = await findAll(client, takedownId)
    await keepAll(client, takedownId, scope)
    const words = await wordsOf(client, scope)
    const touched = await removeAll(client, scope)
    await recountTouched(client, touched)
    await forgetWords(client, words)
    return touched.products
  },

  /** Returns the ids of the products that are back or have changed. */
  restore: async (takedownId: string): Promise<string[]> => {
    for (const table of RELATIONS) await putBack(client, takedownId, table)
    await putPicturesBack(client, takedownId)
    // Read in full next time: what the feed says of them has been ignored meanwhile.
    await client.query(
      `UPDATE catalog.feeds SET etag = NULL, last_modified = NULL, content_hash = NULL
      WHERE shop_id IN (SELECT (row ->> 'shop_id')::int FROM takedown_rows
        WHERE takedown_id = $1 AND relation = 'offers')`,
      [takedownId],
    )
    await client.query(
      `INSERT INTO catalog.words (word, stem, uses)
      SELECT word, coalesce((ts_lexize('english_stem', word))[1], word), count(*)
      FROM takedown_rows saved, unnest(tsvector_to_array((saved.row ->> 'search')::tsvector)) AS one(word)
      WHERE saved.takedown_id = $1 AND saved.relation IN ('worn_items', 'products')
        AND length(word) BETWEEN 2 AND 40
      GROUP BY word ON CONFLICT (word) DO UPDATE SET uses = words.uses + excluded.uses`,
      [takedownId],
    )
    const worn = (member: string) => keptIds(client, takedownId, 'worn_items', member)
    const people = await readValues(
      client,
      z.number(),
      `SELECT person.id FROM takedown_rows saved
      JOIN catalog.people person ON person.name = saved.row ->> 'name'
      WHERE saved.takedown_id = $1 AND saved.relation = 'people'`,
      [takedownId],
    )
    const products = unique([
      ...(await worn('product_id')),
      ...(await keptIds(client, takedownId, 'products')),
    ])
    await recountTouched(client, {
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
      await client.query(`DELETE FROM ${table} WHERE takedown_id = $1`, [takedownId])
    return products
  },
})
