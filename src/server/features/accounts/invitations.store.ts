import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  affectsRow,
  execute,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
} from '#server/core/db/sql.ts'
import { INVITE, INVITE_REQUEST } from '#shared/account-constants.ts'
import { PUBLISHER_ROLES } from '#shared/contract/permissions.ts'
import { inviteSchema } from '#shared/contract/admin-users.ts'
import { inviteRequestSchema } from '#shared/contract/invitations.ts'
import { RETENTION } from '#shared/retention.ts'

const kind = z.enum(['code', 'ref'])
const invitee = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** What the invitation gives besides the right to add products. */
  role: z.enum(PUBLISHER_ROLES).nullish(),
})
const listedRow = inviteSchema.extend({
  phone: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
})
const spentInviteRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(PUBLISHER_ROLES).nullable(),
})

type InviteKind = z.infer<typeof kind>
export type InviteFor = z.infer<typeof invitee>

/** Shared by every statement that spends an invitation. */
const SPENDABLE = 'used_at IS NULL AND revoked_at IS NULL AND expires_at > now()'

/** An invitation never takes anything away: an editor who uses one for creators stays an editor. */
const GRANTED_ROLE = `CASE WHEN users.publisher_role = 'editor' OR granted.role IS NULL
  THEN users.publisher_role ELSE granted.role END`

export const createInvitationsStore = (connection: Connection) => ({
  /** The inviter is null for a command, and for an API key of the site, which is not a user. */
  create: (
    kind: InviteKind,
    hash: Buffer,
    { email, name, phone, role = null }: InviteFor,
    createdBy: string | null = null,
  ) =>
    readValue(connection, z.string())`
      INSERT INTO invites (kind, secret_hash, email, name, phone, role, expires_at, created_by)
      VALUES (${kind}, ${hash}, ${email}, ${name}, ${phone}, ${role},
        now() + ${INVITE.codeLifeMs} * interval '1 ms',
        (SELECT id FROM users WHERE id = ${createdBy}))
      ON CONFLICT (secret_hash) DO NOTHING RETURNING id`,

  /**
   * One statement, so that two people cannot redeem the same code. Somebody who is invited already only
   * uses up a code that gives them a role; the lock reads what a concurrent call has just given them.
   */
  redeemCode: (uid: string, hash: Buffer) =>
    affectsRow(connection)`
      WITH person AS (
        SELECT invited_at, publisher_role FROM users WHERE id = ${uid} FOR UPDATE
      ), granted AS (
        UPDATE invites SET used_at = now(), used_by = ${uid} FROM person
         WHERE secret_hash = ${hash} AND kind = 'code' AND ${raw(SPENDABLE)}
           AND (person.invited_at IS NULL
             OR invites.role IS NOT NULL AND publisher_role IS DISTINCT FROM 'editor'
               AND publisher_role IS DISTINCT FROM invites.role)
         RETURNING role
      )
      UPDATE users SET invited_at = coalesce(invited_at, now()), updated_at = now(),
        publisher_role = ${raw(GRANTED_ROLE)} FROM granted WHERE users.id = ${uid}`,

  /** Whether this user has redeemed the code, or could. */
  canRedeemCode: (uid: string, hash: Buffer) =>
    hasRow(connection)`
      SELECT FROM invites
       WHERE secret_hash = ${hash} AND kind = 'code'
         AND (used_by = ${uid} OR (${raw(SPENDABLE)}))`,

  /** For creating an account. If `email` is not null, the invitation must be for that address. */
  spend: (kind: InviteKind, hash: Buffer, email: string | null) =>
    readRow(connection, spentInviteRow)`
      UPDATE invites SET used_at = now()
      WHERE secret_hash = ${hash} AND kind = ${kind} AND email = COALESCE(${email}, email)
        AND ${raw(SPENDABLE)}
      RETURNING id, email, name, role`,

  /** Finds or creates the invite user with this email; null if the address belongs to another account. */
  ensureInviteUser: async (person: { email: string; name: string }, inviteId: string) => {
    const uid = await readValue(connection, z.string())`
      INSERT INTO users (id, name, email, is_invite_user, invited_at)
      VALUES (${randomUUID()}, ${person.name}, ${person.email}, true, now())
      ON CONFLICT (email) DO UPDATE SET invited_at = COALESCE(users.invited_at, now())
        WHERE users.is_invite_user AND users.suspended_at IS NULL
      RETURNING id`
    if (uid !== null)
      await execute(connection)`
        WITH granted AS (
          UPDATE invites SET used_by = ${uid} WHERE id = ${inviteId} RETURNING role)
        UPDATE users SET publisher_role = ${raw(GRANTED_ROLE)} FROM granted
        WHERE users.id = ${uid} AND granted.role IS NOT NULL`
    return uid
  },

  giveUp: (uid: string) =>
    execute(connection)`
      UPDATE users SET invited_at = NULL, updated_at = now() WHERE id = ${uid}`,

  isInvited: (uid: string) =>
    hasRow(connection)`SELECT FROM users WHERE id = ${uid} AND invited_at IS NOT NULL`,

  /** Deletes invitations that ended without being used. */
  sweep: () =>
    execute(connection)`
      DELETE FROM invites WHERE used_at IS NULL
        AND least(expires_at, revoked_at) < now() - ${RETENTION.endedInvitesMs} * interval '1 ms'`,

  /** A new key invalidates older ones. */
  replaceKey: async (uid: string, hash: Buffer) => {
    await execute(connection)`DELETE FROM sign_in_keys WHERE user_id = ${uid}`
    await execute(connection)`
      INSERT INTO sign_in_keys (key_hash, user_id, expires_at)
      VALUES (${hash}, ${uid}, now() + ${INVITE.codeLifeMs} * interval '1 ms')`
  },

  spendKey: (email: string, hash: Buffer): Promise<string | null> =>
    readValue(connection, z.string())`
      DELETE FROM sign_in_keys USING users
      WHERE key_hash = ${hash} AND users.id = user_id AND users.email = ${email}
        AND users.is_invite_user
        AND users.suspended_at IS NULL AND expires_at > now()
      RETURNING user_id AS id`,

  /** Newest first; `after` is the last id of the previous page. */
  list: (after: string | null, limit: number) =>
    readRows(connection, listedRow)`
      SELECT i.id, i.kind, i.email, i.phone, i.role, i.created_at AS "createdAt",
            i.expires_at AS "expiresAt", u.name AS inviter,
            CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.used_at IS NOT NULL THEN 'used'
                 WHEN i.expires_at > now() THEN 'open' ELSE 'expired' END AS state
       FROM invites i LEFT JOIN users u ON u.id = i.created_by
      WHERE i.id < COALESCE(${after}::bigint, 9223372036854775807) ORDER BY i.id DESC LIMIT ${limit}`,

  /**
   * Also revokes what a redeemed invitation granted: sessions, keys, its role, and the right to add
   * products unless the user has redeemed another invitation.
   */
  revoke: (id: string) =>
    affectsRow(connection)`
      WITH revoked AS (
        UPDATE invites SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL
        RETURNING used_by, role
      ), ended AS (
        DELETE FROM sessions USING revoked WHERE user_id = used_by AND provider = 'invite'
      ), spent AS (
        DELETE FROM sign_in_keys USING revoked WHERE user_id = used_by
      ), refused AS (
        UPDATE users SET updated_at = now(),
          invited_at = CASE WHEN EXISTS (SELECT FROM invites other WHERE other.used_by = users.id
            AND other.id <> ${id} AND other.revoked_at IS NULL) THEN invited_at END,
          publisher_role = CASE WHEN revoked.role IS DISTINCT FROM users.publisher_role
            OR EXISTS (SELECT FROM invites other WHERE other.used_by = users.id
              AND other.id <> ${id} AND other.revoked_at IS NULL AND other.role = revoked.role)
            THEN publisher_role END
        FROM revoked WHERE users.id = used_by
      )
      SELECT FROM revoked`,
})
export type InvitationsStore = ReturnType<typeof createInvitationsStore>

