import type pg from 'pg'

/** The newest are kept: nobody refuses more than this, and a list that only grows ends badly. */
const KEPT_PER_USER = 500

export type RejectedMatch = { productId: string; vector: Float32Array }

/** 'Not this', remembered for each person. */
export const createRejectedMatches = (pool: pg.Pool) => ({
  add: async (uid: string, version: string, { productId, vector }: RejectedMatch) => {
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

  /** The products that this person has ever sent away, each with what it was not. */
  of: async (uid: string): Promise<(RejectedMatch & { version: string })[]> => {
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
