import { z } from 'zod'
import { type Connection, readRows } from '#server/core/db/query.ts'

/** Keeps only the newest, because a growing list would slow down every scan. */
const KEPT_PER_USER = 500

const rejectedMatch = z.object({
  productId: z.string(),
  version: z.string(),
  vector: z.array(z.number()).transform((numbers): Float32Array => Float32Array.from(numbers)),
})
export type RejectedMatch = z.output<typeof rejectedMatch>

export const createRejectedMatches = (connection: Connection) => ({
  add: async (uid: string, { productId, version, vector }: RejectedMatch) => {
    await connection.query(
      `INSERT INTO rejected_matches (user_id, product_id, vector_version, vector)
       VALUES ($1, $2, $3, $4)`,
      [uid, productId, version, [...vector]],
    )
    await connection.query(
      `DELETE FROM rejected_matches WHERE user_id = $1 AND id <= (
         SELECT id FROM rejected_matches WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [uid, KEPT_PER_USER],
    )
  },

  /** Newest first, each with the vector of the object it was rejected for. */
  of: (uid: string): Promise<RejectedMatch[]> =>
    readRows(
      connection,
      rejectedMatch,
      `SELECT product_id AS "productId", vector_version AS version, vector FROM rejected_matches
        WHERE user_id = $1 ORDER BY id DESC`,
      [uid],
    ),
})
export type RejectedMatches = ReturnType<typeof createRejectedMatches>
