import { z } from 'zod'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  hasRow,
  raw,
  readValue,
  readValues,
  sql,
  type Sql,
} from '#server/core/db/sql.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'

/**
 * The keys of files that products, saved products or drafts of the user refer to. Searches whole rows, so
 * that columns added later count too, and each row once; keys are random, so a match is never a coincidence.
 */
const keysInUse = (uid: string) => sql`
  SELECT mention[1] FROM (
    SELECT to_jsonb(own)::text AS content FROM user_products own WHERE user_id = ${uid}
    UNION ALL SELECT product::text FROM saved_products WHERE user_id = ${uid}
    UNION ALL SELECT content::text FROM drafts WHERE user_id = ${uid}
  ) own_rows, regexp_matches(content, 'uploads/[\\w-]+\\.\\w+', 'g') mention`

/** Marks these files for deletion, except those that are still in use. */
const disown = (connection: Connection, uid: string, which: Sql) =>
  execute(connection)`
    UPDATE uploads upload SET user_id = NULL
    WHERE user_id = ${uid} AND ${which} AND key NOT IN (${keysInUse(uid)})
      AND NOT EXISTS (SELECT FROM drafts WHERE photo = '${raw(MEDIA_PREFIX)}' || upload.key)
      AND NOT catalog.has_picture('${raw(MEDIA_PREFIX)}' || upload.key)`

type StoredUpload = { key: string; bytes: number }

const usedBytes = async (connection: Connection, uid: string): Promise<number> =>
  (await readValue(connection, z.coerce.number())`
    SELECT coalesce(sum(bytes), 0) AS bytes FROM uploads WHERE user_id = ${uid}`) ?? 0

/**
 * Restarts the retention period of these uploads. False if one of them is gone or not the user's. Inside
 * the transaction of a save, a sweep waits for it and then spares them.
 */
export const renewUploads = async (
  connection: Connection,
  uid: string,
  keys: readonly string[],
): Promise<boolean> =>
  (await countAffectedRows(connection)`
    UPDATE uploads SET created_at = now() WHERE user_id = ${uid} AND key = ANY(${keys})`) ===
  keys.length

/** Records who uploaded which file. A file without an owner is to be deleted. */
export const createUploadsStore = (connection: Connection, atomically: Atomically) => ({
  usedBytes: (uid: string): Promise<number> => usedBytes(connection, uid),

  /** False if the quota would be exceeded. */
  record: (uid: string, { key, bytes }: StoredUpload, quotaBytes: number): Promise<boolean> =>
    atomically(async (transaction) => {
      // Serializes the uploads of a user, so that concurrent ones cannot exceed the quota.
      await execute(transaction)`SELECT FROM users WHERE id = ${uid} FOR NO KEY UPDATE`
      if ((await usedBytes(transaction, uid)) + bytes > quotaBytes) return false
      await execute(transaction)`
        INSERT INTO uploads (key, user_id, bytes) VALUES (${key}, ${uid}, ${bytes})`
      return true
    }),

  /** After a failed write. A file that may exist nevertheless is left to the next sweep. */
  abandon: (key: string, mayBeStored: boolean) =>
    mayBeStored
      ? execute(connection)`UPDATE uploads SET user_id = NULL WHERE key = ${key}`
      : execute(connection)`DELETE FROM uploads WHERE key = ${key}`,

  unmeasured: (limit: number): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT key FROM uploads WHERE bytes IS NULL AND user_id IS NOT NULL LIMIT ${limit}`,

  measure: ({ key, bytes }: StoredUpload) =>
    execute(connection)`UPDATE uploads SET bytes = ${bytes} WHERE key = ${key}`,

  isOwn: (uid: string, key: string) =>
    hasRow(connection)`SELECT FROM uploads WHERE key = ${key} AND user_id = ${uid}`,

  /** Except those that are still in use. */
  disown: (uid: string, keys: readonly string[]) =>
    disown(connection, uid, sql`key = ANY(${keys})`),

  /** Users with files of this age, after one of them. */
  ownersOfOld: (ageMs: number, after: string, limit: number): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT DISTINCT user_id FROM uploads
      WHERE user_id > ${after} AND created_at < now() - ${ageMs} * interval '1 ms'
      ORDER BY user_id LIMIT ${limit}`,

  /** One user at a time: whoever has much to be read must not keep the files of others. */
  disownUnused: (uid: string, ageMs: number) =>
    disown(connection, uid, sql`created_at < now() - ${ageMs} * interval '1 ms'`),

  /** Deletes files, then their rows. Returns their number. Safe to run on several servers at once. */
  deleteOwnerless: (limit: number, deleteFile: (key: string) => Promise<void>): Promise<number> =>
    atomically(async (connection) => {
      const keys = await readValues(connection, z.string())`
        SELECT key FROM uploads WHERE user_id IS NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`
      for (const key of keys) await deleteFile(key)
      await execute(connection)`DELETE FROM uploads WHERE key = ANY(${keys})`
      return keys.length
    }),
})
export type UploadsStore = ReturnType<typeof createUploadsStore>
