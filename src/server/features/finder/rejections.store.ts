import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRows } from '#server/core/db/sql.ts'
import { computeDotProduct, computeLength } from '#shared/vision/likeness.ts'
import type { VersionedVector } from './vision.service.ts'

/** Keeps only the newest, because a growing list would slow down every scan. */
const MAX_PER_USER = 500

const rejectedMatch = z.object({
  productId: z.string(),
  version: z.string(),
  vector: z.array(z.number()).transform((numbers): Float32Array => Float32Array.from(numbers)),
})
type RejectedMatch = z.output<typeof rejectedMatch>

export const createRejectedMatches = (connection: Connection) => ({
  add: async (uid: string, { productId, version, vector }: RejectedMatch) => {
    await execute(connection)`
      INSERT INTO rejected_matches (user_id, product_id, vector_version, vector)
      VALUES (${uid}, ${productId}, ${version}, ${[...vector]})`
    await execute(connection)`
      DELETE FROM rejected_matches WHERE user_id = ${uid} AND id <= (
         SELECT id FROM rejected_matches WHERE user_id = ${uid} ORDER BY id DESC
           OFFSET ${MAX_PER_USER} LIMIT 1)`
  },

  /** Newest first, each with the vector of the object it was rejected for. */
  listFor: (uid: string): Promise<RejectedMatch[]> =>
    readRows(connection, rejectedMatch)`
      SELECT product_id AS "productId", vector_version AS version, vector FROM rejected_matches
        WHERE user_id = ${uid} ORDER BY id DESC`,
})
type RejectedMatches = ReturnType<typeof createRejectedMatches>

/** Cosine above which two crops show the same object, as in a slightly different crop. */
const SAME_OBJECT_COSINE = 0.86

const computeCosine = (a: Float32Array, b: Float32Array): number => {
  const lengths = computeLength(a) * computeLength(b)
  return lengths > 0 ? computeDotProduct(a, b) / lengths : 0
}

/** Remembers what users rejected with 'Not this', by the appearance of the object. */
export const createRejections = (store: RejectedMatches) => ({
  remember: (uid: string, appearance: VersionedVector, productId: string) =>
    store.add(uid, { ...appearance, productId }),

  /** Drops products that this user has rejected for similar objects. */
  filterFor: async (uid: string) => {
    const rejected = await store.listFor(uid)
    return <Product extends { id: string }>(
      object: VersionedVector,
      products: readonly Product[],
    ): Product[] =>
      products.filter(
        ({ id }) =>
          !rejected.some(
            ({ productId, version, vector }) =>
              productId === id &&
              version === object.version &&
              computeCosine(vector, object.vector) >= SAME_OBJECT_COSINE,
          ),
      )
  },
})
export type Rejections = ReturnType<typeof createRejections>
