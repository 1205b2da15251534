import { z } from 'zod'
import { readRow } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

const idRow = z.object({ id: z.string() })

export const createAdminUsersStore = (connection: Connection) => ({
  /** The id of the user with this id or e-mail address. */
  uidOf: async (idOrEmail: string): Promise<string | null> => {
    const row = await readRow(
      connection,
      idRow,
      'SELECT id FROM users WHERE id = $1 OR email = lower($1)',
      [idOrEmail],
    )
    return row?.id ?? null
  },

  /** Deleting a session announces its end to every server; running scans stop within a second. */
  suspend: async (uid: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `WITH suspended AS (
         UPDATE users SET suspended_at = COALESCE(suspended_at, now()), updated_at = now()
          WHERE id = $1 RETURNING id
       ), ended AS (
         DELETE FROM sessions USING suspended WHERE user_id = suspended.id
       ), spent AS (
         DELETE FROM sign_in_keys USING suspended WHERE user_id = suspended.id
       ), stopped AS (
         UPDATE scans SET cancelled_at = now() FROM suspended
          WHERE user_id = suspended.id AND ended_at IS NULL
       )
       SELECT FROM suspended`,
      [uid],
    )
    return rowCount === 1
  },

  restore: async (uid: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      'UPDATE users SET suspended_at = NULL, updated_at = now() WHERE id = $1',
      [uid],
    )
    return rowCount === 1
  },
})
export type AdminUsersStore = ReturnType<typeof createAdminUsersStore>
