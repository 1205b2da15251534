import { z } from 'zod'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  hasRow,
  raw,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'

/**
 * Whether the owner's products or the catalogue refer to the file. Searches whole rows, so that
 * columns added later count too; keys are random, so a match is never a coincidence.
 */
const IS_REFERENCED = `
  EXISTS (SELECT FROM user_products own
    WHERE own.user_id = upload.user_id AND strpos(to_jsonb(own)::text, upload.key) > 0)
  OR EXISTS (SELECT FROM saved_products saved
    WHERE saved.user_id = upload.user_id AND strpos(saved.product::text, upload.key) > 0)
  OR '${MEDIA_PREFIX}' || upload.key IN (SELECT photo FROM drafts)
  OR EXISTS (SELECT FROM drafts draft WHERE draft.user_id = upload.user_id
    AND strpos(draft.content::text, upload.key) > 0)
  OR catalog.has_picture('${MEDIA_PREFIX}' || upload.key)`

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

  /** Marks these files for deletion, except those that are still in use. */
  disown: (uid: string, keys: readonly string[]) =>
    execute(connection)`
      UPDATE uploads upload SET user_id = NULL
      WHERE user_id = ${uid} AND key = ANY(${keys}) AND NOT (${raw(IS_REFERENCED)})`,

  disownUnused: (olderThanMs: number) =>
    execute(connection)`
      UPDATE uploads upload SET user_id = NULL
      WHERE user_id IS NOT NULL AND created_at < now() - ${olderThanMs} * interval '1 ms'
        AND NOT (${raw(IS_REFERENCED)})`,

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
