import type { Connection } from '#server/core/db/query.ts'
import { affectsRow, execute, hasRow, sql } from '#server/core/db/sql.ts'

const HAS_ADMIN = sql`EXISTS (SELECT FROM users WHERE is_admin)`
/** Once there is an administrator, only links made by the command are valid. */
const isValid = (hash: Buffer) =>
  sql`secret_hash = ${hash} AND expires_at > now() AND (is_extra OR NOT ${HAS_ADMIN})`

export const createSetupStore = (connection: Connection) => ({
  hasAdmin: () => hasRow(connection)`SELECT WHERE ${HAS_ADMIN}`,

  create: async (hash: Buffer, { lifeMs, isExtra }: { lifeMs: number; isExtra: boolean }) => {
    await connection.query('DELETE FROM setup_links WHERE expires_at < now()')
    await execute(connection)`
      WITH noted AS (INSERT INTO audit_log (event) VALUES ('set-up-link-made'))
      INSERT INTO setup_links (secret_hash, expires_at, is_extra)
      VALUES (${hash}, now() + ${lifeMs} * interval '1 ms', ${isExtra})`
  },

  isValid: (hash: Buffer) => hasRow(connection)`SELECT FROM setup_links WHERE ${isValid(hash)}`,

  /**
   * Also deletes the other links that servers printed at their start. Of two people who claim two of them
   * at once, the second waits for these row locks and fails.
   */
  claim: (hash: Buffer, uid: string) =>
    affectsRow(connection)`
      WITH spent AS (
        DELETE FROM setup_links WHERE (secret_hash = ${hash} OR NOT is_extra)
           AND EXISTS (SELECT FROM setup_links WHERE ${isValid(hash)})
        RETURNING secret_hash
      )
      UPDATE users SET is_admin = true, invited_at = COALESCE(invited_at, now()), updated_at = now()
        FROM spent WHERE spent.secret_hash = ${hash} AND users.id = ${uid}`,
})
