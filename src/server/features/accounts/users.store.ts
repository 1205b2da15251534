import { z } from 'zod'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { execute, affectsRow, readRow, readRows, readValue, sql } from '#server/core/db/sql.ts'
import { DELETION_OUTCOMES, type DeletionOutcome } from '#shared/contract/users.ts'
import { RETENTION } from '#shared/retention.ts'
import { buildStandInEmail, hideStandInEmail } from './accounts.store.ts'

const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  invited_at: z.date().nullable(),
  last_login_at: z.date().nullable(),
  created_at: z.date(),
  language: z.string().nullable(),
})

const pictureRow = z.object({
  content: z.instanceof(Buffer),
  media_type: z.string(),
  version: z.string(),
})
type StoredPicture = z.infer<typeof pictureRow>

/** Exported as they are. */
const anyRow = z.record(z.string(), z.unknown())

export const createUsersStore = (connection: Connection) => ({
  find: (uid: string) => readRow(connection, userRow)`SELECT * FROM users WHERE id = ${uid}`,

  /** An invented creator whom nobody can be: no way to sign in leads to them. False if there is one already. */
  addInvented: (uid: string, name: string) =>
    affectsRow(connection)`
      INSERT INTO users (id, name, email, publisher_role)
      VALUES (${uid}, ${name}, ${buildStandInEmail('demo', uid)}, 'creator')
      ON CONFLICT DO NOTHING`,

  noteLogin: (uid: string) =>
    execute(connection)`UPDATE users SET last_login_at = now() WHERE id = ${uid}`,

  rename: (uid: string, name: string) =>
    execute(connection)`
      UPDATE users SET name = ${name}, updated_at = now() WHERE id = ${uid}`,

  /** The language of an account; null without one. */
  languageOf: (uid: string): Promise<string | null> =>
    readValue(connection, z.string().nullable())`SELECT language FROM users WHERE id = ${uid}`,

  /** The language of the account with this address, or that signs in with it; null without one. */
  languageOfEmail: (email: string): Promise<string | null> =>
    readValue(connection, z.string().nullable())`
      SELECT language FROM users WHERE email = ${email.toLowerCase()} OR id = (SELECT user_id
        FROM accounts WHERE provider_id = 'email' AND account_id = ${email.toLowerCase()})
      ORDER BY email = ${email.toLowerCase()} DESC LIMIT 1`,

  setLanguage: (uid: string, language: string) =>
    execute(connection)`
      UPDATE users SET language = ${language}, updated_at = now() WHERE id = ${uid}`,

  picture: (uid: string) =>
    readRow(connection, pictureRow)`
      SELECT content, media_type, version FROM user_pictures WHERE user_id = ${uid}`,

  savePicture: async (uid: string, { content, media_type, version }: StoredPicture) => {
    await execute(connection)`
      INSERT INTO user_pictures (user_id, content, media_type, version) VALUES (${uid}, ${content},
        ${media_type}, ${version})
      ON CONFLICT (user_id) DO UPDATE
        SET content = EXCLUDED.content, media_type = EXCLUDED.media_type, version = EXCLUDED.version`
    await execute(connection)`UPDATE users SET updated_at = now() WHERE id = ${uid}`
  },

  /**
   * Everything stored about a user except their products, without tokens, hashes and the vectors
   * that models made from their pictures. A test names the tables that are left out, with reasons.
   */
  exportRows: async (uid: string) => {
    const listOf = (texts: TemplateStringsArray, ...values: unknown[]) => {
      const statement = sql(texts, ...values)
      return (limit: number, offset: number): Promise<object[]> =>
        readRows(connection, anyRow)`${statement} LIMIT ${limit} OFFSET ${offset}`
    }
    const user = await readRow(connection, userRow)`SELECT * FROM users WHERE id = ${uid}`
    const [picture = null] = await readRows(connection, anyRow)`
      SELECT media_type, encode(content, 'base64') AS base64 FROM user_pictures
      WHERE user_id = ${uid}`
    return {
      user: user && {
        uid: user.id,
        displayName: user.name,
        email: hideStandInEmail(user.email),
        provider_picture: user.image,
        language: user.language,
        invited_at: user.invited_at,
        last_login_at: user.last_login_at,
        created_at: user.created_at,
      },
      picture,
      /** Each is read a part at a time: together they may have 50 MB. */
      lists: {
        sign_in_accounts: listOf`SELECT provider_id AS provider, account_id, created_at FROM accounts WHERE user_id = ${uid}`,
        passkeys: listOf`SELECT name, is_synced, created_at, last_used_at FROM passkeys WHERE user_id = ${uid}`,
        api_keys: listOf`SELECT name, scopes, created_at, expires_at, last_used_at FROM api_keys WHERE user_id = ${uid}`,
        sessions: listOf`SELECT provider, ip_address, user_agent, created_at, expires_at FROM sessions WHERE user_id = ${uid} ORDER BY id`,
        invitations: listOf`SELECT kind, email, name, phone, created_at, used_at FROM invites WHERE used_by = ${uid}`,
        invitation_requests: listOf`SELECT email, message, language, asked_at, declined_at FROM invite_requests WHERE user_id = ${uid}`,
        scan_results: listOf`SELECT detection_id, detection FROM scan_results WHERE user_id = ${uid} ORDER BY detection_id`,
        drafts: listOf`SELECT id, photo, content, look_url, publish_at, created_at, updated_at FROM drafts WHERE user_id = ${uid} ORDER BY id`,
        creator_page: listOf`SELECT name, display_name, about, links FROM creators WHERE user_id = ${uid}`,
        former_creator_names: listOf`SELECT name FROM former_creator_names WHERE user_id = ${uid} ORDER BY name`,
        creator_looks: listOf`SELECT look_id FROM creator_looks WHERE user_id = ${uid} ORDER BY place, look_id`,
        boards: listOf`SELECT id, title, about, currency, is_public, share_token IS NOT NULL AS is_shared, shared_until,
          created_at, updated_at FROM boards WHERE user_id = ${uid} ORDER BY id`,
        board_items: listOf`SELECT board_id, look_id, product_id, note, added_at FROM board_items
          JOIN boards ON boards.id = board_id WHERE user_id = ${uid} ORDER BY board_id, board_items.place, board_items.id`,
        follows: listOf`SELECT person.name AS person, followed_at FROM follows
        JOIN catalog.people person ON person.id = person_id WHERE user_id = ${uid} ORDER BY followed_at, person_id`,
        following_visits: listOf`SELECT seen_at FROM following_visits WHERE user_id = ${uid}`,
        uploads: listOf`SELECT key, bytes, created_at FROM uploads WHERE user_id = ${uid} ORDER BY key`,
        rejected_matches: listOf`SELECT product_id, created_at FROM rejected_matches WHERE user_id = ${uid} ORDER BY id`,
        alerts: listOf`SELECT alerts.product_id, search, person_id, kind, amount, currency, percent, size, is_immediate,
          alerts.created_at FROM alerts JOIN alert_subscribers ON alert_subscribers.id = subscriber_id
        WHERE user_id = ${uid} ORDER BY alerts.created_at, alerts.id`,
        alert_settings: listOf`SELECT wants_mail, language, digest_at, used_at FROM alert_subscribers WHERE user_id = ${uid}`,
        alert_matches: listOf`SELECT match.product_id, finding, at, mailed_at FROM alert_matches match
          JOIN alerts ON alerts.id = alert_id JOIN alert_subscribers ON alert_subscribers.id = subscriber_id
        WHERE user_id = ${uid} ORDER BY match.id`,
        alert_looks: listOf`SELECT look_id, at, mailed_at FROM alert_looks look
        JOIN alerts ON alerts.id = alert_id JOIN alert_subscribers ON alert_subscribers.id = subscriber_id
        WHERE user_id = ${uid} ORDER BY look.id`,
        notified_browsers: listOf`SELECT endpoint, push_devices.created_at FROM push_devices
        JOIN alert_subscribers ON alert_subscribers.id = subscriber_id WHERE user_id = ${uid}`,
        web_shop_searches: listOf`SELECT day::text, calls FROM remote_search_calls WHERE caller = ${uid} ORDER BY day`,
      },
    }
  },

  /** False for the last administrator. Two who delete their accounts at once wait for each other's row locks. */
  removeUnlessLastAdmin: (uid: string) =>
    affectsRow(connection)`
      WITH admins AS (
        SELECT id FROM users WHERE is_admin AND suspended_at IS NULL ORDER BY id FOR UPDATE
      ), leaving AS (
        SELECT id FROM users WHERE id = ${uid}
           AND (NOT is_admin OR EXISTS (SELECT FROM admins WHERE admins.id <> ${uid}))
      ), invitation AS (
        DELETE FROM invites USING leaving WHERE used_by = leaving.id
      ), counted AS (
        DELETE FROM remote_search_calls USING leaving WHERE caller = leaving.id
      )
      DELETE FROM users USING leaving WHERE users.id = leaving.id`,

  /** Also deletes the invitation that the user redeemed, which contains their email address. */
  remove: (uid: string) =>
    execute(connection)`
      WITH gone AS (DELETE FROM invites WHERE used_by = ${uid}),
        counted AS (DELETE FROM remote_search_calls WHERE caller = ${uid})
      DELETE FROM users WHERE id = ${uid}`,
})
export type UsersStore = ReturnType<typeof createUsersStore>

