import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { INVITE, SESSION } from '#shared/constants.ts'
import { shownEmail } from './account-email.ts'

type SessionRow = {
  id: string
  name: string
  email: string
  is_invite_user: boolean
  invited: boolean
  provider: string
  picture_version: string | null
  refresh_due: boolean
}

const REFRESH_AFTER = '1 day'

/** A copy on our server: pages load nothing from other sites. */
const pictureAddress = (uid: string, version: string | null) =>
  `/api/users/${uid}/picture${version ? `?v=${version}` : ''}`

export const createSessionsStore = (pool: pg.Pool) => ({
  /** The session with its user and whether it should be extended, in one query. */
  find: async (token: string) => {
    const { rows } = await pool.query<SessionRow>(
      `SELECT u.id, u.name, u.email, u.is_invite_user, u.invited_at IS NOT NULL AS invited,
              s.provider, p.version AS picture_version,
              s.hard_expires_at IS NULL AND s.updated_at < now() - $2::interval AS refresh_due
         FROM sessions s
         JOIN users u ON u.id = s.user_id
         LEFT JOIN user_pictures p ON p.user_id = u.id
        WHERE s.token = $1 AND s.expires_at > now()`,
      [token, REFRESH_AFTER],
    )
    const [row] = rows
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
    await pool.query(
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
    await pool.query(
      `INSERT INTO sessions (id, token, user_id, provider, expires_at, hard_expires_at, ip_address, user_agent)
       SELECT $1, $2, $3, 'invite', ends, ends, $5, $6 FROM (SELECT now() + $4 * interval '1 ms' AS ends) AS life`,
      [randomUUID(), token, userId, INVITE.sessionMs, caller.address, caller.userAgent],
    )
    await pool.query('UPDATE users SET last_login_at = now() WHERE id = $1', [userId])
    return token
  },

  remove: async (token: string) => {
    await pool.query('DELETE FROM sessions WHERE token = $1', [token])
  },

  sweep: async () => {
    await pool.query('DELETE FROM sessions WHERE expires_at < now()')
    await pool.query('DELETE FROM verifications WHERE expires_at < now()')
    await pool.query('DELETE FROM sign_in_keys WHERE expires_at < now()')
  },
})
export type SessionsStore = ReturnType<typeof createSessionsStore>
