import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { AppError } from '#server/core/http/errors.ts'
import { addPrefix, ENGLISH, findLanguage, type Language } from '#server/core/languages.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import { ACCOUNT_ERRORS, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { parseOwnSitePath } from '#shared/domain/links.ts'
import { PROVIDER_IDS, type ProviderId } from '#shared/domain/sign-in-methods.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { TokenCipher } from './auth-secret.ts'
import { createSignedCookie, type SignedCookie } from './cookies.ts'
import type { DemoPicker } from './demo-picker.ts'
import {
  type Profile,
  type Provider,
  type ProviderChoice,
  SIGN_IN_SETTINGS,
  type SignInSecrets,
} from './providers.ts'
import type { RequestSource, SessionKeeper } from './sessions.service.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

/** Long enough to find a password on the provider's pages. */
const ATTEMPT_LIFE_MS = 10 * MINUTE_MS

/** A sign-in in progress, stored in a cookie of the browser that began it. */
const attemptSchema = z.object({
  provider: z.string(),
  purpose: z.enum(['sign-in', 'link', 'confirm']),
  /** The user who links a provider or confirms their identity. */
  uid: z.string().nullable(),
  redirect: z.string().nullable(),
  /** Of the page that began it; the provider's answer comes from the browser alone. */
  language: z.string().default(ENGLISH.code),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
})
type AttemptPurpose = z.infer<typeof attemptSchema>['purpose']
type SignInAttempt = z.infer<typeof attemptSchema>

type Audit = (event: SecurityEvent, actor?: string) => void
type Call = RequestSource & { request: Request; origin: string; audit: Audit }
type BeginningPage = { origin: string; language: string }

type SignInDependencies = {
  store: AccountsStore
  sessions: SessionKeeper
  emailProof: SignedCookie
  tokens: TokenCipher
  providers: Provider[]
  demoPicker: DemoPicker
  email: ProviderChoice['email']
  log: Logger
  secret: string
  publicUrl: string | null
  languages: readonly Language[]
}

/** Why a sign-in failed, as a code that the login page turns into a message. */
class SignInRefusal extends Error {
  readonly code: string
  readonly cookies: string[]
  constructor(code: string, cookies: string[] = []) {
    super(code)
    this.code = code
    this.cookies = cookies
  }
}

const SIGN_IN_CODE = /^[\w-]{1,60}$/
const createRandomToken = () => randomBytes(32).toString('base64url')

/** Only codes appear in the URL: showing text from a URL would let others put words on our page. */
const buildFailedLoginPath = (provider: ProviderId, code: string, redirect: string | null) => {
  const query = new URLSearchParams({ error: code, provider, ...(redirect ? { redirect } : {}) })
  return `${paths.login.href()}?${query.toString()}`
}
/** The page that began the attempt, or else Account Settings; a hash stays at the end. */
const addErrorToPath = (path: string | null, error: string) => {
  const page = new URL(path ?? paths.accountSettings.href(), 'http://own.site')
  page.searchParams.set('error', error)
  return page.pathname + page.search + page.hash
}

