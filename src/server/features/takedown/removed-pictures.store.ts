import { z } from 'zod'
import { readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

const bytes = z.instanceof(Buffer).nullable()
const pictureRow = z.object({
  takedown_id: z.string(),
  url: z.string(),
  sha256: bytes,
  grid: bytes,
  aspect: z.number().nullable(),
})

export const createRemovedPicturesStore = (connection: Connection) => ({
  all: () =>
    readRows(
      connection,
      pictureRow,
      'SELECT takedown_id, url, sha256, grid, aspect FROM takedown_pictures',
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
