import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '#server/core/db/query.ts'
import { execute, matchesRow, sql } from '#server/core/db/sql.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import { SETUP } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'

/** 256 random bits cannot be guessed, so the hash needs no key. */
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Set-up links: whoever opens one and signs in becomes an administrator. */
export const createSetup = (connection: Connection) => {
  const store = createSetupStore(connection)
  const makeLink = async (origin: string, isExtra: boolean) => {
    const token = randomBytes(32).toString('base64url')
    await store.create(hashToken(token), { lifeMs: SETUP.linkLifeMs, isExtra })
    return origin + paths.setup.href(token)
  }
  return {
    /** Printed when a server starts; null if there is an administrator. */
    firstLink: async (origin: string): Promise<string | null> =>
      (await store.hasAdmin()) ? null : makeLink(origin, false),

    /** For the command, which works at any time. */
    extraLink: (origin: string): Promise<string> => makeLink(origin, true),

    isValid: (token: string): Promise<boolean> => store.isValid(hashToken(token)),

    claim: async (token: string | null, user: SessionUser) => {
      // An invite user's key is spent, so after a day nobody could administer the site.
      if (user.isInviteUser) throw new AppError(409, SETUP_MESSAGES.needsLastingAccount)
      if (token === null || !(await store.claim(hashToken(token), user.uid)))
        throw new AppError(400, SETUP_MESSAGES.invalidLink, { security: 'set-up-refused' })
    },
  }
}
export type Setup = ReturnType<typeof createSetup>

const HAS_ADMIN = sql`EXISTS (SELECT FROM users WHERE is_admin)`
/** Once there is an administrator, only links made by the command are valid. */
const isValid = (hash: Buffer) =>
  sql`secret_hash = ${hash} AND expires_at > now() AND (is_extra OR NOT ${HAS_ADMIN})`

const createSetupStore = (connection: Connection) => ({
  hasAdmin: () => matchesRow(connection)`SELECT WHERE ${HAS_ADMIN}`,

  create: async (hash: Buffer, { lifeMs, isExtra }: { lifeMs: number; isExtra: boolean }) => {
    await connection.query('DELETE FROM setup_links WHERE expires_at < now()')
    await execute(connection)`
      WITH noted AS (INSERT INTO audit_log (event) VALUES ('set-up-link-made'))
      INSERT INTO setup_links (secret_hash, expires_at, is_extra)
      VALUES (${hash}, now() + ${lifeMs} * interval '1 ms', ${isExtra})`
  },

  isValid: (hash: Buffer) => matchesRow(connection)`SELECT FROM setup_links WHERE ${isValid(hash)}`,

  /**
   * Also deletes the other links that servers printed at their start. Of two people who claim two of them
   * at once, the second waits for these row locks and fails.
   */
  claim: (hash: Buffer, uid: string) =>
    matchesRow(connection)`
      WITH spent AS (
        DELETE FROM setup_links WHERE (secret_hash = ${hash} OR NOT is_extra)
           AND EXISTS (SELECT FROM setup_links WHERE ${isValid(hash)})
        RETURNING secret_hash
      )
      UPDATE users SET is_admin = true, invited_at = COALESCE(invited_at, now()), updated_at = now()
        FROM spent WHERE spent.secret_hash = ${hash} AND users.id = ${uid}`,
})
