import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { INVITE } from '#shared/constants.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const kind = z.enum(['code', 'ref'])
const invitee = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
})
const inviteRow = invitee.extend({
  id: z.string(),
  kind,
  created_at: z.date(),
  expires_at: z.date(),
  used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
})
const listedRow = inviteRow.extend({ inviter: z.string().nullable() })
const spentRow = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() })
const idRow = z.object({ id: z.string() })

type InviteKind = z.infer<typeof kind>
export type InviteFor = z.infer<typeof invitee>
export type InviteRow = z.infer<typeof inviteRow>

/** Shared by every statement that spends an invitation. */
const SPENDABLE = 'used_at IS NULL AND revoked_at IS NULL AND expires_at > now()'

export const createInvitationsStore = (connection: Connection) => ({
  /** `createdBy` is null for a command. */
  create: async (
    kind: InviteKind,
    hash: Buffer,
    { email, name, phone }: InviteFor,
    createdBy: string | null = null,
  ) => {
    const invite = await readRow(
      connection,
      idRow,
      `INSERT INTO invites (kind, secret_hash, email, name, phone, expires_at, created_by)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms', $7)
       ON CONFLICT (secret_hash) DO NOTHING RETURNING id`,
      [kind, hash, email, name, phone, INVITE.codeLifeMs, createdBy],
    )
    return invite?.id ?? null
  },

  /** One statement, so that two people cannot redeem the same code. */
  redeemCode: async (uid: string, hash: Buffer): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `WITH spent AS (
         UPDATE invites SET used_at = now(), used_by = $1
          WHERE secret_hash = $2 AND kind = 'code' AND ${SPENDABLE} RETURNING id
       )
       UPDATE users SET invited_at = now(), updated_at = now() FROM spent WHERE users.id = $1`,
      [uid, hash],
    )
    return rowCount === 1
  },

  /** For creating an account; a given email must be the one the invitation is for. */
  spend: (kind: InviteKind, hash: Buffer, email: string | null) =>
    readRow(
      connection,
      spentRow,
      `UPDATE invites SET used_at = now()
        WHERE secret_hash = $1 AND kind = $2 AND email = COALESCE($3, email) AND ${SPENDABLE}
        RETURNING id, email, name`,
      [hash, kind, email],
    ),

  /** The id of the invite user with this e-mail, created if missing; null if it is a provider user's. */
  ensureInviteUser: async (person: { email: string; name: string }, inviteId: string) => {
    const user = await readRow(
      connection,
      idRow,
      `INSERT INTO users (id, name, email, is_invite_user, invited_at)
       VALUES ($1, $2, $3, true, now())
       ON CONFLICT (email) DO UPDATE SET invited_at = COALESCE(users.invited_at, now())
         WHERE users.is_invite_user AND users.suspended_at IS NULL
       RETURNING id`,
      [randomUUID(), person.name, person.email],
    )
    if (!user) return null
    await connection.query('UPDATE invites SET used_by = $2 WHERE id = $1', [inviteId, user.id])
    return user.id
  },

  giveUp: async (uid: string) => {
    await connection.query('UPDATE users SET invited_at = NULL, updated_at = now() WHERE id = $1', [
      uid,
    ])
  },

  isInvited: async (uid: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      'SELECT FROM users WHERE id = $1 AND invited_at IS NOT NULL',
      [uid],
    )
    return rowCount === 1
  },

  /** A new key invalidates older ones. */
  replaceKey: async (uid: string, hash: Buffer) => {
    await connection.query('DELETE FROM sign_in_keys WHERE user_id = $1', [uid])
    await connection.query(
      `INSERT INTO sign_in_keys (key_hash, user_id, expires_at)
       VALUES ($1, $2, now() + $3 * interval '1 ms')`,
      [hash, uid, INVITE.codeLifeMs],
    )
  },

  spendKey: async (email: string, hash: Buffer): Promise<string | null> => {
    const spent = await readRow(
      connection,
      idRow,
      `DELETE FROM sign_in_keys USING users
        WHERE key_hash = $2 AND users.id = user_id AND users.email = $1 AND users.is_invite_user
          AND users.suspended_at IS NULL AND expires_at > now()
        RETURNING user_id AS id`,
      [email, hash],
    )
    return spent?.id ?? null
  },

  /** Newest first; `after` is the id of the last one that is known. */
  list: (after: string | null, limit: number) =>
    readRows(
      connection,
      listedRow,
      `SELECT i.id, i.kind, i.email, i.name, i.phone, i.created_at, i.expires_at, i.used_at,
              i.revoked_at, u.name AS inviter
         FROM invites i LEFT JOIN users u ON u.id = i.created_by
        WHERE i.id < COALESCE($1::bigint, 9223372036854775807) ORDER BY i.id DESC LIMIT $2`,
      [after, limit],
    ),

  /**
   * If it was used, what it gave goes too: sessions and keys of an invitation, and the right to add
   * products unless another invitation of the same user gives it.
   */
  revoke: async (id: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `WITH revoked AS (
         UPDATE invites SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL
         RETURNING used_by
       ), ended AS (
         DELETE FROM sessions USING revoked WHERE user_id = used_by AND provider = 'invite'
       ), spent AS (
         DELETE FROM sign_in_keys USING revoked WHERE user_id = used_by
       ), refused AS (
         UPDATE users SET invited_at = NULL, updated_at = now() FROM revoked
          WHERE users.id = used_by AND NOT EXISTS (SELECT FROM invites other
            WHERE other.used_by = users.id AND other.id <> $1 AND other.revoked_at IS NULL)
       )
       SELECT FROM revoked`,
      [id],
    )
    return rowCount === 1
  },
})
export type InvitationsStore = ReturnType<typeof createInvitationsStore>
