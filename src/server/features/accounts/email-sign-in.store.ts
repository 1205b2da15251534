import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, affectsRow, raw, readRow, readValue } from '#server/core/db/sql.ts'
import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'

export type Purpose = 'sign-in' | 'link' | 'confirm'

type NewCode = {
  purpose: Purpose
  email: string
  uid: string | null
  codeHash: Buffer
  linkHash: Buffer
  browserHash: Buffer
  redirect: string | null
  isShared: boolean
}

const codeRow = z.object({ id: z.string(), code_hash: z.instanceof(Buffer) })
const spentRow = z.object({ email: z.string(), redirect: z.string().nullable() })

export const createEmailSignInStore = (connection: Connection) => ({
  /** Runs in a transaction. False if the code is shared and another shared one is new enough. */
  create: async (code: NewCode): Promise<boolean> => {
    if (code.isShared)
      await execute(connection)`SELECT pg_advisory_xact_lock(hashtextextended(${code.email}, 75))`
    const { lifeMs, sharedEveryMs } = EMAIL_SIGN_IN
    return affectsRow(connection)`
      INSERT INTO email_codes
        (purpose, email, user_id, code_hash, link_hash, browser_hash, redirect, is_shared, expires_at)
      SELECT ${code.purpose}, ${code.email}, ${code.uid}, ${code.codeHash}, ${code.linkHash},
        ${code.browserHash}, ${code.redirect}, ${code.isShared}, now() + ${lifeMs} * interval '1 ms'
      WHERE NOT ${code.isShared} OR NOT EXISTS (SELECT FROM email_codes
        WHERE email = ${code.email} AND is_shared
          AND expires_at > now() + ${lifeMs - sharedEveryMs} * interval '1 ms')`
  },

  removeUnsent: (linkHash: Buffer) =>
    execute(connection)`DELETE FROM email_codes WHERE link_hash = ${linkHash}`,

  /** Counts a guess at the newest code of this browser. Null if it has no code with guesses left. */
  tryHere: (purpose: Purpose, email: string, uid: string | null, browserHash: Buffer) =>
    readRow(connection, codeRow)`
      UPDATE email_codes SET tries_here = tries_here + 1 WHERE id = (
        SELECT id FROM email_codes
         WHERE purpose = ${purpose} AND email = ${email} AND user_id IS NOT DISTINCT FROM ${uid}
           AND browser_hash = ${browserHash} AND expires_at > now()
         ORDER BY id DESC LIMIT 1 FOR UPDATE)
        AND tries_here < ${EMAIL_SIGN_IN.tries}
      RETURNING id, code_hash`,

  /**
   * The code with this hash, for a browser that did not request it. Any of the newest codes is accepted,
   * so that a stranger who requests another email does not invalidate the owner's. Guesses are counted
   * for the whole address, but guesses of others block neither a shared code nor a browser that signed
   * in to the address before.
   */
  tryElsewhere: (
    email: string,
    codeHash: Buffer,
    { isShared, isCounted }: { isShared: boolean; isCounted: boolean },
  ) =>
    readRow(connection, codeRow)`
      WITH live AS (
        SELECT id, code_hash, tries_elsewhere FROM email_codes
         WHERE purpose = 'sign-in' AND email = ${email} AND is_shared = ${isShared}
           AND expires_at > now()
         ORDER BY id DESC LIMIT ${raw(EMAIL_SIGN_IN.codesAtOnce)} FOR UPDATE
      ), allowed AS (
        SELECT NOT ${isCounted} OR COALESCE(sum(tries_elsewhere),
          0) < ${raw(EMAIL_SIGN_IN.triesInAll)} AS is_allowed FROM live
      ), counted AS (
        UPDATE email_codes SET tries_elsewhere = tries_elsewhere + 1 FROM allowed
         WHERE is_allowed AND ${isCounted} AND id = (SELECT max(id) FROM live)
      )
      SELECT id, code_hash FROM live, allowed WHERE is_allowed AND code_hash = ${codeHash} LIMIT 1`,

  /** Null if the code has been spent meanwhile. */
  spend: (id: string) =>
    readRow(connection, spentRow)`
      DELETE FROM email_codes WHERE id = ${id} AND expires_at > now() RETURNING email, redirect`,

  /** Whether this browser requested the link; null if the link is not valid. */
  isBrowserOf: (linkHash: Buffer, browserHash: Buffer): Promise<boolean | null> =>
    readValue(connection, z.boolean())`
      SELECT browser_hash = ${browserHash} AS is_same_browser FROM email_codes
      WHERE link_hash = ${linkHash} AND purpose = 'sign-in' AND expires_at > now()`,

  spendLink: (linkHash: Buffer, browserHash: Buffer) =>
    readRow(connection, spentRow)`
      DELETE FROM email_codes WHERE link_hash = ${linkHash} AND browser_hash = ${browserHash}
        AND purpose = 'sign-in'
      AND expires_at > now() RETURNING email, redirect`,

  /** Deletes the remaining sign-in codes of an address once one of them was used. */
  forget: (email: string) =>
    execute(connection)`
      DELETE FROM email_codes WHERE email = ${email} AND purpose = 'sign-in'`,

  userWith: (email: string): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT user_id FROM accounts WHERE provider_id = 'email' AND account_id = ${email}`,

  /** False if somebody else has the address, or the user has linked another one. */
  link: (uid: string, email: string) =>
    affectsRow(connection)`
      INSERT INTO accounts (id, account_id, provider_id, user_id)
      SELECT ${randomUUID()}, ${email}, 'email', ${uid}
       WHERE NOT EXISTS (SELECT FROM users WHERE email = ${email} AND id <> ${uid})
      ON CONFLICT DO NOTHING`,

  /** The address that the user signs in with. */
  addressOf: (uid: string): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT account_id FROM accounts WHERE provider_id = 'email' AND user_id = ${uid}`,

  /** The address to which a code for linking was sent last. */
  pendingLink: (uid: string): Promise<string | null> =>
    readValue(connection, z.string())`
      SELECT email FROM email_codes WHERE purpose = 'link' AND user_id = ${uid}
        AND expires_at > now()
      ORDER BY id DESC LIMIT 1`,

  sweep: () => execute(connection)`DELETE FROM email_codes WHERE expires_at < now()`,
})
