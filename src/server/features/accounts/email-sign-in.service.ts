import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '#server/core/http/errors.ts'
import {
  callerGroup,
  type RateLimiter,
  refuseIfTooMany,
} from '#server/core/http/rate-limits.store.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import { EMAIL_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN } from '#shared/constants.ts'
import { nameFromEmail } from '#shared/domain/name-from-email.ts'
import { paths } from '#shared/paths.ts'
import type { AccountsStore } from './accounts.store.ts'
import { isSameSecret } from '#server/core/same-secret.ts'
import { createCookie } from './cookies.ts'
import type { EmailSignInStore, Purpose } from './email-sign-in.store.ts'
import type { Caller, SessionKeeper } from './sessions.ts'

type Parts = {
  store: EmailSignInStore
  accounts: AccountsStore
  sessions: SessionKeeper
  limits: RateLimiter
  secret: string
  /** Null if no email can be sent. */
  mail: Mail | null
}

/** Who asks, and from which browser; `marks` name the addresses that it has signed in to. */
export type Asker = { origin: string; address: string; browser: string; marks: readonly string[] }

export type Arrival =
  | { kind: 'signed-in'; uid: string; cookie: string; redirect: string | null; mark: string }
  /** The address is proved, but an account has it that signs in in another way. */
  | { kind: 'taken'; email: string; code: string }

export const createEmailSignInService = (parts: Parts) => {
  const { store, accounts, sessions, limits, mail } = parts
  const codes = createEmailCodes(parts.secret)

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
    candidate: Awaited<ReturnType<EmailSignInStore['tryHere']>>,
    email: string,
    code: string,
  ) => {
    const codeHash = codes.hashCode(email, code)
    if (!candidate || !isSameSecret(candidate.code_hash, codeHash)) throw wrongCode()
    const use = await store.spend(candidate.id)
    if (!use) throw wrongCode()
    return use
  }

  /** Never merges accounts unasked. An account of an invitation goes to the address's holder. */
  const arrive = async (
    { email, redirect }: { email: string; redirect: string | null },
    caller: Caller,
  ): Promise<Arrival> => {
    await store.forget(email)
    await accounts.claimInviteUser(email, 'email', email)
    const uid =
      (await store.userWith(email)) ??
      (await accounts.createUser(
        { provider: 'email', subject: email, token: null },
        { email, isEmailVerified: true, name: nameFromEmail(email), picture: null },
      ))
    if (uid === null) {
      const [existing] = (await accounts.providersOfEmail(email)) ?? []
      const code = existing
        ? LOGIN_ERRORS.accountExistsCode(existing)
        : LOGIN_ERRORS.unknownEmailCode
      return { kind: 'taken', email, code }
    }
    if (await accounts.isSuspended(uid))
      throw new AppError(403, LOGIN_ERRORS.suspended, { security: 'sign-in-refused' })
    return {
      kind: 'signed-in',
      uid,
      redirect,
      cookie: await sessions.beginFor(uid, 'email', caller),
      mark: codes.makeKnownMark(email),
    }
  }

  /** For a browser that did not ask for the code, such as that of the phone with the email. */
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
      const candidate =
        (here && (await store.tryHere('sign-in', email, null, here))) ??
        (await tryElsewhere(email, code, caller, marks.includes(codes.makeKnownMark(email))))
      return arrive(await spendCode(candidate, email, code), caller)
    },

    withLink: async (token: string, browser: string | null, caller: Caller) => {
      const [link, here] = [codes.hashLink(token), codes.hashBrowser(browser ?? '')]
      const isSame = await store.isBrowserOf(link, here)
      if (isSame === null) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      if (!isSame)
        throw new AppError(409, EMAIL_MESSAGES.otherBrowser, {
          code: EMAIL_MESSAGES.otherBrowserCode,
        })
      const use = await store.spendLink(link, here)
      if (!use) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      return arrive(use, caller)
    },

    askToLink: (uid: string, email: string, asker: Asker) =>
      send({ purpose: 'link', email, uid, redirect: null }, asker),

    link: async (uid: string, code: string, browser: string | null) => {
      const email = await store.pendingLink(uid)
      if (email === null) throw wrongCode()
      const candidate = await store.tryHere('link', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(candidate, email, code)
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
      const candidate = await store.tryHere('confirm', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(candidate, email, code)
      await sessions.noteConfirmed(sessionId)
    },

    sweep: store.sweep,
  }
}
export type EmailSignInService = ReturnType<typeof createEmailSignInService>

