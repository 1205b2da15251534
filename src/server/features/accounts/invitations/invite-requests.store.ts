import { z } from 'zod'
import { INVITE_REQUEST } from '#shared/constants.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const requestRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  message: z.string(),
  asked_at: z.date(),
})
const roomRow = z.object({ isFree: z.boolean() })
const askerRow = z.object({ email: z.string(), user_id: z.string().nullable() })

type Asker = { email: string; uid: string | null; message: string }

export const createInviteRequestsStore = (connection: Connection) => ({
  /**
   * False if there are too many requests. An address that has asked keeps its request as it is, unless
   * its owner signs in and asks: anyone else may have entered it.
   */
  add: async ({ email, uid, message }: Asker): Promise<boolean> => {
    const room = await readRow(
      connection,
      roomRow,
      `WITH room AS (SELECT count(*) < $4 AS "isFree" FROM invite_requests),
        added AS (INSERT INTO invite_requests AS known (email, user_id, message)
          SELECT $1, $2, $3 FROM room WHERE "isFree"
          ON CONFLICT (email) DO UPDATE
            SET user_id = excluded.user_id, message = excluded.message, declined_at = NULL
            WHERE known.user_id IS NULL AND excluded.user_id IS NOT NULL)
      SELECT "isFree" FROM room`,
      [email, uid, message, INVITE_REQUEST.most],
    )
    return room?.isFree ?? false
  },

  /** Longest waiting first; `after` is the id of the last one that is known. */
  list: (after: string | null, limit: number) =>
    readRows(
      connection,
      requestRow,
      `SELECT r.id, r.email, users.name, r.message, r.asked_at
         FROM invite_requests r LEFT JOIN users ON users.id = r.user_id
        WHERE r.declined_at IS NULL AND r.id > COALESCE($1::bigint, 0) ORDER BY r.id LIMIT $2`,
      [after, limit],
    ),

  /** Takes an open request away; only one of two administrators gets it. */
  take: (id: string) =>
    readRow(
      connection,
      askerRow,
      'DELETE FROM invite_requests WHERE id = $1 AND declined_at IS NULL RETURNING email, user_id',
      [id],
    ),

  decline: async (id: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      'UPDATE invite_requests SET declined_at = now() WHERE id = $1 AND declined_at IS NULL',
      [id],
    )
    return rowCount === 1
  },

  sweep: async () => {
    await connection.query(
      "DELETE FROM invite_requests WHERE asked_at < now() - $1 * interval '1 ms'",
      [INVITE_REQUEST.keptMs],
    )
  },
})
export type InviteRequestsStore = ReturnType<typeof createInviteRequestsStore>
