import { z } from 'zod'
import { type Connection, inEuros, readRows } from '#server/core/db/query.ts'
import { describeProduct } from './describe-product.ts'
import { VOCABULARY_VERSION } from './vocabulary/vocabulary.ts'

const BATCH = 2_000

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
  seen_kind: text,
  seen_type: text,
  seen_colors: texts,
  seen_pattern: text,
  seen_material: text,
})

const CANNOT_BE_BOUGHT = `coalesce(availability IN ('out_of_stock', 'removed'), false)`

/** Described again: new products, changed ones, and all of them after the vocabulary has changed. */
const staleAnd = (condition: string) => `
  SELECT product.id, product.title, product.brand, product.category, product.kind, product.colors,
    product.pattern, product.material, seen.kind AS seen_kind, seen.type AS seen_type,
    seen.colors AS seen_colors, seen.pattern AS seen_pattern, seen.material AS seen_material
  FROM catalog.products product
  LEFT JOIN catalog.facets known ON known.product_id = product.id
  LEFT JOIN catalog.seen_attributes seen ON seen.product_id = product.id
  WHERE product.id > $1 AND ${condition} AND known.vocabulary IS DISTINCT FROM ${VOCABULARY_VERSION}
  ORDER BY product.id LIMIT ${BATCH}`
const STALE = { name: 'stale-facets', text: staleAnd('true') }
/** Looking through a million products for a few takes seconds. */
const STALE_AMONG = { name: 'stale-facets-among', text: staleAnd('product.id = ANY ($2)') }

const VALUES = `vocabulary, kind, colors, patterns, materials, brand, shops, conditions, is_in_stock,
  amount, currency, euros`

const WRITE = `
  INSERT INTO catalog.facets AS known (product_id, ${VALUES}, place)
  SELECT product.id, ${VOCABULARY_VERSION}, described.kind, described.colors, described.patterns,
    described.materials, product.brand, coalesce(offered.shops, '{}'),
    coalesce(offered.conditions, '{}'), coalesce(offered.is_in_stock, false), cheapest.amount,
    cheapest.currency, cheapest.euros,
    hashtext(product.product_key::text) & 2147483647
  FROM json_to_recordset($1::json) AS described(id bigint, kind text, colors text[],
    patterns text[], materials text[])
  JOIN catalog.products product USING (id)
  LEFT JOIN LATERAL (
    SELECT array_agg(DISTINCT shop_id) FILTER (WHERE shop_id IS NOT NULL) AS shops,
      array_agg(DISTINCT condition) FILTER (WHERE condition IS NOT NULL) AS conditions,
      bool_or(availability = 'in_stock') AS is_in_stock
    FROM (SELECT *, ${CANNOT_BE_BOUGHT} AS is_gone, bool_and(${CANNOT_BE_BOUGHT}) OVER () AS are_gone
      FROM catalog.offers WHERE product_id = product.id) offer
    WHERE NOT is_gone OR are_gone
  ) offered ON true
  LEFT JOIN LATERAL (
    SELECT price_amount AS amount, currency, (${inEuros('price_amount', 'currency')})::real AS euros
    FROM catalog.offers WHERE product_id = product.id
    ORDER BY ${CANNOT_BE_BOUGHT}, ${inEuros('price_amount', 'currency')}, id LIMIT 1
  ) cheapest ON true
  ON CONFLICT (product_id) DO UPDATE SET (${VALUES}) = ROW (${VALUES.split(/,\s*/)
    .map((column) => `excluded.${column}`)
    .join(', ')})`

/** Writes the facets of products in the terms of the vocabulary. */
export const facetsOn = (connection: Connection) => ({
  /** Of all products or of these; how many rows were written. */
  describeStale: async (among?: readonly string[]): Promise<number> => {
    const brands = new Set<string>()
    let described = 0
    let after = '0'
    for (;;) {
      const products = among
        ? await readRows(connection, factsRow, STALE_AMONG, [after, among])
        : await readRows(connection, factsRow, STALE, [after])
      const last = products.at(-1)
      if (!last) break
      const rows = products.map(({ id, brand, ...facts }) => {
        if (brand) brands.add(brand)
        return { id, ...describeProduct(facts) }
      })
      await connection.query({ name: 'write-facets', text: WRITE, values: [JSON.stringify(rows)] })
      described += products.length
      after = last.id
    }
    if (described > 0) await listBrands(connection, [...brands])
    return described
  },

  /** After new exchange rates. */
  convertPrices: async (): Promise<void> => {
    await connection.query(`
      UPDATE catalog.facets SET euros = (${inEuros('amount', 'currency')})::real
      WHERE currency <> 'EUR'
        AND euros IS DISTINCT FROM (${inEuros('amount', 'currency')})::real`)
  },
})

const listBrands = async (connection: Connection, described: readonly string[]) => {
  await connection.query(
    'INSERT INTO catalog.brands (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [described],
  )
  await connection.query(`
    DELETE FROM catalog.brands WHERE NOT EXISTS
      (SELECT FROM catalog.facets WHERE facets.brand = brands.name)`)
}
