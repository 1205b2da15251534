import type pg from 'pg'

/** The newest are kept: a list that only grows would slow every scan of its owner. */
const KEPT_PER_USER = 500

export type RejectedMatch = { productId: string; version: string; vector: Float32Array }

/** 'Not this', remembered for each person. */
export const createRejectedMatches = (pool: pg.Pool) => ({
  add: async (uid: string, { productId, version, vector }: RejectedMatch) => {
    await pool.query(
      `INSERT INTO rejected_matches (user_id, product_id, vector_version, vector)
       VALUES ($1, $2, $3, $4)`,
      [uid, productId, version, [...vector]],
    )
    await pool.query(
      `DELETE FROM rejected_matches WHERE user_id = $1 AND id <= (
         SELECT id FROM rejected_matches WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [uid, KEPT_PER_USER],
    )
  },

  /** The newest first, each with the look of the thing it was rejected for. */
  of: async (uid: string): Promise<RejectedMatch[]> => {
    const { rows } = await pool.query<{ product_id: string; version: string; vector: number[] }>(
      `SELECT product_id, vector_version AS version, vector FROM rejected_matches
        WHERE user_id = $1 ORDER BY id DESC`,
      [uid],
    )
    return rows.map(({ product_id, version, vector }) => ({
      productId: product_id,
      version,
      vector: Float32Array.from(vector),
    }))
  },
})
export type RejectedMatches = ReturnType<typeof createRejectedMatches>
