import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Connection, matchesRow, readRows, readValue } from '#server/core/db/query.ts'
import { type ProviderId, type SignInMethod, signInMethodSchema } from '#shared/contract/session.ts'
import type { ClaimedRole, Profile } from './providers.ts'

/** Every user has an e-mail in the table, but some have none. `.invalid` is never real. */
const NO_EMAIL_DOMAIN = '@no-email.invalid'

const standInEmail = (provider: string, subject: string) =>
  `${provider}-${subject}${NO_EMAIL_DOMAIN}`.toLowerCase()

/** The e-mail to show; null if the provider gave none. */
export const shownEmail = (email: string): string | null =>
  email.endsWith(NO_EMAIL_DOMAIN) ? null : email

/** 'kept': the provider no longer names the last administrator as one. */
type RoleChange = 'none' | 'changed' | 'kept'

/** A way to sign in; `token` is encrypted. */
type LinkedAccount = { provider: SignInMethod; subject: string; token: string | null }
type Person = Pick<Profile, 'email' | 'isEmailVerified' | 'name' | 'picture'>

export const createAccountsStore = (connection: Connection) => ({
  isSuspended: (uid: string) =>
    matchesRow(connection, 'SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL', [uid]),

  /**
   * The user who has this account, with what the provider says now; null if nobody has it. Tokens that
   * an earlier version kept and nothing needs go.
   */
  refreshAccount: (
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, picture }: Person,
  ): Promise<string | null> =>
    readValue(
      connection,
      z.string(),
      `WITH account AS (
         UPDATE accounts SET access_token = $3, access_token_expires_at = NULL, refresh_token = NULL,
                refresh_token_expires_at = NULL, scope = NULL, updated_at = now()
          WHERE provider_id = $1 AND account_id = $2 RETURNING user_id
       )
       UPDATE users SET image = COALESCE($4, image), updated_at = now(),
              email_verified = email_verified OR ($6 AND email = lower($5))
         FROM account WHERE users.id = account.user_id RETURNING account.user_id`,
      [provider, subject, token, picture, email, isEmailVerified],
    ),

  /** The new user; null if an account has the address already. */
  createUser: (
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, name, picture }: Person,
  ): Promise<string | null> =>
    readValue(
      connection,
      z.string(),
      `WITH made AS (
         INSERT INTO users (id, name, email, email_verified, image) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (email) DO NOTHING RETURNING id
       )
       INSERT INTO accounts (id, account_id, provider_id, user_id, access_token)
       SELECT $6, $7, $8, id, $9 FROM made RETURNING user_id`,
      [
        randomUUID(),
        name ?? 'Somebody',
        email?.toLowerCase() ?? standInEmail(provider, subject),
        isEmailVerified,
        picture,
        randomUUID(),
        subject,
        provider,
        token,
      ],
    ),

  /**
   * Links a provider to the user, who from now on can sign in with it. False if somebody else has that
   * account, or the user another one there.
   */
  link: (
    uid: string,
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, picture }: Person,
  ) =>
    matchesRow(
      connection,
      `WITH linked AS (
         INSERT INTO accounts (id, account_id, provider_id, user_id, access_token)
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT FROM accounts
            WHERE user_id = $4 AND provider_id = $3 AND account_id <> $2)
         ON CONFLICT (provider_id, account_id) DO UPDATE
           SET access_token = excluded.access_token, updated_at = now()
           WHERE accounts.user_id = excluded.user_id
         RETURNING user_id
       )
       UPDATE users SET is_invite_user = false, image = COALESCE(image, $6), updated_at = now(),
              email_verified = email_verified OR ($8 AND email = lower($7))
         FROM linked WHERE users.id = linked.user_id`,
      [randomUUID(), subject, provider, uid, token, picture, email, isEmailVerified],
    ),

  /** The encrypted token of the user's account there. */
  tokenAt: (uid: string, provider: ProviderId): Promise<string | null> =>
    readValue(
      connection,
      z.string().nullable(),
      'SELECT access_token FROM accounts WHERE user_id = $1 AND provider_id = $2',
      [uid, provider],
    ),

  /** The providers of the account with this e-mail: none for an invite user, null without an account. */
  providersOfEmail: (email: string): Promise<SignInMethod[] | null> =>
    readValue(
      connection,
      z.array(signInMethodSchema),
      `SELECT array_remove(array_agg(a.provider_id ORDER BY a.created_at), NULL) AS providers
         FROM users u LEFT JOIN accounts a ON a.user_id = u.id
        WHERE u.email = $1 GROUP BY u.id`,
      [email.toLowerCase()],
    ),

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
  releaseEmail: (email: string) =>
    matchesRow(
      connection,
      `UPDATE users SET email = 'released-' || id || $2, updated_at = now()
        WHERE email = $1 AND NOT email_verified AND NOT is_invite_user`,
      [email.toLowerCase(), NO_EMAIL_DOMAIN],
    ),

  linkedProviders: async (uid: string): Promise<SignInMethod[]> => {
    const rows = await readRows(
      connection,
      z.object({ provider_id: signInMethodSchema }),
      'SELECT provider_id FROM accounts WHERE user_id = $1 ORDER BY created_at',
      [uid],
    )
    return rows.map((row) => row.provider_id)
  },

  /** The provider's id of the user's account there. */
  subjectAt: (uid: string, provider: ProviderId): Promise<string | null> =>
    readValue(
      connection,
      z.string(),
      'SELECT account_id FROM accounts WHERE user_id = $1 AND provider_id = $2',
      [uid, provider],
    ),

  /**
   * Unlinks a provider and ends the sessions it began, except the one that asks: that one goes on
   * as a session of the remaining provider. False for the last provider, as removing it would lock
   * the user out. Two of these at once run one after the other.
   */
  unlink: (uid: string, provider: SignInMethod, sessionId: string) =>
    matchesRow(
      connection,
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
    ),

  /**
   * Gives the role that the OpenID provider names, and takes away one that it gave earlier, except
   * from the last administrator. Two who lose it at once wait for each other at the locked rows.
   */
  applyClaimedRole: async (uid: string, role: ClaimedRole): Promise<RoleChange> =>
    (await readValue(
      connection,
      z.enum(['none', 'changed', 'kept']),
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
    )) ?? 'none',
})
export type AccountsStore = ReturnType<typeof createAccountsStore>
