import { z } from 'zod'
import { DELETION_OUTCOMES, type DeletionOutcome } from '#shared/contract/data-deletion.ts'
import { RETENTION } from '#shared/retention.ts'
import { type Atomically, type Connection, readRow } from '#server/core/db/query.ts'
import { createUsersStore } from './users.store.ts'

const accountRow = z.object({ user_id: z.string(), has_other: z.boolean() })
const requestRow = z.object({ outcome: z.enum(DELETION_OUTCOMES), requested_at: z.date() })

/** Removes what came from Facebook and keeps the account. */
const unlink = async (connection: Connection, uid: string) => {
  await connection.query(
    `WITH link AS (DELETE FROM accounts WHERE user_id = $1 AND provider_id = 'facebook'),
      ended AS (DELETE FROM sessions WHERE user_id = $1 AND provider = 'facebook'),
      picture AS (DELETE FROM user_pictures WHERE user_id = $1)
     UPDATE users SET image = NULL, updated_at = now() WHERE id = $1`,
    [uid],
  )
}

export const createFacebookDeletionStore = (pool: Connection, atomically: Atomically) => {
  const deleteOrUnlink = async (
    connection: Connection,
    subject: string,
  ): Promise<DeletionOutcome> => {
    // All links in one order, as in an unlink: of two at once, the second sees what the first left.
    await connection.query(
      `SELECT FROM accounts WHERE user_id = (
         SELECT user_id FROM accounts WHERE provider_id = 'facebook' AND account_id = $1
       ) ORDER BY id FOR UPDATE`,
      [subject],
    )
    const account = await readRow(
      connection,
      accountRow,
      `SELECT user_id, EXISTS (SELECT FROM accounts other
          WHERE other.user_id = facebook.user_id AND other.provider_id <> 'facebook') AS has_other
         FROM accounts facebook WHERE provider_id = 'facebook' AND account_id = $1 FOR UPDATE`,
      [subject],
    )
    if (!account) return 'unknown'
    if (account.has_other) await unlink(connection, account.user_id)
    else await createUsersStore(connection).remove(account.user_id)
    return account.has_other ? 'unlinked' : 'deleted'
  }

  return {
    /** Does nothing for a known code: Facebook may send a request twice. */
    deleteOnce: (code: string, subject: string): Promise<void> =>
      atomically(async (connection) => {
        const { rowCount } = await connection.query(
          `INSERT INTO facebook_deletions (code, outcome) VALUES ($1, 'unknown')
           ON CONFLICT DO NOTHING`,
          [code],
        )
        if (rowCount === 0) return
        const outcome = await deleteOrUnlink(connection, subject)
        await connection.query('UPDATE facebook_deletions SET outcome = $2 WHERE code = $1', [
          code,
          outcome,
        ])
      }),

    find: (code: string) =>
      readRow(
        pool,
        requestRow,
        'SELECT outcome, requested_at FROM facebook_deletions WHERE code = $1',
        [code],
      ),

    forgetOld: () =>
      pool.query(
        "DELETE FROM facebook_deletions WHERE requested_at < now() - $1 * interval '1 ms'",
        [RETENTION.facebookDeletionsMs],
      ),
  }
}
export type FacebookDeletionStore = ReturnType<typeof createFacebookDeletionStore>
