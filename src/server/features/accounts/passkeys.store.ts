import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, affectsRow, raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { PASSKEYS } from '#shared/account-constants.ts'
import { passkeySchema } from '#shared/contract/passkeys.ts'

const passkeyRow = passkeySchema.extend({
  userId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: z.coerce.number(),
  transports: z.array(z.string()),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
})
export type PasskeyRow = z.infer<typeof passkeyRow>

type NewPasskey = Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>

const COLUMNS = raw(`id, user_id AS "userId", public_key AS "publicKey", counter, transports, name,
  is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"`)

export const createPasskeysStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(connection, passkeyRow)`
      SELECT ${COLUMNS} FROM passkeys WHERE user_id = ${uid} ORDER BY created_at, id`,

  find: (id: string) =>
    readRow(connection, passkeyRow)`SELECT ${COLUMNS} FROM passkeys WHERE id = ${id}`,

  /** False if the challenge was used before. */
  spendChallenge: (challenge: string) =>
    affectsRow(connection)`
      INSERT INTO passkey_challenges_spent (challenge, expires_at)
      VALUES (${challenge}, now() + ${PASSKEYS.challengeLifeMs} * interval '1 ms')
        ON CONFLICT DO NOTHING`,

  /**
   * Null if the user has too many passkeys, or the passkey is already registered. The lock of the first
   * statement keeps concurrent calls from exceeding the limit, so both need one transaction.
   */
  add: async (passkey: NewPasskey) => {
    await execute(connection)`SELECT FROM users WHERE id = ${passkey.userId} FOR UPDATE`
    return readRow(connection, passkeyRow)`
      WITH added AS (
        INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, is_synced)
        SELECT ${passkey.id}, users.id, ${passkey.publicKey}, ${passkey.counter},
          ${passkey.transports}, ${passkey.name}, ${passkey.isSynced} FROM users
         WHERE users.id = ${passkey.userId} AND (SELECT count(*) FROM passkeys
           WHERE user_id = ${passkey.userId}) < ${raw(PASSKEYS.maxPerUser)}
        ON CONFLICT DO NOTHING RETURNING *
      ), method AS (
        INSERT INTO accounts (id, account_id, provider_id, user_id)
        SELECT ${randomUUID()}, user_id, 'passkey', user_id FROM added ON CONFLICT DO NOTHING
      ), lasting AS (
        UPDATE users SET is_invite_user = false FROM added WHERE users.id = added.user_id
      )
      SELECT ${COLUMNS} FROM added`
  },

  /** False if the counter did not increase, which means that the passkey was copied. */
  noteUse: (id: string, counter: number) =>
    affectsRow(connection)`
      UPDATE passkeys SET counter = ${counter}, last_used_at = now()
      WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`,

  rename: (uid: string, id: string, name: string) =>
    affectsRow(connection)`
      UPDATE passkeys SET name = ${name} WHERE user_id = ${uid} AND id = ${id}`,

  /**
   * Removes a passkey unless it is the last sign-in method. The rows are locked in the same order as in
   * an unlink, so that two concurrent removals cannot remove the last two methods.
   */
  remove: async (uid: string, id: string): Promise<'removed' | 'last' | 'unknown'> =>
    (await readValue(connection, z.enum(['removed', 'last', 'unknown']))`
      WITH held AS (
        SELECT provider_id FROM accounts WHERE user_id = ${uid} ORDER BY id FOR UPDATE
      ), mine AS (
        SELECT id FROM passkeys WHERE user_id = ${uid} ORDER BY id FOR UPDATE
      ), rest AS (
        SELECT EXISTS (SELECT FROM mine WHERE id <> ${id}) AS has_passkey,
               EXISTS (SELECT FROM held WHERE provider_id <> 'passkey') AS has_other,
               EXISTS (SELECT FROM mine WHERE id = ${id}) AS is_mine
      ), gone AS (
        DELETE FROM passkeys USING rest
         WHERE user_id = ${uid} AND id = ${id} AND (has_passkey OR has_other) RETURNING id
      ), method AS (
        DELETE FROM accounts USING rest
         WHERE user_id = ${uid} AND provider_id = 'passkey' AND has_other AND NOT has_passkey
           AND is_mine
      )
      SELECT CASE WHEN NOT is_mine THEN 'unknown'
                  WHEN has_passkey OR has_other THEN 'removed' ELSE 'last' END AS outcome
        FROM rest`) ?? 'unknown',

  sweep: () => execute(connection)`DELETE FROM passkey_challenges_spent WHERE expires_at < now()`,
})
