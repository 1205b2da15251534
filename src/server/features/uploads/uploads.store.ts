import type pg from 'pg'

/** Who uploaded which file, so that it can be read only for, and deleted with, its owner. */
export const createUploadsStore = (pool: pg.Pool) => ({
  record: async (uid: string, key: string) => {
    await pool.query('INSERT INTO uploads (key, user_id) VALUES ($1, $2)', [key, uid])
  },

  isOwn: async (uid: string, key: string): Promise<boolean> => {
    const { rowCount } = await pool.query('SELECT FROM uploads WHERE key = $1 AND user_id = $2', [
      key,
      uid,
    ])
    return rowCount === 1
  },

  /** True when it was the person's and no product of theirs shows it any more; the row is gone then. */
  forgetUnused: async (uid: string, key: string, url: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `DELETE FROM uploads WHERE key = $1 AND user_id = $2 AND NOT EXISTS (
         SELECT FROM user_products WHERE user_id = $2
            AND $3 IN (image_url, thumbnail, original_image_url))`,
      [key, uid, url],
    )
    return rowCount === 1
  },
})
export type UploadsStore = ReturnType<typeof createUploadsStore>
