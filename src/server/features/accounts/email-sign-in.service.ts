import type { Core } from '#server/core/core.ts'
import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '#server/core/http/errors.ts'
import { callerGroup, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import { EMAIL_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'
import { guessNameFromEmail } from '#shared/domain/text.ts'
import type { AccountsStore } from './accounts.store.ts'
import { createCookie } from './cookies.ts'
import { createEmailSignInStore, type Purpose } from './email-sign-in.store.ts'
import type { RequestSource, SessionKeeper } from './sessions.service.ts'
import { composeSignInMail } from './sign-in-mail.ts'
import type { UsersStore } from './users.store.ts'

type EmailSignInDependencies = Pick<
  Core,
  'pool' | 'atomically' | 'limits' | 'mail' | 'writeMail'
> & {
  accounts: AccountsStore
  users: Pick<UsersStore, 'languageOf' | 'languageOfEmail'>
  sessions: SessionKeeper
  secret: string
}

/** The browser that requests an email; `marks` identify the addresses that it has signed in to before. */
export type EmailRequester = {
  origin: string
  address: string
  browser: string
  marks: readonly string[]
}

export type EmailSignInResult =
  | { kind: 'signed-in'; uid: string; cookie: string; redirect: string | null; mark: string }
  /** The address is proved, but belongs to an account with another sign-in method. */
  | { kind: 'taken'; email: string; code: string }

export const createEmailSignIn = (dependencies: EmailSignInDependencies) => {
  const { pool, atomically, limits, mail, writeMail, accounts, users, sessions, secret } =
    dependencies
  const store = createEmailSignInStore(pool)
  const codes = createEmailCodes(secret)

  /**
   * Whether the email is shared by everybody who asks. Owners and strangers are counted separately, and
   * a request beyond the common limit is not refused: a stranger must not lock the owner out.
   */
  const countMail = async (
    { purpose, email }: { purpose: Purpose; email: string },
    address: string,
    isKnownBrowser: boolean,
  ): Promise<boolean> => {
    const isOwner = isKnownBrowser || purpose === 'confirm'
    const group = isOwner ? `owner ${purpose}` : callerGroup(address)
    refuseIfTooMany(await limits.take('emailsToAddress', codes.countKey(email, group)))
    if (isOwner) return false
    // Only one user can use a code for linking, so it cannot be shared. Visitors do not use these up.
    const isLink = purpose === 'link'
    const countKey = codes.countKey(email, isLink ? purpose : '')
    const waitSeconds = await limits.take('emailsToAddressInAll', countKey)
    if (isLink) refuseIfTooMany(waitSeconds)
    return waitSeconds !== null
  }

  /** Returns false if no email was sent, because a shared one was sent a short time ago. */
  const sendCode = async (
    recipient: { purpose: Purpose; email: string; uid: string | null; redirect: string | null },
    { origin, address, browser, marks }: EmailRequester,
  ): Promise<boolean> => {
    if (!mail) throw new AppError(409, EMAIL_MESSAGES.unavailable)
    refuseIfTooMany(await limits.take('emailsByCaller', address))
    const isKnownBrowser = marks.includes(codes.makeKnownMark(recipient.email))
    const isShared = await countMail(recipient, address, isKnownBrowser)
    const [code, token] = [codes.makeCode(isShared), codes.makeToken()]
    const linkHash = codes.hashLink(token)
    const newCode = {
      ...recipient,
      codeHash: codes.hashCode(recipient.email, code),
      linkHash,
      browserHash: codes.hashBrowser(browser),
      isShared,
    }
    const isStored = await atomically((client) => createEmailSignInStore(client).create(newCode))
    if (!isStored) return false
    const { purpose, email, uid } = recipient
    const language = await (uid === null ? users.languageOfEmail(email) : users.languageOf(uid))
    const message = writeMail(language, () => composeSignInMail({ purpose, origin, code, token }))
    await mail.send({ to: email, ...message }).catch(async (error: unknown) => {
      // This code was never sent, so it must not replace one that was.
      await store.removeUnsent(linkHash)
      throw error
    })
    return true
  }

  const wrongCodeError = () =>
    new AppError(400, EMAIL_MESSAGES.invalidCode, { security: 'sign-in-refused' })

  /** Spends the code if it is right. The message is the same for every failure, so it reveals nothing. */
  const spendCode = async (
    candidate: Awaited<ReturnType<typeof store.tryHere>>,
    email: string,
    code: string,
  ) => {
    const codeHash = codes.hashCode(email, code)
    if (!candidate || !isSameSecret(candidate.code_hash, codeHash)) throw wrongCodeError()
    const spentCode = await store.spend(candidate.id)
    if (!spentCode) throw wrongCodeError()
    return spentCode
  }

  /** Never merges accounts without consent. An account made by an invitation goes to the address's owner. */
  const signInOrRefuse = async (
    { email, redirect }: { email: string; redirect: string | null },
    caller: RequestSource,
  ): Promise<EmailSignInResult> => {
    await store.forget(email)
    await accounts.claimInviteUser(email, 'email', email)
    const uid =
      (await store.userWith(email)) ??
      (await accounts.createUser(
        { provider: 'email', subject: email, token: null },
        { email, isEmailVerified: true, name: guessNameFromEmail(email), picture: null },
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

  /** For a browser that did not request the code, such as the one on the phone that got the email. */
  const tryElsewhere = async (
    email: string,
    code: string,
    { address }: RequestSource,
    isKnownBrowser: boolean,
  ) => {
    const group = isKnownBrowser ? 'owner' : callerGroup(address)
    if ((await limits.take('emailGuesses', codes.countKey(email, group))) !== null) return null
    const isShared = isSharedCode(code)
    const isCounted = !isKnownBrowser && !isShared
    return store.tryElsewhere(email, codes.hashCode(email, code), { isShared, isCounted })
  }

  return {
    isAvailable: mail !== null,

    requestCode: (email: string, redirect: string | null, requester: EmailRequester) =>
      sendCode({ purpose: 'sign-in', email, uid: null, redirect }, requester),

    withCode: async (
      {
        email,
        code,
        browser,
        marks,
      }: { email: string; code: string; browser: string | null; marks: readonly string[] },
      caller: RequestSource,
    ) => {
      const browserHash = browser === null ? null : codes.hashBrowser(browser)
      const candidate =
        (browserHash &&
          !isSharedCode(code) &&
          (await store.tryHere('sign-in', email, null, browserHash))) ||
        (await tryElsewhere(email, code, caller, marks.includes(codes.makeKnownMark(email))))
      return signInOrRefuse(await spendCode(candidate, email, code), caller)
    },

    withLink: async (token: string, browser: string | null, caller: RequestSource) => {
      const [link, browserHash] = [codes.hashLink(token), codes.hashBrowser(browser ?? '')]
      const isSameBrowser = await store.isBrowserOf(link, browserHash)
      if (isSameBrowser === null) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      if (!isSameBrowser)
        throw new AppError(409, EMAIL_MESSAGES.otherBrowser, {
          code: EMAIL_MESSAGES.otherBrowserCode,
        })
      const spentCode = await store.spendLink(link, browserHash)
      if (!spentCode) throw new AppError(400, EMAIL_MESSAGES.invalidLink)
      return signInOrRefuse(spentCode, caller)
    },

    requestLinkCode: (uid: string, email: string, requester: EmailRequester) =>
      sendCode({ purpose: 'link', email, uid, redirect: null }, requester),

    link: async (uid: string, code: string, browser: string | null) => {
      const email = await store.pendingLink(uid)
      if (email === null) throw wrongCodeError()
      const candidate = await store.tryHere('link', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(candidate, email, code)
      if (!(await store.link(uid, email))) throw new AppError(409, LOGIN_ERRORS.linkingFailed)
    },

    requestConfirmCode: async (uid: string, requester: EmailRequester) => {
      const email = await store.addressOf(uid)
      if (email === null) throw new Error('The user has no address to confirm')
      await sendCode({ purpose: 'confirm', email, uid, redirect: null }, requester)
    },

    confirm: async (uid: string, sessionId: string, code: string, browser: string | null) => {
      const email = await store.addressOf(uid)
      if (email === null) throw wrongCodeError()
      const candidate = await store.tryHere('confirm', email, uid, codes.hashBrowser(browser ?? ''))
      await spendCode(candidate, email, code)
      await sessions.noteConfirmed(sessionId)
    },

    sweep: store.sweep,
  }
}
export type EmailSignInService = ReturnType<typeof createEmailSignIn>

const extractDigits = (code: string) => code.replaceAll(/\D/g, '')
const isSharedCode = (code: string) => extractDigits(code).length === EMAIL_SIGN_IN.sharedCodeDigits

/** Creates the secrets for an email and for the browser that requested it, and the hashes that are stored. */
const createEmailCodes = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts e-mail sign-in', 32))
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    makeCode: (isShared: boolean) => {
      const length = isShared ? EMAIL_SIGN_IN.sharedCodeDigits : EMAIL_SIGN_IN.codeDigits
      return Array.from({ length }, () => String(randomInt(10))).join('')
    },
    makeToken: () => randomBytes(32).toString('base64url'),
    /** Only the digits count: some people type the space between the groups. */
    hashCode: (email: string, code: string) => hash('code', `${email}:${extractDigits(code)}`),
    hashLink: (token: string) => hash('link', token),
    hashBrowser: (token: string) => hash('browser', token),
    /** A key for rate limits that does not contain the address; `group` separates kinds of callers. */
    countKey: (email: string, group = '') =>
      hash('limit', group ? `${email} ${group}` : email).toString('base64url'),
    /** The mark that a browser keeps once it has signed in to the address. */
    makeKnownMark: (email: string) => hash('known', email).toString('base64url'),
  }
}

const TOKEN = /^[\w-]{43}$/
/** The most addresses for which a shared browser keeps a mark. */
const MAX_KNOWN_ADDRESSES = 5

/** Identifies the browser that requested an email, so that the link works only there. */
export const createBrowserCookie = (isSecure: boolean) => {
  const requestCookie = createCookie('email_browser', EMAIL_SIGN_IN.lifeMs, isSecure)
  const knownCookie = createCookie('email_known', EMAIL_SIGN_IN.browserKnownMs, isSecure)
  const read = (headers: Headers): string | null => {
    const value = requestCookie.read(headers)
    return value !== null && TOKEN.test(value) ? value : null
  }
  const readKnown = (headers: Headers) =>
    (knownCookie.read(headers) ?? '').split('.').filter((mark) => TOKEN.test(mark))
  return {
    read,
    /** The browser's token, so that the link of an earlier email keeps working, or a new one. */
    readOrMake: (headers: Headers) => read(headers) ?? randomBytes(32).toString('base64url'),
    write: requestCookie.write,
    /** The marks of the addresses that this browser has signed in to. They cannot be forged. */
    readKnown,
    writeKnown: (headers: Headers, mark: string) =>
      knownCookie.write(
        [...new Set([mark, ...readKnown(headers)])].slice(0, MAX_KNOWN_ADDRESSES).join('.'),
      ),
  }
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>
