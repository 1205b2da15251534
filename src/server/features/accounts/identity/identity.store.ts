import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ProviderId, type SignInMethod, signInMethodSchema } from '#shared/contract/session.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import { NO_EMAIL_DOMAIN } from './account-email.ts'
import type { ClaimedRole, RoleChange } from './claimed-role.ts'

export const createIdentityStore = (connection: Connection) => ({
  noteLogin: async (uid: string) => {
    await connection.query('UPDATE users SET last_login_at = now() WHERE id = $1', [uid])
  },

  isSuspended: async (uid: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      'SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL',
      [uid],
    )
    return rowCount === 1
  },

  /** The providers of the account with this e-mail: none for an invite user, null without an account. */
  providersOfEmail: async (email: string): Promise<SignInMethod[] | null> => {
    const row = await readRow(
      connection,
      z.object({ providers: z.array(signInMethodSchema) }),
      `SELECT array_remove(array_agg(a.provider_id ORDER BY a.created_at), NULL) AS providers
         FROM users u LEFT JOIN accounts a ON a.user_id = u.id
        WHERE u.email = $1 GROUP BY u.id`,
      [email.toLowerCase()],
    )
    return row?.providers ?? null
  },

  /**
   * Hands an account that an invitation created for an e-mail to whoever the provider verified as
   * its holder. Redeeming the invitation proved less, so those sessions and keys end.
   */
  claimInviteUser: async (email: string, provider: SignInMethod, subject: string) => {
    await connection.query(
      `WITH claimed AS (
         UPDATE users SET is_invite_user = false, email_verified = true, updated_at = now()
          WHERE email = $1 AND is_invite_user
            AND NOT EXISTS (SELECT FROM accounts WHERE user_id = users.id)
            AND NOT EXISTS (SELECT FROM accounts WHERE provider_id = $2 AND account_id = $3)
         RETURNING id
       ), ended AS (
         DELETE FROM sessions USING claimed WHERE user_id = claimed.id
       ), spent AS (
         DELETE FROM sign_in_keys USING claimed WHERE user_id = claimed.id
       )
       INSERT INTO accounts (id, account_id, provider_id, user_id)
       SELECT $4, $3, $2, id FROM claimed`,
      [email, provider, subject, randomUUID()],
    )
  },

  /**
   * Takes an e-mail from an account whose provider never verified it, for the person who did verify
   * it. That account stays, without an e-mail. False if it is a verified or an invite user's address.
   */
  releaseEmail: async (email: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `UPDATE users SET email = 'released-' || id || $2, updated_at = now()
        WHERE email = $1 AND NOT email_verified AND NOT is_invite_user`,
      [email.toLowerCase(), NO_EMAIL_DOMAIN],
    )
    return rowCount === 1
  },

  linkedProviders: async (uid: string): Promise<SignInMethod[]> => {
    const rows = await readRows(
      connection,
      z.object({ provider_id: signInMethodSchema }),
      'SELECT provider_id FROM accounts WHERE user_id = $1 ORDER BY created_at',
      [uid],
    )
    return rows.map((row) => row.provider_id)
  },

  accountRowId: async (uid: string, provider: ProviderId): Promise<string | null> => {
    const row = await readRow(
      connection,
      z.object({ id: z.string() }),
      'SELECT id FROM accounts WHERE user_id = $1 AND provider_id = $2',
      [uid, provider],
    )
    return row?.id ?? null
  },

  /** The provider's id of the user's account there. */
  accountIdAt: async (uid: string, provider: ProviderId): Promise<string | null> => {
    const row = await readRow(
      connection,
      z.object({ account_id: z.string() }),
      'SELECT account_id FROM accounts WHERE user_id = $1 AND provider_id = $2',
      [uid, provider],
    )
    return row?.account_id ?? null
  },

  /**
   * Unlinks a provider and ends the sessions it began, except the one that asks: that one goes on
   * as a session of the remaining provider. False for the last provider, as removing it would lock
   * the user out. Two of these at once run one after the other.
   */
  unlink: async (uid: string, provider: SignInMethod, sessionId: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `WITH held AS (
         SELECT provider_id FROM accounts WHERE user_id = $1 ORDER BY id FOR UPDATE
       ), other AS (
         SELECT provider_id FROM held WHERE provider_id <> $2 LIMIT 1
       ), ended AS (
         DELETE FROM sessions USING other
          WHERE user_id = $1 AND provider = $2 AND sessions.id <> $3
       ), kept AS (
         UPDATE sessions SET provider = other.provider_id FROM other
          WHERE user_id = $1 AND provider = $2 AND sessions.id = $3
       )
       DELETE FROM accounts USING other WHERE user_id = $1 AND accounts.provider_id = $2`,
      [uid, provider, sessionId],
    )
    return rowCount === 1
  },

  /**
   * Gives the role that the OpenID provider names, and takes away one that it gave earlier, except
   * from the last administrator. Two who lose it at once wait for each other at the locked rows.
   */
  applyClaimedRole: async (uid: string, role: ClaimedRole): Promise<RoleChange> => {
    const row = await readRow(
      connection,
      z.object({ change: z.enum(['none', 'changed', 'kept']) }),
      `WITH admins AS (
         SELECT id FROM users WHERE is_admin AND suspended_at IS NULL ORDER BY id FOR UPDATE
       ), was AS (
         SELECT id, is_admin, invited_at IS NOT NULL AS invited, claimed_role,
                $2 <> 'admin' AND is_admin AND claimed_role = 'admin' AS loses_admin,
                NOT EXISTS (SELECT FROM admins WHERE admins.id <> users.id) AS is_last,
                $2 = 'user' AND claimed_role IS NOT NULL
                  AND NOT EXISTS (SELECT FROM invites WHERE used_by = users.id) AS loses_invitation
           FROM users WHERE id = $1
       ), becomes AS (
         SELECT *, loses_admin AND is_last AS keeps,
                $2 = 'admin' OR is_admin AND NOT (loses_admin AND NOT is_last) AS will_be_admin,
                $2 <> 'user' OR invited AND NOT (loses_invitation AND NOT (loses_admin AND is_last))
                  AS will_be_invited
           FROM was
       ), changed AS (
         UPDATE users SET
                is_admin = will_be_admin,
                invited_at = CASE WHEN will_be_invited THEN COALESCE(invited_at, now()) END,
                claimed_role = CASE WHEN keeps THEN 'admin' ELSE NULLIF($2, 'user') END
           FROM becomes WHERE users.id = becomes.id
       ), judged AS (
         SELECT id, CASE WHEN keeps THEN 'kept'
                     WHEN (will_be_admin, will_be_invited) IS DISTINCT FROM (is_admin, invited)
                     THEN 'changed' ELSE 'none' END AS change
           FROM becomes
       ), noted AS (
         INSERT INTO audit_log (event, subject)
         SELECT CASE change WHEN 'kept' THEN 'last-admin-kept-although-provider-disagrees'
                            ELSE 'role-changed-by-provider' END, id
           FROM judged WHERE change <> 'none'
       )
       SELECT change FROM judged`,
      [uid, role],
    )
    return row?.change ?? 'none'
  },

  /** From now on an invite user who linked a provider signs in with that. */
  noteLinked: async (uid: string) => {
    await connection.query(
      `UPDATE users SET is_invite_user = false
        WHERE id = $1 AND is_invite_user AND EXISTS (SELECT FROM accounts WHERE user_id = $1)`,
      [uid],
    )
  },
})
export type IdentityStore = ReturnType<typeof createIdentityStore>