/** Sign-in at providers: one flow with state, PKCE and nonce for all of them. */
export const createSignIn = (dependencies: SignInDependencies) => {
  const { store, sessions, emailProof, tokens, demoPicker, email, log, secret, publicUrl } =
    dependencies
  const { languages } = dependencies
  const providers = [...demoPicker.providers, ...dependencies.providers].toSorted(
    (a, b) => PROVIDER_IDS.indexOf(a.id) - PROVIDER_IDS.indexOf(b.id),
  )
  const cookie = createSignedCookie(
    secret,
    { name: 'sign_in', purpose: 'sign-in-attempt', lifeMs: ATTEMPT_LIFE_MS },
    publicUrl?.startsWith('https:') ?? false,
  )
  let isStarted = false

  const requireProvider = (id: ProviderId) => {
    if (!isStarted) throw new AppError(503, ACCOUNT_SERVICE_TEXT.starting, { retryAfterSeconds: 2 })
    const provider = providers.find((candidate) => candidate.id === id)
    if (!provider) throw new AppError(400, ACCOUNT_SERVICE_TEXT.notStarted)
    return provider
  }

  const buildCallbackUrl = (provider: ProviderId, origin: string) =>
    `${origin}/api/auth/callback/${provider}`

  const beginAttempt = async (
    id: ProviderId,
    details: { purpose: AttemptPurpose; uid: string | null; redirect: string | null },
    { origin, language }: BeginningPage,
  ) => {
    const secrets = {
      state: createRandomToken(),
      nonce: createRandomToken(),
      codeVerifier: createRandomToken(),
    }
    const url = await requireProvider(id).authorizationUrl(
      secrets,
      buildCallbackUrl(id, origin),
      details.purpose === 'confirm',
    )
    const attempt: SignInAttempt = { provider: id, ...details, language, ...secrets }
    return { url: url.href, cookies: [cookie.write(JSON.stringify(attempt))] }
  }

  /** The attempt of this browser that the provider's callback answers. */
  const readAttempt = (provider: ProviderId, request: Request): SignInAttempt | null => {
    const attempt = attemptSchema
      .nullable()
      // Another version of the server may have written the cookie.
      .catch(null)
      .parse(JSON.parse(cookie.read(request.headers) ?? 'null'))
    const state = new URL(request.url).searchParams.get('state') ?? ''
    return attempt?.provider === provider &&
      isSameSecret(Buffer.from(attempt.state), Buffer.from(state))
      ? attempt
      : null
  }

  /** A path of this site, in the language of the page that began the attempt. */
  const keepLanguage = (attempt: SignInAttempt | null, path: string): string => {
    const language = languages.find(({ code }) => code === attempt?.language)
    const isEnglish = findLanguage(languages, path.split(/[?#]/, 1)[0] ?? '') === ENGLISH
    return language && isEnglish ? addPrefix(language, path) : path
  }

  const readProfile = async (
    provider: ProviderId,
    attempt: SignInSecrets,
    { request, origin }: Call,
  ) => {
    const { search, searchParams } = new URL(request.url)
    const error = searchParams.get('error')
    if (error !== null) throw new SignInRefusal(SIGN_IN_CODE.test(error) ? error : 'unknown')
    const callback = new URL(buildCallbackUrl(provider, origin))
    callback.search = search
    try {
      return await requireProvider(provider).readProfile(attempt, callback)
    } catch (err) {
      log.warn({ err, provider }, 'Sign-in failed')
      throw new SignInRefusal('invalid_code')
    }
  }

  const accountFrom = (provider: ProviderId, profile: Profile) => ({
    provider,
    subject: profile.subject,
    token: profile.accessToken === null ? null : tokens.encrypt(profile.accessToken),
  })

  /** Another account has the address. Accounts are never linked without the user's consent. */
  const describeConflict = async (provider: ProviderId, profile: Profile) => {
    const linkedMethods =
      profile.email === null ? null : await store.providersOfEmail(profile.email)
    // With the same provider on both sides, two people there share an email address.
    const existing = linkedMethods?.find((id) => id !== provider) ?? linkedMethods?.[0]
    const code = existing
      ? LOGIN_ERRORS.accountExistsCode(existing)
      : LOGIN_ERRORS.invitedAccountExistsCode
    const isEmailProved = profile.email !== null && profile.isEmailVerified
    return new SignInRefusal(
      linkedMethods ? code : LOGIN_ERRORS.unknownEmailCode,
      isEmailProved ? [emailProof.write(profile.email ?? '')] : [],
    )
  }

  const findOrCreateUser = async (provider: ProviderId, profile: Profile): Promise<string> => {
    if (profile.email !== null && profile.isEmailVerified)
      await store.claimInviteUser(profile.email.toLowerCase(), provider, profile.subject)
    const account = accountFrom(provider, profile)
    const uid =
      (await store.refreshAccount(account, profile)) ??
      (await store.createUser(account, profile)) ??
      // A concurrent first sign-in has created the user in the meantime.
      (await store.refreshAccount(account, profile))
    if (uid === null) throw await describeConflict(provider, profile)
    return uid
  }

  const finishSignIn = async (
    provider: ProviderId,
    profile: Profile,
    { request, audit, ...caller }: Call,
  ): Promise<string[]> => {
    const uid = await findOrCreateUser(provider, profile)
    if (await store.isSuspended(uid)) throw new SignInRefusal(LOGIN_ERRORS.suspendedCode)
    const earlierSession = await sessions.find(request.headers)
    const sessionCookie = await sessions.beginFor(uid, provider, caller)
    // The new cookie replaces that of the browser's earlier session.
    if (earlierSession) await sessions.endOne(earlierSession.user.uid, earlierSession.id)
    audit('sign-in', uid)
    const change = profile.role && (await store.applyClaimedRole(uid, profile.role))
    if (change === 'changed') audit('role-changed', uid)
    if (change === 'kept') log.warn({ uid }, LAST_ADMIN_WARNING)
    return [sessionCookie]
  }

  /** Meanwhile the user may have signed out, or another user may have signed in. */
  const findCurrentSession = async (uid: string | null, request: Request) => {
    const session = await sessions.find(request.headers)
    return session && session.user.uid === uid ? session : null
  }

  const finishLink = async (provider: ProviderId, attempt: SignInAttempt, call: Call) => {
    const profile = await readProfile(provider, attempt, call)
    const session = await findCurrentSession(attempt.uid, call.request)
    if (!session || !(await sessions.mayLink(session.id)))
      throw new SignInRefusal(LOGIN_ERRORS.linkingFailedCode)
    if (!(await store.link(session.user.uid, accountFrom(provider, profile), profile)))
      throw new SignInRefusal(LOGIN_ERRORS.linkingFailedCode)
    call.audit('provider-linked')
    return paths.accountSettings.href()
  }

  /** The user has signed in at a linked provider again. Nothing is linked and no session begins. */
  const finishConfirm = async (provider: ProviderId, attempt: SignInAttempt, call: Call) => {
    const profile = await readProfile(provider, attempt, call)
    const session = await findCurrentSession(attempt.uid, call.request)
    const subject = session && (await store.subjectAt(session.user.uid, provider))
    if (!session || subject !== profile.subject)
      throw new SignInRefusal(ACCOUNT_ERRORS.notConfirmedCode)
    await sessions.noteConfirmed(session.id)
    call.audit('identity-confirmed')
    return parseOwnSitePath(attempt.redirect) ?? paths.accountSettings.href()
  }

  const finishAttempt = async (
    provider: ProviderId,
    attempt: SignInAttempt | null,
    call: Call,
  ): Promise<{ to: string; cookies: string[] }> => {
    if (attempt === null) throw new SignInRefusal('state_mismatch')
    if (attempt.purpose === 'link')
      return { to: await finishLink(provider, attempt, call), cookies: [] }
    if (attempt.purpose === 'confirm')
      return { to: await finishConfirm(provider, attempt, call), cookies: [] }
    const profile = await readProfile(provider, attempt, call)
    const cookies = await finishSignIn(provider, profile, { ...call, language: attempt.language })
    return {
      to: parseOwnSitePath(attempt.redirect) ?? paths.profile.href('saved-products'),
      cookies,
    }
  }

  const redirectWithError = (
    provider: ProviderId,
    attempt: SignInAttempt | null,
    error: unknown,
    call: Call,
  ) => {
    if (!(error instanceof SignInRefusal)) log.warn({ err: error, provider }, 'Sign-in failed')
    const { code, cookies } =
      error instanceof SignInRefusal ? error : { code: 'unknown', cookies: [] }
    call.audit(attempt === null || attempt.purpose === 'sign-in' ? 'sign-in-refused' : 'refused')
    if (attempt?.purpose === 'link')
      return { to: addErrorToPath(null, LOGIN_ERRORS.linkingFailedCode), cookies }
    if (attempt?.purpose === 'confirm')
      return {
        to: addErrorToPath(parseOwnSitePath(attempt.redirect), ACCOUNT_ERRORS.notConfirmedCode),
        cookies,
      }
    return {
      to: buildFailedLoginPath(provider, code, parseOwnSitePath(attempt?.redirect)),
      cookies,
    }
  }

  return {
    /** The sign-in methods that the login page offers. */
    methods: {
      providers: providers.map(({ id, label, isLocal }) => ({ id, label, isLocal })),
      email,
    },

    /** Must be called after the server listens: the demo picker uses the same port. */
    start: async (port: number) => {
      demoPicker.start(port)
      if (demoPicker.providers.length > 0)
        log.warn(
          { providers: demoPicker.providers.map(({ id }) => id) },
          'Sign-in uses the demo picker: anyone on this machine can sign in as anyone',
        )
      if (providers.length === 0 && email === 'off')
        log.warn(
          `Nobody can sign in: the demo picker works only on loopback. Set ${SIGN_IN_SETTINGS}.`,
        )
      for (const provider of providers)
        if ((await provider.check()) === 'silent')
          log.warn(
            { provider: provider.label },
            'The OpenID provider does not answer: nobody can sign in there until it does',
          )
      isStarted = true
    },

    /** These return the provider's URL for the browser, and the cookies to set. */
    beginSignIn: (provider: ProviderId, redirect: string | null, page: BeginningPage) =>
      beginAttempt(provider, { purpose: 'sign-in', uid: null, redirect }, page),
    beginLink: (provider: ProviderId, uid: string, page: BeginningPage) =>
      beginAttempt(provider, { purpose: 'link', uid, redirect: null }, page),
    beginConfirm: (
      provider: ProviderId,
      uid: string,
      page: BeginningPage,
      redirect: string | null,
    ) => beginAttempt(provider, { purpose: 'confirm', uid, redirect }, page),

    finish: async (provider: ProviderId, call: Call) => {
      const attempt = readAttempt(provider, call.request)
      const { to, cookies } = await finishAttempt(provider, attempt, call).catch((error: unknown) =>
        redirectWithError(provider, attempt, error, call),
      )
      const headers = new Headers({ location: keepLanguage(attempt, to) })
      for (const line of [...cookies, cookie.clear()]) headers.append('set-cookie', line)
      return new Response(null, { status: 302, headers })
    },

    /** The URL that also ends the session at the provider; null if it has none. */
    endSessionUrl: (provider: string, returnTo: string) =>
      providers.find(({ id }) => id === provider)?.endSessionUrl(returnTo) ?? null,

    /** The token for fetching the profile picture again; null if the provider needs none. */
    accessToken: async (uid: string, provider: ProviderId) => {
      const stored = await store.tokenAt(uid, provider)
      return stored === null ? null : tokens.decrypt(stored)
    },

    pictureUrlPrefix: (provider: ProviderId): string | null =>
      providers.find(({ id }) => id === provider)?.pictureUrlPrefix ?? null,
  }
}
export type SignIn = ReturnType<typeof createSignIn>

const LAST_ADMIN_WARNING =
  'The OpenID provider no longer lists this user as an administrator, but there is no other: the user keeps the role until there is one'
