import { z } from 'zod'
import { type Connection, readRows } from '#server/core/db/query.ts'

const bytes = z.instanceof(Buffer).nullable()
const keyRow = z.object({ takedown_id: z.string(), url: z.string() })
const pictureRow = keyRow.extend({
  sha256: bytes,
  grid: bytes,
  aspect: z.number().nullable(),
})

export type RemovedPictureKey = z.infer<typeof keyRow>
export type RemovedPicture = z.infer<typeof pictureRow>

export const createRemovedPicturesStore = (connection: Connection) => ({
  keys: () => readRows(connection, keyRow, 'SELECT takedown_id, url FROM takedown_pictures'),

  /** With their fingerprints, 12 KB each. */
  read: (keys: readonly RemovedPictureKey[]) =>
    readRows(
      connection,
      pictureRow,
      `SELECT takedown_id, url, sha256, grid, aspect FROM takedown_pictures
      JOIN unnest($1::bigint[], $2::text[]) AS wanted(takedown_id, url) USING (takedown_id, url)`,
      [keys.map(({ takedown_id }) => takedown_id), keys.map(({ url }) => url)],
    ),

  /** Another address of a removed picture. Servers are told, and one removes it from the catalogue. */
  block: async (takedownId: string, url: string) => {
    await connection.query(
      `WITH added AS (
        INSERT INTO takedown_pictures (takedown_id, url)
        SELECT id, $2 FROM takedowns WHERE id = $1 AND restored_at IS NULL
        ON CONFLICT DO NOTHING RETURNING takedown_id
      ), pending AS (
        UPDATE takedowns SET applied_at = NULL, purged_at = NULL
        FROM added WHERE takedowns.id = added.takedown_id RETURNING takedowns.id)
      SELECT pg_notify('takedown_changed', id::text) FROM pending`,
      [takedownId, url],
    )
  },
})
export type RemovedPicturesStore = ReturnType<typeof createRemovedPicturesStore>
