import { RETENTION } from '#shared/retention.ts'
import type { Connection } from '#server/core/db/query.ts'

/** Picture addresses of recent results: the image proxy serves only addresses it knows. */
export const createRemotePictures = (connection: Connection) => ({
  remember: async (urls: readonly string[]) => {
    if (urls.length === 0) return
    await connection.query(
      `INSERT INTO remote_pictures (url) SELECT DISTINCT unnest($1::text[])
       ON CONFLICT (url) DO UPDATE SET seen_at = now()`,
      [urls],
    )
    await connection.query(
      "DELETE FROM remote_pictures WHERE seen_at < now() - $1 * interval '1 ms'",
      [RETENTION.remotePicturesMs],
    )
  },
})
export type RemotePictures = ReturnType<typeof createRemotePictures>
