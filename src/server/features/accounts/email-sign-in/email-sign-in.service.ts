import { EMAIL_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { nameFromEmail } from '#shared/domain/name-from-email.ts'
import { AppError } from '#server/core/http/errors.ts'
import {
  callerGroup,
  type RateLimiter,
  refuseIfTooMany,
} from '#server/core/http/rate-limits.store.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import type { Caller, SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { EmailCodes } from './email-codes.ts'
import type { EmailSignInStore, Purpose } from './email-sign-in.store.ts'
import { writeMail } from './mails.ts'

type Parts = {
  store: EmailSignInStore
  identityStore: Pick<IdentityStore, 'claimInviteUser' | 'providersOfEmail' | 'isSuspended'>
  sessions: SessionKeeper
  limits: RateLimiter
  codes: EmailCodes
  /** Null if no mail can be sent. */
  mail: Mail | null
}

/** Who asks, and from which browser; `marks` name the addresses that it has signed in to. */
type Asker = { origin: string; address: string; browser: string; marks: readonly string[] }

export type Arrival =
  | { kind: 'signed-in'; uid: string; cookie: string; redirect: string | null; mark: string }
  /** The address is proved, but an account has it that signs in in another way. */
  | { kind: 'taken'; email: string; code: string }

export const createEmailSignInService = (parts: Parts) => {
  const { store, identityStore, sessions, limits, codes, mail } = parts

  /** Each kind of caller has a count of its own: a stranger must not keep the owner out. */
  const countMail = async (
    { purpose, email }: { purpose: Purpose; email: string },
    address: string,
    isKnownBrowser: boolean,
  ) => {
    const isOwner = isKnownBrowser || purpose === 'confirm'
    const group = isOwner ? `owner ${purpose}` : callerGroup(address)
    refuseIfTooMany(await limits.take('emailsToAddress', codes.countKey(email, group)))
    if (!isOwner) refuseIfTooMany(await limits.take('emailsToAddressInAll', codes.countKey(email)))
  }

  const send = async (
    to: { purpose: Purpose; email: string; uid: string | null; redirect: string | null },
    { origin, address, browser, marks }: Asker,
  ) => {
    if (!mail) throw new AppError(409, EMAIL_MESSAGES.unavailable)
    refuseIfTooMany(await limits.take('emailsByCaller', address))
    await countMail(to, address, marks.includes(codes.makeKnownMark(to.email)))
    const [code, token] = [codes.makeCode(), codes.makeToken()]
    await store.create({
      ...to,
      codeHash: codes.hashCode(to.email, code),
      linkHash: codes.hashLink(token),
      browserHash: codes.hashBrowser(browser),
    })
    await mail.send({ to: to.email, ...writeMail({ purpose: to.purpose, origin, code, token }) })
  }

  const wrongCode = () =>
    new AppError(400, EMAIL_MESSAGES.invalidCode, { security: 'sign-in-refused' })

  /** Spends the code if it is right. One and the same message for every other reason. */
  const spendCode = async (
    sent: Awaited<ReturnType<EmailSignInStore['tryHere']>>,
    email: string,
    code: string,
  ) => {
    const given = codes.hashCode(email, code)
    if (!sent || !codes.isSame(sent.code_hash, given)) throw wrongCode()
    const spent = await store.spend(sent.id)
    if (!spent) throw wrongCode()
    return spent
  }

  /** §8: never merges accounts unasked. An account of an invitation goes to the address's holder. */
  const arrive = async (
    { email, redirect }: { email: string; redirect: string | null },
    caller: Caller,
  ): Promise<Arrival> => {
    await store.forget(email)
    await identityStore.claimInviteUser(email, 'email', email)
    const uid =
      (await store.userWith(email)) ?? (await store.createUser(email, nameFromEmail(email)))
    if (uid === null) {
      const [existing] = (await identityStore.providersOfEmail(email)) ?? []
      const code = existing
        ? LOGIN_ERRORS.accountExistsCode(existing)
        : LOGIN_ERRORS.unknownEmailCode
      return { kind: 'taken', email, code }
    }
    if (await identityStore.isSuspended(uid))
      throw new AppError(403, LOGIN_ERRORS.suspended, { security: 'sign-in-refused' })
    return {
      kind: 'signed-in',
      uid,
      redirect,
      cookie: await sessions.beginFor(uid, 'email', caller),
      mark: codes.makeKnownMark(email),
    }
  }

  /** For a browser that did not ask for the code, such as that of the phone with the mail. */
  const tryElsewhere = async (
    email: string,
    code: string,
    { address }: Caller,
    isKnownBrowser: boolean,
  ) => {
    const group = isKnownBrowser ? 'owner' : callerGroup(address)
    if ((await limits.take('emailGuesses', codes.countKey(email, group))) !== null) return null
    return store.tryElsewhere(email, codes.hashCode(email, code), isKnownBrowser)
  }

  return {
    isAvailable: mail !== null,

    ask: (email: string, redirect: string | null, asker: Asker) =>
      send({ purpose: 'sign-in', email, uid: null, redirect }, asker),

    withCode: async (
      {
        email,
        code,
        browser,
        marks,
      }: { email: string; code: string; browser: string | null; marks: readonly string[] },
      caller: Caller,
    ) => {
      const here = browser === null ? null : codes.hashBrowser(browser)
      const sent =
        (here && (await store.tryHere('sign-in', email, null, here))) ??
        (await tryElsewhere(email, code, caller, marks.includes(codes.makeKnownMark(email))))
      return arrive(await spendCode(sent, email, code), caller)
    },

    withLink: async (token: string, browser: string | null, caller: Caller) => {
      const [link, here] = [codes.hashLink(token), codes.hashBrowser(browser ?? '')]
      const isSame = await store.isBrowserOf(link, here)
      if (isSame === null) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      if (!isSame)
        throw new AppError(409, EMAIL_MESSAGES.otherBrowser, {
          code: EMAIL_MESSAGES.otherBrowserCode,
        })
      const spent = await store.spendLink(link, here)
      if (!spent) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      return arrive(spent, caller)
    },

    askToLink: (uid: string, email: string, asker: Asker) =>
      send({ purpose: 'link', email, uid, redirect: null }, asker),

    link: async (uid: string, code: string, browser: string | null) => {
      const email = await store.pendingLink(uid)
      if (email === null) throw wrongCode()
      const sent = await store.tryHere('link', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(sent, email, code)
      if (!(await store.link(uid, email))) throw new AppError(409, LOGIN_ERRORS.linkingFailed)
    },

    askToConfirm: async (uid: string, asker: Asker) => {
      const email = await store.addressOf(uid)
      if (email === null) throw new Error('The user has no address to confirm')
      await send({ purpose: 'confirm', email, uid, redirect: null }, asker)
    },

    confirm: async (uid: string, sessionId: string, code: string, browser: string | null) => {
      const email = await store.addressOf(uid)
      if (email === null) throw wrongCode()
      const sent = await store.tryHere('confirm', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(sent, email, code)
      await sessions.noteConfirmed(sessionId)
    },

    sweep: store.sweep,
  }
}
export type EmailSignInService = ReturnType<typeof createEmailSignInService>
