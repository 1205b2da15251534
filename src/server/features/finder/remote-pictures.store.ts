import type pg from 'pg'

const KEPT = '7 days'

/** Picture addresses of recent results: the image proxy serves only addresses it knows. */
export const createRemotePictures = (pool: pg.Pool) => ({
  remember: async (urls: readonly string[]) => {
    if (urls.length === 0) return
    await pool.query(
      `INSERT INTO remote_pictures (url) SELECT DISTINCT unnest($1::text[])
       ON CONFLICT (url) DO UPDATE SET seen_at = now()`,
      [urls],
    )
    await pool.query(`DELETE FROM remote_pictures WHERE seen_at < now() - interval '${KEPT}'`)
  },
})
export type RemotePictures = ReturnType<typeof createRemotePictures>
