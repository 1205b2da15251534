import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  joinSql,
  affectsRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { hideStandInEmail } from '#server/features/accounts/index.ts'
import { adminUserSchema, type UserGroup } from '#shared/contract/admin-users.ts'
import { PUBLISHER_ROLES, type UserRole } from '#shared/contract/permissions.ts'

const userRow = adminUserSchema.extend({
  email: z.string().transform(hideStandInEmail),
  createdAt: isoTime,
  lastLoginAt: isoTime.nullable(),
  /** As text with microseconds: a JavaScript date would lose them and skip users. */
  created_text: z.string(),
})
const detailRow = userRow.extend({
  methods: z.array(z.string()),
  inviter: z.string().nullable(),
  uploads: z.object({ count: z.number(), bytes: z.number() }),
})
export type AdminUserRow = z.infer<typeof userRow>

const COLUMNS = `u.id, u.name, u.email, CASE WHEN u.is_admin THEN 'admin'
    WHEN u.publisher_role IS NOT NULL THEN u.publisher_role WHEN u.invited_at IS NOT NULL THEN 'invited' ELSE 'user' END AS role,
  u.suspended_at IS NOT NULL AS "isSuspended", u.created_at AS "createdAt",
  u.created_at::text AS created_text, u.last_login_at AS "lastLoginAt"`

const GROUPS: Record<UserGroup, string> = {
  all: 'true',
  admins: 'u.is_admin',
  editors: "u.publisher_role = 'editor'",
  creators: "u.publisher_role = 'creator'",
  invited: 'u.invited_at IS NOT NULL',
  suspended: 'u.suspended_at IS NOT NULL',
}

const SEARCHED_TEXT = raw("lower(u.name || ' ' || u.email)")

/** Escapes `%` and `_`. */
const likePattern = (words: string) =>
  `%${words.toLowerCase().replaceAll(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`

type Page = {
  words: string
  group: UserGroup
  after: { at: string; id: string } | null
  limit: number
}

export const createAdminUsersStore = (connection: Connection) => ({
  list: ({ words, group, after, limit }: Page) => {
    const conditions = [raw(GROUPS[group])]
    if (words) conditions.push(sql`${SEARCHED_TEXT} LIKE ${likePattern(words)}`)
    // Fewer than three characters have no trigram.
    if (/^.{1,2}$/su.test(words))
      conditions.push(sql`letters_and_pairs(${SEARCHED_TEXT}) @> ARRAY[${words.toLowerCase()}]`)
    if (after) conditions.push(sql`(u.created_at, u.id) < (${after.at}::timestamptz, ${after.id})`)
    return readRows(connection, userRow)`
      SELECT ${raw(COLUMNS)} FROM users u WHERE ${joinSql(conditions, ' AND ')}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`
  },

  find: (uid: string) =>
    readRow(connection, detailRow)`
      SELECT ${raw(COLUMNS)},
           ARRAY(SELECT provider_id FROM accounts WHERE user_id = u.id
             ORDER BY created_at) AS methods,
           (SELECT inviter.name FROM invites JOIN users inviter ON inviter.id = invites.created_by
             WHERE invites.used_by = u.id ORDER BY invites.id DESC LIMIT 1) AS inviter,
           (SELECT json_build_object('count', count(*), 'bytes', COALESCE(sum(bytes), 0))
             FROM uploads WHERE user_id = u.id) AS uploads
      FROM users u WHERE u.id = ${uid}`,

  /** The id of the user with this id or email address. */
  uidOf: (idOrEmail: string): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT id FROM users WHERE id = ${idOrEmail} OR email = lower(${idOrEmail})`,

  /** Their ids. They stay administrators until the transaction ends. */
  lockActiveAdmins: () =>
    readValues(connection, z.string())`
      SELECT id FROM users WHERE is_admin AND suspended_at IS NULL ORDER BY id FOR UPDATE`,

  /** Deleting a session announces its end to every server; running scans stop within a second. */
  suspend: (uid: string) =>
    affectsRow(connection)`
      WITH suspended AS (
        UPDATE users SET suspended_at = COALESCE(suspended_at, now()), updated_at = now()
         WHERE id = ${uid} RETURNING id
      ), ended AS (
        DELETE FROM sessions USING suspended WHERE user_id = suspended.id
      ), spent AS (
        DELETE FROM sign_in_keys USING suspended WHERE user_id = suspended.id
      ), stopped AS (
        UPDATE scans SET cancelled_at = now() FROM suspended
         WHERE user_id = suspended.id AND ended_at IS NULL
      )
      SELECT FROM suspended`,

  restore: (uid: string) =>
    affectsRow(connection)`
      UPDATE users SET suspended_at = NULL, updated_at = now() WHERE id = ${uid}`,

  setRole: (uid: string, role: UserRole) =>
    affectsRow(connection)`
      UPDATE users SET is_admin = ${role} = 'admin', updated_at = now(),
            publisher_role = CASE WHEN ${role} = ANY (${PUBLISHER_ROLES}::text[]) THEN ${role} END,
            invited_at = CASE WHEN ${role} <> 'user' THEN COALESCE(invited_at, now()) END
      WHERE id = ${uid}`,
})
