import { z } from 'zod'
import { type Connection, isoTime, matchesRow, readRow, readRows } from '#server/core/db/query.ts'
import { ACCOUNT_COLUMNS, accountRow } from '#server/features/accounts/index.ts'
import { API_KEYS } from '#shared/constants.ts'
import { apiKeySchema } from '#shared/contract/api-keys.ts'
import { PERMISSION_NAMES } from '#shared/contract/permissions.ts'

/** A scope of a later version means nothing to this one. */
const scopes = z
  .array(z.string())
  .transform((names) => PERMISSION_NAMES.filter((scope) => names.includes(scope)))

const keyRow = apiKeySchema.extend({
  scopes,
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
})

const KEY_COLUMNS = `id, name, hint, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", coalesce(expires_at <= now(), false) AS "isExpired"`

const foundRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes,
  isUseDue: z.boolean(),
  isOfSite: z.boolean(),
  user: accountRow.nullable(),
})

/** Noting every call would make every read a write. */
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
    readRow(
      connection,
      foundRow,
      {
        name: 'find-api-key',
        text: `
          SELECT k.id, k.name, k.scopes, k.user_id IS NULL AS "isOfSite",
                 coalesce(k.last_used_at < now() - interval '${NOTE_USE_AFTER}', true) AS "isUseDue",
                 (SELECT to_jsonb(account) FROM (SELECT ${ACCOUNT_COLUMNS}) account
                   WHERE u.id IS NOT NULL) AS user
            FROM api_keys k
            LEFT JOIN users u ON u.id = k.user_id AND u.suspended_at IS NULL
            LEFT JOIN user_pictures p ON p.user_id = u.id
           WHERE k.secret_hash = $1 AND (k.expires_at > now()) IS NOT FALSE`,
      },
      [hash],
    ),

  noteUse: async (id: string) => {
    await connection.query('UPDATE api_keys SET last_used_at = now() WHERE id = $1', [id])
  },

  list: (uid: string | null) =>
    readRows(
      connection,
      keyRow,
      `SELECT ${KEY_COLUMNS} FROM api_keys WHERE user_id IS NOT DISTINCT FROM $1
        ORDER BY id DESC LIMIT 100`,
      [uid],
    ),

  /** Null if there are `most` already. The lock keeps two at once from making one too many. */
  add: async (uid: string | null, { name, hash, hint, scopes, lifeDays }: NewKey, most: number) => {
    await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [
      `api_keys ${uid ?? ''}`,
    ])
    return readRow(
      connection,
      keyRow,
      `INSERT INTO api_keys (user_id, name, secret_hash, hint, scopes, expires_at)
       SELECT $1, $2, $3, $4, $5, now() + $6 * interval '1 day'
        WHERE (SELECT count(*) FROM api_keys
          WHERE user_id IS NOT DISTINCT FROM $1 AND (expires_at > now()) IS NOT FALSE) < $7
       RETURNING ${KEY_COLUMNS}`,
      [uid, name, hash, hint, scopes, lifeDays, most],
    )
  },

  /** Its name; null if there was no such key. */
  remove: (uid: string | null, id: string) =>
    readRow(
      connection,
      z.object({ name: z.string() }),
      'DELETE FROM api_keys WHERE id = $2 AND user_id IS NOT DISTINCT FROM $1 RETURNING name',
      [uid, id],
    ),

  sweep: () =>
    matchesRow(connection, "DELETE FROM api_keys WHERE expires_at < now() - $1 * interval '1 ms'", [
      API_KEYS.expiredKeptMs,
    ]),
})
export type KeysStore = ReturnType<typeof createKeysStore>