/** Creates the secrets of an email and of the browser that asked for it, and the hashes that are stored. */
const createEmailCodes = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts e-mail sign-in', 32))
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    makeCode: () =>
      Array.from({ length: EMAIL_SIGN_IN.codeDigits }, () => String(randomInt(10))).join(''),
    makeToken: () => randomBytes(32).toString('base64url'),
    /** Digits only: people type the space between the groups, or do not. */
    hashCode: (email: string, code: string) =>
      hash('code', `${email}:${code.replaceAll(/\D/g, '')}`),
    hashLink: (token: string) => hash('link', token),
    hashBrowser: (token: string) => hash('browser', token),
    /** For counting, so that limits hold no addresses; by whoever asks, if `group` is given. */
    countKey: (email: string, group = '') =>
      hash('limit', group ? `${email} ${group}` : email).toString('base64url'),
    /** What a browser keeps that has signed in to the address. */
    makeKnownMark: (email: string) => hash('known', email).toString('base64url'),
  }
}

const WELL_FORMED = /^[\w-]{43}$/
/** Addresses that a shared browser is known for. */
const KNOWN_ADDRESSES = 5

/** Names the browser that asked for an email, so that the link works only there. */
export const createBrowserCookie = (isSecure: boolean) => {
  const asking = createCookie('email_browser', EMAIL_SIGN_IN.lifeMs, isSecure)
  const knownCookie = createCookie('email_known', EMAIL_SIGN_IN.browserKnownMs, isSecure)
  const read = (headers: Headers): string | null => {
    const value = asking.read(headers)
    return value !== null && WELL_FORMED.test(value) ? value : null
  }
  const readKnown = (headers: Headers) =>
    (knownCookie.read(headers) ?? '').split('.').filter((mark) => WELL_FORMED.test(mark))
  return {
    read,
    /** The known name, so that an earlier email's link keeps working, or a new one. */
    readOrMake: (headers: Headers) => read(headers) ?? randomBytes(32).toString('base64url'),
    write: asking.write,
    /** Marks of the addresses that this browser has signed in to. They cannot be forged. */
    readKnown,
    writeKnown: (headers: Headers, mark: string) =>
      knownCookie.write(
        [...new Set([mark, ...readKnown(headers)])].slice(0, KNOWN_ADDRESSES).join('.'),
      ),
  }
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>

const MINUTES = EMAIL_SIGN_IN.lifeMs / 60_000
const readable = (code: string) => code.replace(/(?=.{4}$)/, ' ')

type MailContent = { purpose: Purpose; origin: string; code: string; token: string }

const ASK: Record<Exclude<Purpose, 'sign-in'>, { subject: string; text: string }> = {
  link: {
    subject: 'Confirm your email for Wearabouts',
    text: 'Someone signed in to Wearabouts wants to sign in with this address. If it was you, enter this code there:',
  },
  confirm: {
    subject: 'Confirm that it is you',
    text: 'To confirm it’s you, enter this code in Wearabouts:',
  },
}

const writeMail = ({ purpose, origin, code, token }: MailContent) => {
  if (purpose !== 'sign-in')
    return {
      subject: ASK[purpose].subject,
      text: [
        ASK[purpose].text,
        readable(code),
        `It works once, within ${MINUTES} minutes. If you did not request it, you can ignore this email.`,
      ].join('\n\n'),
    }
  return {
    subject: 'Sign in to Wearabouts',
    text: [
      'Open this link in the browser where you requested it:',
      origin + paths.emailLink.href(token),
      'Or enter this code in any browser:',
      readable(code),
      `Both work once, within ${MINUTES} minutes. Do not share them. If you did not request this email, you can ignore it: nobody can sign in without it.`,
    ].join('\n\n'),
  }
}
