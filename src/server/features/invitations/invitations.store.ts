import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { INVITE } from '#shared/constants.ts'
import type { Connection } from '#server/db/transaction.ts'

export type InviteKind = 'code' | 'ref'
export type InviteFor = { email: string | null; name: string | null; phone: string | null }

export type InviteRow = InviteFor & {
  id: string
  kind: InviteKind
  created_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}

/** Unused, not revoked, not expired: said once for every statement that spends one. */
const SPENDABLE = 'used_at IS NULL AND revoked_at IS NULL AND expires_at > now()'

export const createInvitationsStore = (pool: pg.Pool) => ({
  create: async (kind: InviteKind, hash: Buffer, { email, name, phone }: InviteFor) => {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO invites (kind, secret_hash, email, name, phone, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms')
       ON CONFLICT (secret_hash) DO NOTHING RETURNING id`,
      [kind, hash, email, name, phone, INVITE.codeLifeMs],
    )
    return rows[0]?.id ?? null
  },

  /** One statement, so that two people with one code cannot both have it. */
  redeemCode: async (uid: string, hash: Buffer): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `WITH spent AS (
         UPDATE invites SET used_at = now(), used_by = $1
          WHERE secret_hash = $2 AND kind = 'code' AND ${SPENDABLE} RETURNING id
       )
       UPDATE users SET invited_at = now(), updated_at = now() FROM spent WHERE users.id = $1`,
      [uid, hash],
    )
    return rowCount === 1
  },

  /** For making an account; an e-mail that is given must be the one it was made for. */
  spend: async (
    kind: InviteKind,
    hash: Buffer,
    email: string | null,
    connection: Connection,
  ): Promise<{ id: string; email: string; name: string | null } | null> => {
    const { rows } = await connection.query<{ id: string; email: string; name: string | null }>(
      `UPDATE invites SET used_at = now()
        WHERE secret_hash = $1 AND kind = $2 AND email = COALESCE($3, email) AND ${SPENDABLE}
        RETURNING id, email, name`,
      [hash, kind, email],
    )
    return rows[0] ?? null
  },

  /** The invite user of that e-mail, made if there is none; null where it belongs to a provider user. */
  ensureInviteUser: async (
    person: { email: string; name: string },
    inviteId: string,
    connection: Connection,
  ): Promise<{ uid: string; name: string } | null> => {
    const { rows } = await connection.query<{ uid: string; name: string }>(
      `INSERT INTO users (id, name, email, is_invite_user, invited_at)
       VALUES ($1, $2, $3, true, now())
       ON CONFLICT (email) DO UPDATE SET invited_at = COALESCE(users.invited_at, now())
         WHERE users.is_invite_user
       RETURNING id AS uid, name`,
      [randomUUID(), person.name, person.email],
    )
    const [user] = rows
    if (!user) return null
    await connection.query('UPDATE invites SET used_by = $2 WHERE id = $1', [inviteId, user.uid])
    return user
  },

  giveUp: async (uid: string) => {
    await pool.query('UPDATE users SET invited_at = NULL, updated_at = now() WHERE id = $1', [uid])
  },

  isInvited: async (uid: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'SELECT FROM users WHERE id = $1 AND invited_at IS NOT NULL',
      [uid],
    )
    return rowCount === 1
  },

  /** A new key ends the older ones. */
  replaceKey: async (uid: string, hash: Buffer, connection: Connection) => {
    await connection.query('DELETE FROM sign_in_keys WHERE user_id = $1', [uid])
    await connection.query(
      `INSERT INTO sign_in_keys (key_hash, user_id, expires_at)
       VALUES ($1, $2, now() + $3 * interval '1 ms')`,
      [hash, uid, INVITE.codeLifeMs],
    )
  },

  spendKey: async (email: string, hash: Buffer): Promise<string | null> => {
    const { rows } = await pool.query<{ user_id: string }>(
      `DELETE FROM sign_in_keys USING users
        WHERE key_hash = $2 AND users.id = user_id AND users.email = $1 AND users.is_invite_user
          AND expires_at > now()
        RETURNING user_id`,
      [email, hash],
    )
    return rows[0]?.user_id ?? null
  },

  list: async () => {
    const { rows } = await pool.query<InviteRow>(
      `SELECT id, kind, email, name, phone, created_at, expires_at, used_at, revoked_at
         FROM invites ORDER BY id DESC LIMIT 1000`,
    )
    return rows
  },

  revoke: async (id: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'UPDATE invites SET revoked_at = now() WHERE id = $1 AND used_at IS NULL AND revoked_at IS NULL',
      [id],
    )
    return rowCount === 1
  },
})
export type InvitationsStore = ReturnType<typeof createInvitationsStore>
