import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '#server/core/db/query.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { createSetupStore } from './setup.store.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'

/** Links that make an administrator. */
export const SETUP = {
  linkLifeMs: DAY_MS,
  /** How long a browser remembers that it opened one. */
  openedForMs: HOUR_MS,
} as const

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
