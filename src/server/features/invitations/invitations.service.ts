import type { RateLimitName } from '#shared/constants.ts'
import { inviteCodeProblem } from '#shared/domain/invite-code.ts'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import type { Atomically, Connection } from '#server/db/transaction.ts'
import { AppError } from '#server/http/errors.ts'
import type { RateLimiter } from '#server/http/rate-limits.store.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Caller, SessionKeeper } from '#server/providers/identity/sessions.ts'
import type { InvitationsStore } from './invitations.store.ts'
import type { InviteSecrets } from './invite-secrets.ts'

type Parts = {
  store: InvitationsStore
  secrets: InviteSecrets
  limits: RateLimiter
  sessions: SessionKeeper
  atomically: Atomically
}

/** A session that begins is shown to nobody until its cookie has been read back. */
const cookieHeader = (cookie: string) => new Headers({ cookie: cookie.split(';')[0] ?? '' })

/** §7: the name is derived from the e-mail where the invitation gives none. */
const nameFromEmail = (email: string) =>
  (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ') || 'Guest'

export const createInvitationService = (parts: Parts) => {
  const { store, secrets, limits, sessions, atomically } = parts

  const countTry = async (tries: [RateLimitName, string][]) => {
    for (const [limit, key] of tries) {
      const wait = await limits.take(limit, key)
      if (wait !== null)
        throw new AppError(429, INVITE_MESSAGES.tooManyTries, { retryAfterSeconds: wait })
    }
  }

  const beginSession = async (uid: string, caller: Caller) => {
    const cookie = await sessions.beginForInvite(uid, caller)
    const user = await sessions.read(cookieHeader(cookie))
    if (!user) throw new Error('A session that was just made could not be read')
    return { user, cookie }
  }

  const makeUser = async (
    invite: { id: string; email: string; name: string | null },
    name: string | null,
    connection: Connection,
  ) => {
    const person = { email: invite.email, name: invite.name || name || nameFromEmail(invite.email) }
    const user = await store.ensureInviteUser(person, invite.id, connection)
    // Rolls back, so the invitation is not spent.
    if (!user) throw new AppError(409, INVITE_MESSAGES.emailTaken)
    return user
  }

  return {
    isInvited: (uid: string) => store.isInvited(uid),
    giveUp: (uid: string) => store.giveUp(uid),

    redeemCode: async (user: SessionUser, code: string, address: string) => {
      const problem = inviteCodeProblem(code)
      if (problem) throw new AppError(400, problem)
      if (user.hasInviteCode) return
      await countTry([
        ['inviteTriesByAddress', address],
        ['inviteTries', user.uid],
        ['inviteTriesDaily', user.uid],
      ])
      if (!(await store.redeemCode(user.uid, secrets.hashCode(code))))
        throw new AppError(400, INVITE_MESSAGES.invalidCode)
    },

    createUserByRef: async (ref: string, caller: Caller) => {
      await countTry([['inviteTriesByAddress', caller.address]])
      const { uid } = await atomically(async (connection) => {
        const invite = await store.spend('ref', secrets.hashRef(ref), null, connection)
        if (!invite) throw new AppError(400, INVITE_MESSAGES.invalidRef)
        return makeUser(invite, null, connection)
      })
      return beginSession(uid, caller)
    },

    /** Only a code made for this very e-mail makes an account: anybody can write an address. */
    createUserByCode: async (
      given: { email: string; code: string; name: string | null },
      address: string,
    ) => {
      const problem = inviteCodeProblem(given.code)
      if (problem) throw new AppError(400, problem)
      await countTry([['inviteTriesByAddress', address]])
      return atomically(async (connection) => {
        const hash = secrets.hashCode(given.code)
        const invite = await store.spend('code', hash, given.email, connection)
        if (!invite) throw new AppError(400, INVITE_MESSAGES.invalidCode)
        const { uid } = await makeUser(invite, given.name, connection)
        const key = secrets.makeKey()
        await store.replaceKey(uid, secrets.hashKey(key), connection)
        return key
      })
    },

    signInWithKey: async (email: string, key: string, caller: Caller) => {
      await countTry([['inviteTriesByAddress', caller.address]])
      const uid = await store.spendKey(email.trim().toLowerCase(), secrets.hashKey(key))
      if (uid === null) throw new AppError(400, INVITE_MESSAGES.invalidKey)
      return beginSession(uid, caller)
    },
  }
}
export type InvitationService = ReturnType<typeof createInvitationService>