const requestRow = inviteRequestSchema.extend({ askedAt: isoTime })
const askerRow = z.object({
  email: z.string(),
  user_id: z.string().nullable(),
  language: z.string().nullable(),
})

type InviteRequest = { email: string; uid: string | null; message: string; language: string }

export const createInviteRequestsStore = (connection: Connection) => ({
  /**
   * False if there are too many requests. A second request for an address changes nothing unless its
   * owner is signed in: anybody could have entered the address. An account that has not confirmed its
   * address counts as a visitor, so the invitation is sent to the address.
   */
  add: async ({ email, uid, message, language }: InviteRequest): Promise<boolean> =>
    (await readValue(connection, z.boolean())`
      WITH room AS (SELECT count(*) < ${INVITE_REQUEST.maxOpen} AS "isFree" FROM invite_requests
          WHERE declined_at IS NULL),
        added AS (INSERT INTO invite_requests AS known (email, user_id, message, language)
          SELECT ${email}, (SELECT id FROM users WHERE id = ${uid} AND email_verified), ${message},
            ${language}
          FROM room WHERE "isFree"
          ON CONFLICT (email) DO UPDATE
            SET user_id = excluded.user_id, message = excluded.message,
              language = excluded.language, declined_at = NULL
            WHERE known.user_id IS NULL AND excluded.user_id IS NOT NULL)
      SELECT "isFree" FROM room`) ?? false,

  /** Oldest first; `after` is the last id of the previous page. */
  list: (after: string | null, limit: number) =>
    readRows(connection, requestRow)`
      SELECT r.id, r.email, users.name, r.message, r.asked_at AS "askedAt"
       FROM invite_requests r LEFT JOIN users ON users.id = r.user_id
      WHERE r.declined_at IS NULL AND r.id > COALESCE(${after}::bigint, 0) ORDER BY r.id
        LIMIT ${limit}`,

  /** Removes and returns an open request; only one of two administrators gets it. */
  take: (id: string) =>
    readRow(connection, askerRow)`
      DELETE FROM invite_requests WHERE id = ${id} AND declined_at IS NULL 
      RETURNING email, user_id, language`,

  decline: (id: string) =>
    affectsRow(connection)`
      UPDATE invite_requests SET declined_at = now() WHERE id = ${id} AND declined_at IS NULL`,

  sweep: () =>
    execute(connection)`
      DELETE FROM invite_requests WHERE asked_at < now() - ${RETENTION.inviteRequestsMs}
        * interval '1 ms'`,
})
