import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, affectsRow, raw, readRow, readRows } from '#server/core/db/sql.ts'
import { ACCOUNT_COLUMNS, accountRow } from '#server/features/accounts/index.ts'
import { apiKeySchema } from '#shared/contract/api-keys.ts'
import { KEY_SCOPES } from '#shared/contract/permissions.ts'
import { RETENTION } from '#shared/retention.ts'

/** Ignores scopes that only a later version knows. */
const scopes = z
  .array(z.string())
  .transform((names) => KEY_SCOPES.filter((scope) => names.includes(scope)))

const keyRow = apiKeySchema.extend({
  scopes,
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
})

const KEY_COLUMNS = `id, name, hint, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", coalesce(expires_at <= now(), false) AS "isExpired"`

const activeKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes,
  isUseDue: z.boolean(),
  isOfSite: z.boolean(),
  user: accountRow.nullable(),
})

/** Noting every call would turn every read into a write. */
const NOTE_USE_AFTER = '1 minute'

type NewKey = {
  name: string
  hash: Buffer
  hint: string
  scopes: readonly string[]
  lifeDays: number | null
}

/** `uid` is null for the keys of the site. */
export const createKeysStore = (connection: Connection) => ({
  find: (hash: Buffer) =>
    readRow(connection, activeKeyRow, { name: 'find-api-key' })`
      SELECT k.id, k.name, k.scopes, k.user_id IS NULL AS "isOfSite",
             coalesce(k.last_used_at < now() - interval '${raw(NOTE_USE_AFTER)}',
               true) AS "isUseDue",
             (SELECT to_jsonb(account) FROM (SELECT ${raw(ACCOUNT_COLUMNS)}) account
               WHERE u.id IS NOT NULL) AS user
        FROM api_keys k
        LEFT JOIN users u ON u.id = k.user_id AND u.suspended_at IS NULL
        LEFT JOIN user_pictures p ON p.user_id = u.id
       WHERE k.secret_hash = ${hash} AND (k.expires_at > now()) IS NOT FALSE`,

  noteUse: (id: string) =>
    execute(connection)`UPDATE api_keys SET last_used_at = now() WHERE id = ${id}`,

  list: (uid: string | null) =>
    readRows(connection, keyRow)`
      SELECT ${raw(KEY_COLUMNS)} FROM api_keys WHERE user_id IS NOT DISTINCT FROM ${uid}
        ORDER BY id DESC LIMIT 100`,

  /** Null if there are already `limit` keys. The lock keeps concurrent calls from exceeding it. */
  add: async (
    uid: string | null,
    { name, hash, hint, scopes, lifeDays }: NewKey,
    limit: number,
  ) => {
    const owner = uid ?? ''
    await execute(connection)`
      SELECT pg_advisory_xact_lock(hashtextextended('api_keys ' || ${owner}, 1))`
    return readRow(connection, keyRow)`
      INSERT INTO api_keys (user_id, name, secret_hash, hint, scopes, expires_at)
      SELECT ${uid}, ${name}, ${hash}, ${hint}, ${scopes}, now() + ${lifeDays} * interval '1 day'
       WHERE (SELECT count(*) FROM api_keys
         WHERE user_id IS NOT DISTINCT FROM ${uid} AND (expires_at > now()) IS NOT FALSE) < ${limit}
      RETURNING ${raw(KEY_COLUMNS)}`
  },

  /** Returns the name; null if there is no such key. */
  remove: (uid: string | null, id: string) =>
    readRow(connection, z.object({ name: z.string() }))`
      DELETE FROM api_keys WHERE id = ${id} AND user_id IS NOT DISTINCT FROM ${uid} RETURNING name`,

  sweep: () =>
    affectsRow(connection)`
      DELETE FROM api_keys WHERE expires_at < now() - ${RETENTION.expiredKeysMs} * interval '1 ms'`,
})