const accountRow = z.object({ user_id: z.string(), has_other: z.boolean() })
const requestRow = z.object({ outcome: z.enum(DELETION_OUTCOMES), requested_at: z.date() })

/** Removes data that came from Facebook and keeps the account. */
const unlink = (connection: Connection, uid: string) =>
  execute(connection)`
    WITH link AS (DELETE FROM accounts WHERE user_id = ${uid} AND provider_id = 'facebook'),
     ended AS (DELETE FROM sessions WHERE user_id = ${uid} AND provider = 'facebook'),
     picture AS (DELETE FROM user_pictures WHERE user_id = ${uid})
    UPDATE users SET image = NULL, updated_at = now() WHERE id = ${uid}`

export const createFacebookDeletionStore = (pool: Connection, atomically: Atomically) => {
  const deleteOrUnlink = async (
    connection: Connection,
    subject: string,
  ): Promise<DeletionOutcome> => {
    // Locks all links in the same order as an unlink: the second of two concurrent ones sees the result
    // of the first.
    await execute(connection)`
      SELECT FROM accounts WHERE user_id = (
        SELECT user_id FROM accounts WHERE provider_id = 'facebook' AND account_id = ${subject}
      ) ORDER BY id FOR UPDATE`
    const account = await readRow(connection, accountRow)`
      SELECT user_id, EXISTS (SELECT FROM accounts other
       WHERE other.user_id = facebook.user_id AND other.provider_id <> 'facebook') AS has_other
      FROM accounts facebook WHERE provider_id = 'facebook' AND account_id = ${subject} FOR UPDATE`
    if (!account) return 'unknown'
    if (account.has_other) await unlink(connection, account.user_id)
    else await createUsersStore(connection).remove(account.user_id)
    return account.has_other ? 'unlinked' : 'deleted'
  }

  return {
    /** Does nothing for a code that was handled: Facebook may send a request twice. */
    deleteOnce: (code: string, subject: string): Promise<void> =>
      atomically(async (connection) => {
        const isNew = await affectsRow(connection)`
          INSERT INTO facebook_deletions (code, outcome) VALUES (${code}, 'unknown')
          ON CONFLICT DO NOTHING`
        if (!isNew) return
        const outcome = await deleteOrUnlink(connection, subject)
        await execute(connection)`
          UPDATE facebook_deletions SET outcome = ${outcome} WHERE code = ${code}`
      }),

    find: (code: string) =>
      readRow(pool, requestRow)`
        SELECT outcome, requested_at FROM facebook_deletions WHERE code = ${code}`,

    forgetOld: () =>
      execute(pool)`
        DELETE FROM facebook_deletions WHERE
          requested_at < now() - ${RETENTION.facebookDeletionsMs} * interval '1 ms'`,
  }
}
export type FacebookDeletionStore = ReturnType<typeof createFacebookDeletionStore>
