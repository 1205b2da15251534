import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, affectsRow, hasRow, readValue, readValues } from '#server/core/db/sql.ts'
import {
  type ProviderId,
  type SignInMethod,
  SIGN_IN_METHODS,
} from '#shared/domain/sign-in-methods.ts'
import type { ClaimedRole, Profile } from './providers.ts'

const signInMethod = z.enum(SIGN_IN_METHODS)

/** Every user has an email in the table, but some have none. `.invalid` is never real. */
const NO_EMAIL_DOMAIN = '@no-email.invalid'

export const buildStandInEmail = (provider: string, subject: string) =>
  `${provider}-${subject}${NO_EMAIL_DOMAIN}`.toLowerCase()

/** The email to show; null if the provider gave none. */
export const hideStandInEmail = (email: string): string | null =>
  email.endsWith(NO_EMAIL_DOMAIN) ? null : email

/** 'kept': the provider no longer names the last administrator as one. */
type RoleChange = 'none' | 'changed' | 'kept'

/** A way to sign in; `token` is encrypted. */
type LinkedAccount = { provider: SignInMethod; subject: string; token: string | null }
type Person = Pick<Profile, 'email' | 'isEmailVerified' | 'name' | 'picture'>

export const createAccountsStore = (connection: Connection) => ({
  isSuspended: (uid: string) =>
    hasRow(connection)`SELECT FROM users WHERE id = ${uid} AND suspended_at IS NOT NULL`,

  /**
   * The user who has this account, with what the provider says now; null if nobody has it. Tokens that
   * an earlier version kept and nothing needs go.
   */
  refreshAccount: (
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, picture }: Person,
  ): Promise<string | null> =>
    readValue(connection, z.string())`
      WITH account AS (
        UPDATE accounts SET access_token = ${token}, access_token_expires_at = NULL,
          refresh_token = NULL,
               refresh_token_expires_at = NULL, scope = NULL, updated_at = now()
         WHERE provider_id = ${provider} AND account_id = ${subject} RETURNING user_id
      )
      UPDATE users SET image = COALESCE(${picture}, image), updated_at = now(),
             email_verified = email_verified OR (${isEmailVerified} AND email = lower(${email}))
        FROM account WHERE users.id = account.user_id RETURNING account.user_id`,

  /** The new user; null if an account has the address already. */
  createUser: (
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, name, picture }: Person,
  ): Promise<string | null> =>
    readValue(connection, z.string())`
      WITH made AS (
        INSERT INTO users (id, name, email, email_verified, image) VALUES (${randomUUID()},
          ${name ?? 'Somebody'}, ${email?.toLowerCase() ?? buildStandInEmail(provider, subject)},
          ${isEmailVerified}, ${picture})
        ON CONFLICT (email) DO NOTHING RETURNING id
      )
      INSERT INTO accounts (id, account_id, provider_id, user_id, access_token)
      SELECT ${randomUUID()}, ${subject}, ${provider}, id, ${token} FROM made RETURNING user_id`,

  /**
   * Links a provider to the user, who from now on can sign in with it. False if somebody else has that
   * account, or the user another one there.
   */
  link: (
    uid: string,
    { provider, subject, token }: LinkedAccount,
    { email, isEmailVerified, picture }: Person,
  ) =>
    affectsRow(connection)`
      WITH linked AS (
        INSERT INTO accounts (id, account_id, provider_id, user_id, access_token)
        SELECT ${randomUUID()}, ${subject}, ${provider}, ${uid}, ${token} WHERE NOT EXISTS (SELECT
          FROM accounts
           WHERE user_id = ${uid} AND provider_id = ${provider} AND account_id <> ${subject})
        ON CONFLICT (provider_id, account_id) DO UPDATE
          SET access_token = excluded.access_token, updated_at = now()
          WHERE accounts.user_id = excluded.user_id
        RETURNING user_id
      )
      UPDATE users SET is_invite_user = false, image = COALESCE(image, ${picture}),
        updated_at = now(),
             email_verified = email_verified OR (${isEmailVerified} AND email = lower(${email}))
        FROM linked WHERE users.id = linked.user_id`,

  /** The encrypted token of the user's account there. */
  tokenAt: (uid: string, provider: ProviderId): Promise<string | null> =>
    readValue(connection, z.string().nullable())`
      SELECT access_token FROM accounts WHERE user_id = ${uid} AND provider_id = ${provider}`,

  /** The providers of the account with this email: none for an invite user, null without an account. */
  providersOfEmail: (email: string): Promise<SignInMethod[] | null> =>
    readValue(connection, z.array(signInMethod))`
      SELECT array_remove(array_agg(a.provider_id ORDER BY a.created_at), NULL) AS providers
       FROM users u LEFT JOIN accounts a ON a.user_id = u.id
      WHERE u.email = ${email.toLowerCase()} GROUP BY u.id`,

  /**
   * Hands an account that an invitation created for an email to whoever the provider verified as
   * its holder. Redeeming the invitation proved less, so those sessions and keys end.
   */
  claimInviteUser: (email: string, provider: SignInMethod, subject: string) =>
    execute(connection)`
      WITH claimed AS (
        UPDATE users SET is_invite_user = false, email_verified = true, updated_at = now()
         WHERE email = ${email} AND is_invite_user
           AND NOT EXISTS (SELECT FROM accounts WHERE user_id = users.id)
           AND NOT EXISTS (SELECT FROM accounts WHERE provider_id = ${provider}
             AND account_id = ${subject})
        RETURNING id
      ), ended AS (
        DELETE FROM sessions USING claimed WHERE user_id = claimed.id
      ), spent AS (
        DELETE FROM sign_in_keys USING claimed WHERE user_id = claimed.id
      )
      INSERT INTO accounts (id, account_id, provider_id, user_id)
      SELECT ${randomUUID()}, ${subject}, ${provider}, id FROM claimed`,

  /**
   * Takes an email from an account whose provider never verified it, for the person who did verify
   * it. That account stays, without an email. False if it is a verified or an invite user's address.
   */
  releaseEmail: (email: string) =>
    affectsRow(connection)`
      UPDATE users SET email = 'released-' || id || ${NO_EMAIL_DOMAIN}, updated_at = now()
      WHERE email = ${email.toLowerCase()} AND NOT email_verified AND NOT is_invite_user`,

  linkedProviders: (uid: string): Promise<SignInMethod[]> =>
    readValues(connection, signInMethod)`
      SELECT provider_id FROM accounts WHERE user_id = ${uid} ORDER BY created_at`,

  /** The provider's id of the user's account there. */
  subjectAt: (uid: string, provider: ProviderId): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT account_id FROM accounts WHERE user_id = ${uid} AND provider_id = ${provider}`,

  /**
   * Unlinks a provider and ends the sessions it began, except the one that asks, which continues
   * as a session of the remaining provider. False for the last provider, as removing it would lock
   * the user out. Two of these at once run one after the other.
   */
  unlink: (uid: string, provider: SignInMethod, sessionId: string) =>
    affectsRow(connection)`
      WITH held AS (
        SELECT provider_id FROM accounts WHERE user_id = ${uid} ORDER BY id FOR UPDATE
      ), other AS (
        SELECT provider_id FROM held WHERE provider_id <> ${provider} LIMIT 1
      ), ended AS (
        DELETE FROM sessions USING other
         WHERE user_id = ${uid} AND provider = ${provider} AND sessions.id <> ${sessionId}
      ), kept AS (
        UPDATE sessions SET provider = other.provider_id FROM other
         WHERE user_id = ${uid} AND provider = ${provider} AND sessions.id = ${sessionId}
      )
      DELETE FROM accounts USING other WHERE user_id = ${uid} AND accounts.provider_id = ${provider}`,

  /**
   * Gives the role that the OpenID provider names, and takes away one that it gave earlier, except
   * from the last administrator. Two who lose it at once wait for each other at the locked rows.
   */
  applyClaimedRole: async (uid: string, role: ClaimedRole): Promise<RoleChange> =>
    (await readValue(connection, z.enum(['none', 'changed', 'kept']))`
      WITH admins AS (
        SELECT id FROM users WHERE is_admin AND suspended_at IS NULL ORDER BY id FOR UPDATE
      ), was AS (
        SELECT id, is_admin, invited_at IS NOT NULL AS invited, claimed_role,
               ${role} <> 'admin' AND is_admin AND claimed_role = 'admin' AS loses_admin,
               NOT EXISTS (SELECT FROM admins WHERE admins.id <> users.id) AS is_last,
               ${role} = 'user' AND claimed_role IS NOT NULL
                 AND NOT EXISTS (SELECT FROM invites WHERE used_by = users.id) AS loses_invitation
          FROM users WHERE id = ${uid}
      ), becomes AS (
        SELECT *, loses_admin AND is_last AS keeps,
               ${role} = 'admin' OR is_admin AND NOT (loses_admin AND NOT is_last) AS will_be_admin,
               ${role} <> 'user' OR invited AND NOT (loses_invitation AND NOT (loses_admin
                 AND is_last))
                 AS will_be_invited
          FROM was
      ), changed AS (
        UPDATE users SET
               is_admin = will_be_admin,
               invited_at = CASE WHEN will_be_invited THEN COALESCE(invited_at, now()) END,
               claimed_role = CASE WHEN keeps THEN 'admin' ELSE NULLIF(${role}, 'user') END
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
      SELECT change FROM judged`) ?? 'none',
})
export type AccountsStore = ReturnType<typeof createAccountsStore>
