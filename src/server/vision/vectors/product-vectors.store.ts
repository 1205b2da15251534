import { z } from 'zod'
import { readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { ProductVector } from './vector-search.ts'

/** PostgreSQL's binary format of a one-dimensional array: a header, then length and value of each element. */
const ARRAY_HEADER_BYTES = 20
const ELEMENT_BYTES = 8

const floatsOf = (sent: string): Float32Array => {
  const bytes = Buffer.from(sent, 'base64')
  const count = (bytes.length - ARRAY_HEADER_BYTES) / ELEMENT_BYTES
  const vector = new Float32Array(count)
  for (let place = 0; place < count; place += 1)
    vector[place] = bytes.readFloatBE(ARRAY_HEADER_BYTES + place * ELEMENT_BYTES + 4)
  return vector
}

/** Parsing 100,000 vectors as decimal text would block the server for many seconds. */
const COLUMNS = `product_key, encode(array_send(vector), 'base64') AS vector, category, price,
  owner_uid`

const vectorRow = z
  .object({
    product_key: z.string(),
    vector: z.string(),
    category: z.string(),
    price: z.number().nullable(),
    owner_uid: z.string().nullable(),
  })
  .transform((row): ProductVector => ({
    productKey: row.product_key,
    vector: floatsOf(row.vector),
    category: row.category,
    price: row.price,
    ownerUid: row.owner_uid,
  }))

const PAGE_VECTORS = 4_000

export const createProductVectorsStore = (connection: Connection) => ({
  readAll: async function* (version: string) {
    for (let after = ''; ;) {
      const page = await readRows(
        connection,
        vectorRow,
        `SELECT ${COLUMNS} FROM product_vectors
        WHERE model_version = $1 AND product_key > $2 ORDER BY product_key LIMIT $3`,
        [version, after, PAGE_VECTORS],
      )
      const last = page.at(-1)
      if (!last) return
      yield page
      after = last.productKey
    }
  },

  read: (version: string, productKeys: readonly string[]) =>
    readRows(
      connection,
      vectorRow,
      `SELECT ${COLUMNS} FROM product_vectors WHERE model_version = $1 AND product_key = ANY ($2)`,
      [version, productKeys],
    ),

  /** PostgreSQL arrays of arrays must be rectangular, so each vector is sent as the text of an array. */
  write: async (version: string, vectors: readonly ProductVector[]) => {
    await connection.query(
      `INSERT INTO product_vectors (product_key, vector, category, price, owner_uid, model_version)
      SELECT product_key, vector::real[], category, price, owner_uid, $6
      FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[])
        AS given(product_key, vector, category, price, owner_uid)
      ON CONFLICT (product_key) DO UPDATE SET vector = excluded.vector,
        category = excluded.category, price = excluded.price, owner_uid = excluded.owner_uid,
        model_version = excluded.model_version`,
      [
        vectors.map(({ productKey }) => productKey),
        vectors.map(({ vector }) => `{${vector.join(',')}}`),
        vectors.map(({ category }) => category),
        vectors.map(({ price }) => price),
        vectors.map(({ ownerUid }) => ownerUid),
        version,
      ],
    )
  },

  remove: async (productKeys: readonly string[]) => {
    await connection.query('DELETE FROM product_vectors WHERE product_key = ANY ($1)', [
      productKeys,
    ])
  },
})
