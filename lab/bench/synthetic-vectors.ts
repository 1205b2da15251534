import type { Pool } from 'pg'
import type { ProductVector } from '#server/vision/vectors/vector-search.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { normalizeVector } from '#shared/vision/likeness.ts'

const LOOKS = 4_000

/** The same sequence in every run. */
const createRandom = (seed: number) => {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Clustered like real products: close within a look, far apart otherwise. Call it with rising places. */
export const createProducts = (dimensions: number) => {
  const random = createRandom(7)
  const point = () => Float32Array.from({ length: dimensions }, random)
  const looks = Array.from({ length: LOOKS }, point)
  return (index: number): ProductVector => {
    const look = looks[index % LOOKS] ?? point()
    return {
      productKey: `p${index}`,
      vector: normalizeVector(look.map((value) => value + 0.7 * random())),
      category: CATEGORIES[(index % LOOKS) % CATEGORIES.length] ?? 'other',
      ownerUid: null,
    }
  }
}

const ARRAY_HEADER_BYTES = 20
const REAL_OID = 700

/** PostgreSQL's binary form of a flat array: parsing a million vectors as text takes a quarter of an hour. */
const packVectors = (vectors: readonly Float32Array[], dimensions: number): Buffer => {
  const bytes = Buffer.alloc(ARRAY_HEADER_BYTES + vectors.length * dimensions * 8)
  for (const [index, value] of [1, 0, REAL_OID, vectors.length * dimensions, 1].entries())
    bytes.writeInt32BE(value, index * 4)
  let offset = ARRAY_HEADER_BYTES
  for (const vector of vectors)
    for (const value of vector) {
      bytes.writeInt32BE(4, offset)
      bytes.writeFloatBE(value, offset + 4)
      offset += 8
    }
  return bytes
}

export const insertVectors = async (
  pool: Pool,
  version: string,
  rows: readonly ProductVector[],
): Promise<void> => {
  const dimensions = rows[0]?.vector.length ?? 0
  await pool.query(
    `INSERT INTO model_vectors (model_version, product_key, category, vector)
    SELECT $1, product_key, category, ($4::real[])[(n - 1) * $5 + 1 : n * $5]
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given(product_key, category, n)`,
    [
      version,
      rows.map(({ productKey }) => productKey),
      rows.map(({ category }) => category),
      packVectors(
        rows.map(({ vector }) => vector),
        dimensions,
      ),
      dimensions,
    ],
  )
}
