import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { affectsRow, execute, hasRow, raw, readRow, readRows } from '#server/core/db/sql.ts'
import { INVITE, SESSION } from '#shared/account-constants.ts'
import { PUBLISHER_ROLES } from '#shared/contract/permissions.ts'
import { type Account, deviceSchema } from '#shared/contract/session.ts'
import type { SignInMethod } from '#shared/domain/sign-in-methods.ts'
import { hideStandInEmail } from './accounts.store.ts'

/** The columns from which the user of a session is built. */
export const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  is_invite_user: z.boolean(),
  invited: z.boolean(),
  is_admin: z.boolean(),
  publisher_role: z.enum(PUBLISHER_ROLES).nullable(),
  picture_version: z.string().nullable(),
})
/** To be selected from `users u LEFT JOIN user_pictures p`. */
export const ACCOUNT_COLUMNS = `u.id, u.name, u.email, u.is_invite_user,
  u.invited_at IS NOT NULL AS invited, u.is_admin, u.publisher_role, p.version AS picture_version`

const sessionRow = accountRow.extend({
  session_id: z.string(),
  language: z.string().nullable(),
  provider: z.string(),
  refresh_due: z.boolean(),
  remaining_ms: z.number(),
  seen_due: z.boolean(),
})

const listedRow = deviceSchema.omit({ device: true, isCurrent: true }).extend({
  userAgent: z.string().nullable(),
  startedAt: isoTime,
  lastSeenAt: isoTime,
})
const MAX_LISTED = 100

const REFRESH_AFTER = '1 day'
/** Updating the time at every request would turn every read into a write. */
const NOTE_SEEN_AFTER = '5 minutes'
const REMAINING_MS = '(extract(epoch FROM expires_at - now()) * 1000)::float8 AS remaining_ms'

/** Pictures are copied to our server, because pages load nothing from other sites. */
const pictureAddress = (uid: string, version: string | null) =>
  `/api/users/${uid}/picture${version ? `?v=${version}` : ''}`

export const toAccount = (row: z.infer<typeof accountRow>, provider: string): Account => ({
  uid: row.id,
  displayName: row.name,
  email: hideStandInEmail(row.email),
  photoURL: pictureAddress(row.id, row.picture_version),
  provider,
  hasInviteCode: row.invited,
  isAdmin: row.is_admin,
  publisherRole: row.publisher_role,
  isInviteUser: row.is_invite_user,
})

export const createSessionsStore = (connection: Connection) => ({
  /** An account that may act without a session, such as the owner of a key; null if it is suspended. */
  findAccount: async (uid: string): Promise<Account | null> => {
    const row = await readRow(connection, accountRow)`
      SELECT ${raw(ACCOUNT_COLUMNS)} FROM users u LEFT JOIN user_pictures p ON p.user_id = u.id
      WHERE u.id = ${uid} AND u.suspended_at IS NULL`
    return row && toAccount(row, 'session')
  },

  /** The session with its user and whether it should be extended, in one query. */
  find: async (token: string) => {
    const row = await readRow(connection, sessionRow)`
      SELECT s.id AS session_id, ${raw(ACCOUNT_COLUMNS)}, u.language, s.provider,
            s.hard_expires_at IS NULL AND s.updated_at < now() - ${REFRESH_AFTER}::interval AS
              refresh_due,
            s.last_seen_at < now() - ${NOTE_SEEN_AFTER}::interval AS seen_due, ${raw(REMAINING_MS)}
       FROM sessions s
       JOIN users u ON u.id = s.user_id
       LEFT JOIN user_pictures p ON p.user_id = u.id
      WHERE s.token = ${token} AND s.expires_at > now() AND u.suspended_at IS NULL
        AND s.created_at > now() - ${SESSION.maxMs} * interval '1 ms'`
    if (!row) return null
    return {
      id: row.session_id,
      user: toAccount(row, row.provider),
      language: row.language,
      isRefreshDue: row.refresh_due,
      isSeenDue: row.seen_due,
      remainingMs: row.remaining_ms,
    }
  },

  noteSeen: (sessionId: string) =>
    execute(connection)`UPDATE sessions SET last_seen_at = now() WHERE id = ${sessionId}`,

  /** Extends a session without a fixed end. Returns its remaining time. */
  slide: async (token: string): Promise<number> => {
    const row = await readRow(connection, sessionRow.pick({ remaining_ms: true }))`
      UPDATE sessions SET updated_at = now(), expires_at =
            LEAST(now() + ${SESSION.providerMs} * interval '1 ms',
              created_at + ${SESSION.maxMs} * interval '1 ms')
      WHERE token = ${token} AND hard_expires_at IS NULL AND expires_at > now()
      RETURNING ${raw(REMAINING_MS)}`
    return row?.remaining_ms ?? 0
  },

  /**
   * The session of an invite user is never extended beyond its first day. A language that the user chose
   * earlier stays, whatever page they sign in on.
   */
  create: async (
    userId: string,
    provider: SignInMethod | 'invite',
    caller: { address: string; userAgent: string | null; language: string },
  ) => {
    const isInvite = provider === 'invite'
    const token = randomBytes(32).toString('base64url')
    await execute(connection)`
      INSERT INTO sessions (id, token, user_id, provider, expires_at, hard_expires_at, ip_address,
        user_agent)
      SELECT ${randomUUID()}, ${token}, ${userId}, ${provider}, ends, CASE WHEN ${isInvite}
        THEN ends END, ${caller.address}, ${caller.userAgent}
        FROM (SELECT now() + ${isInvite ? INVITE.sessionMs : SESSION.providerMs} * interval '1 ms'
          AS ends) AS life`
    await execute(connection)`
      UPDATE users SET last_login_at = now(), language = coalesce(language, ${caller.language})
      WHERE id = ${userId}`
    return token
  },

  remove: (token: string) => execute(connection)`DELETE FROM sessions WHERE token = ${token}`,

  list: (uid: string) =>
    readRows(connection, listedRow)`
      SELECT id, provider, ip_address AS address, user_agent AS "userAgent",
        created_at AS "startedAt", last_seen_at AS "lastSeenAt"
       FROM sessions WHERE user_id = ${uid} AND expires_at > now()
      ORDER BY last_seen_at DESC, id LIMIT ${raw(MAX_LISTED)}`,

  /** False if it is not a session of this user. */
  removeOne: (uid: string, sessionId: string) =>
    affectsRow(connection)`DELETE FROM sessions WHERE user_id = ${uid} AND id = ${sessionId}`,

  removeAll: (uid: string) => execute(connection)`DELETE FROM sessions WHERE user_id = ${uid}`,

  /**
   * Whether the user proved their identity within this time. Invite users have nothing left to prove it
   * with, since their key works once, so their session, a day at most, is enough.
   */
  isRecent: (sessionId: string, withinMs: number) =>
    hasRow(connection)`
      SELECT FROM sessions s WHERE s.id = ${sessionId}
      AND (s.authenticated_at > now() - ${withinMs} * interval '1 ms'
        OR NOT EXISTS (SELECT FROM accounts WHERE user_id = s.user_id))`,

  noteConfirmed: (sessionId: string) =>
    execute(connection)`
      UPDATE sessions SET authenticated_at = now() WHERE id = ${sessionId}`,

  sweep: async () => {
    await connection.query('DELETE FROM sessions WHERE expires_at < now()')
    // Only earlier versions wrote to this table.
    await connection.query('DELETE FROM verifications WHERE expires_at < now()')
    await connection.query('DELETE FROM sign_in_keys WHERE expires_at < now()')
  },
})
export type SessionsStore = ReturnType<typeof createSessionsStore>
