import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { INVITE, SESSION } from '#shared/constants.ts'
import { readRow } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'
import { shownEmail } from './account-email.ts'

const sessionRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  is_invite_user: z.boolean(),
  invited: z.boolean(),
  provider: z.string(),
  picture_version: z.string().nullable(),
  refresh_due: z.boolean(),
})

const REFRESH_AFTER = '1 day'

/** A copy on our server: pages load nothing from other sites. */
const pictureAddress = (uid: string, version: string | null) =>
  `/api/users/${uid}/picture${version ? `?v=${version}` : ''}`

export const createSessionsStore = (connection: Connection) => ({
  /** The session with its user and whether it should be extended, in one query. */
  find: async (token: string) => {
    const row = await readRow(
      connection,
      sessionRow,
      `SELECT u.id, u.name, u.email, u.is_invite_user, u.invited_at IS NOT NULL AS invited,
              s.provider, p.version AS picture_version,
              s.hard_expires_at IS NULL AND s.updated_at < now() - $2::interval AS refresh_due
         FROM sessions s
         JOIN users u ON u.id = s.user_id
         LEFT JOIN user_pictures p ON p.user_id = u.id
        WHERE s.token = $1 AND s.expires_at > now()`,
      [token, REFRESH_AFTER],
    )
    if (!row) return null
    const user = {
      uid: row.id,
      displayName: row.name,
      email: shownEmail(row.email),
      photoURL: pictureAddress(row.id, row.picture_version),
      provider: row.provider,
      hasInviteCode: row.invited,
      isInviteUser: row.is_invite_user,
    }
    return { user, isRefreshDue: row.refresh_due }
  },

  slide: async (token: string) => {
    await connection.query(
      `UPDATE sessions SET expires_at = now() + $2 * interval '1 ms', updated_at = now()
        WHERE token = $1 AND hard_expires_at IS NULL AND expires_at > now()`,
      [token, SESSION.providerMs],
    )
  },

  /** For an invite user: never lasts longer than its day. */
  createForInvite: async (
    userId: string,
    caller: { address: string; userAgent: string | null },
  ) => {
    const token = randomBytes(32).toString('base64url')
    await connection.query(
      `INSERT INTO sessions (id, token, user_id, provider, expires_at, hard_expires_at, ip_address, user_agent)
       SELECT $1, $2, $3, 'invite', ends, ends, $5, $6 FROM (SELECT now() + $4 * interval '1 ms' AS ends) AS life`,
      [randomUUID(), token, userId, INVITE.sessionMs, caller.address, caller.userAgent],
    )
    await connection.query('UPDATE users SET last_login_at = now() WHERE id = $1', [userId])
    return token
  },

  remove: async (token: string) => {
    await connection.query('DELETE FROM sessions WHERE token = $1', [token])
  },

  sweep: async () => {
    await connection.query('DELETE FROM sessions WHERE expires_at < now()')
    await connection.query('DELETE FROM verifications WHERE expires_at < now()')
    await connection.query('DELETE FROM sign_in_keys WHERE expires_at < now()')
  },
})
export type SessionsStore = ReturnType<typeof createSessionsStore>
