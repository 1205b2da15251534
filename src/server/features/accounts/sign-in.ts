import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ACCOUNT_ERRORS, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { PROVIDER_IDS, type ProviderId } from '#shared/domain/sign-in-methods.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { TokenCipher } from './auth-secret.ts'
import { isSameSecret } from '#server/core/same-secret.ts'
import { createSignedCookie, type SignedCookie } from './cookies.ts'
import type { DemoPicker } from './demo-picker.ts'
import {
  type Attempt,
  type Profile,
  type Provider,
  type ProviderChoice,
  WAYS,
} from './providers.ts'
import type { Caller, SessionKeeper } from './sessions.ts'

/** The provider's pages take a while: people look for their password. */
const ATTEMPT_LIFE_MS = 10 * 60_000

/** A sign-in under way, which only the browser that began it knows. */
const attemptSchema = z.object({
  provider: z.string(),
  purpose: z.enum(['sign-in', 'link', 'confirm']),
  /** Who links a provider or confirms who they are. */
  uid: z.string().nullable(),
  redirect: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
})
type Purpose = z.infer<typeof attemptSchema>['purpose']
type BegunAttempt = z.infer<typeof attemptSchema>

type Audit = (event: SecurityEvent, actor?: string) => void
type Call = Caller & { request: Request; origin: string; audit: Audit }

type Options = {
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
}

/** Why a sign-in failed, as a code: the login page turns it into its sentence. */
class Refusal extends Error {
  readonly code: string
  readonly cookies: string[]
  constructor(code: string, cookies: string[] = []) {
    super(code)
    this.code = code
    this.cookies = cookies
  }
}

const SIGN_IN_CODE = /^[\w-]{1,60}$/
const random = () => randomBytes(32).toString('base64url')

/** No text in an address is ever shown, only the sentence that belongs to a code. */
const failedLoginPath = (provider: ProviderId, code: string, redirect: string | null) => {
  const query = new URLSearchParams({ error: code, provider, ...(redirect ? { redirect } : {}) })
  return `${paths.login.href()}?${query.toString()}`
}
/** The page that asked, or Account Settings; its hash stays at the end. */
const withError = (path: string | null, error: string) => {
  const page = new URL(path ?? paths.accountSettings.href(), 'http://own.site')
  page.searchParams.set('error', error)
  return page.pathname + page.search + page.hash
}

/** Sign-in at providers: one flow with state, PKCE and nonce for all of them. */
export const createSignIn = (options: Options) => {
  const { store, sessions, emailProof, tokens, demoPicker, email, log, secret, publicUrl } = options
  const providers = [...demoPicker.providers, ...options.providers].toSorted(
    (a, b) => PROVIDER_IDS.indexOf(a.id) - PROVIDER_IDS.indexOf(b.id),
  )
  const cookie = createSignedCookie(
    secret,
    { name: 'sign_in', purpose: 'sign-in-attempt', lifeMs: ATTEMPT_LIFE_MS },
    publicUrl?.startsWith('https:') ?? false,
  )
  let isStarted = false

  const providerOf = (id: ProviderId) => {
    if (!isStarted)
      throw new AppError(503, 'The server is starting. Please try again.', { retryAfterSeconds: 2 })
    const provider = providers.find((one) => one.id === id)
    if (!provider) throw new AppError(400, 'The sign-in could not be started')
    return provider
  }

  const callbackOf = (provider: ProviderId, origin: string) =>
    `${origin}/api/auth/callback/${provider}`

  const begin = async (
    id: ProviderId,
    about: { purpose: Purpose; uid: string | null; redirect: string | null },
    origin: string,
  ) => {
    const attempt = { state: random(), nonce: random(), codeVerifier: random() }
    const url = await providerOf(id).departure(
      attempt,
      callbackOf(id, origin),
      about.purpose === 'confirm',
    )
    const begun: BegunAttempt = { provider: id, ...about, ...attempt }
    return { url: url.href, cookies: [cookie.write(JSON.stringify(begun))] }
  }

  /** The attempt that this browser began and that the provider answers now. */
  const readAttempt = (provider: ProviderId, request: Request): BegunAttempt | null => {
    const attempt = attemptSchema
      .nullable()
      // Another version may have written it.
      .catch(null)
      .parse(JSON.parse(cookie.read(request.headers) ?? 'null'))
    const state = new URL(request.url).searchParams.get('state') ?? ''
    return attempt?.provider === provider &&
      isSameSecret(Buffer.from(attempt.state), Buffer.from(state))
      ? attempt
      : null
  }

  const readProfile = async (provider: ProviderId, attempt: Attempt, { request, origin }: Call) => {
    const { search, searchParams } = new URL(request.url)
    const error = searchParams.get('error')
    if (error !== null) throw new Refusal(SIGN_IN_CODE.test(error) ? error : 'unknown')
    const callback = new URL(callbackOf(provider, origin))
    callback.search = search
    try {
      return await providerOf(provider).arrival(attempt, callback)
    } catch (err) {
      log.warn({ err, provider }, 'sign-in failed')
      throw new Refusal('invalid_code')
    }
  }

  const accountOf = (provider: ProviderId, profile: Profile) => ({
    provider,
    subject: profile.subject,
    token: profile.accessToken === null ? null : tokens.encrypt(profile.accessToken),
  })

  /** An account holds the address: nothing is ever linked unasked. */
  const conflict = async (provider: ProviderId, profile: Profile) => {
    const linked = profile.email === null ? null : await store.providersOfEmail(profile.email)
    // With the same provider on both sides, two people there share an email address.
    const existing = linked?.find((id) => id !== provider) ?? linked?.[0]
    const code = existing
      ? LOGIN_ERRORS.accountExistsCode(existing)
      : LOGIN_ERRORS.invitedAccountExistsCode
    const isProved = profile.email !== null && profile.isEmailVerified
    return new Refusal(
      linked ? code : LOGIN_ERRORS.unknownEmailCode,
      isProved ? [emailProof.write(profile.email ?? '')] : [],
    )
  }

  /** The user whom this profile signs in, made if they are new. */
  const userOf = async (provider: ProviderId, profile: Profile): Promise<string> => {
    if (profile.email !== null && profile.isEmailVerified)
      await store.claimInviteUser(profile.email.toLowerCase(), provider, profile.subject)
    const account = accountOf(provider, profile)
    const uid =
      (await store.refreshAccount(account, profile)) ??
      (await store.createUser(account, profile)) ??
      // Two first sign-ins at once: the other one has made the user.
      (await store.refreshAccount(account, profile))
    if (uid === null) throw await conflict(provider, profile)
    return uid
  }

  const finishSignIn = async (
    provider: ProviderId,
    profile: Profile,
    { request, audit, ...caller }: Call,
  ): Promise<string[]> => {
    const uid = await userOf(provider, profile)
    if (await store.isSuspended(uid)) throw new Refusal(LOGIN_ERRORS.suspendedCode)
    const earlier = await sessions.find(request.headers)
    const begun = await sessions.beginFor(uid, provider, caller)
    // The browser's earlier session has lost its cookie.
    if (earlier) await sessions.endOne(earlier.user.uid, earlier.id)
    audit('sign-in', uid)
    const change = profile.role && (await store.applyClaimedRole(uid, profile.role))
    if (change === 'changed') audit('role-changed', uid)
    if (change === 'kept') log.warn({ uid }, LAST_ADMIN_KEPT)
    return [begun]
  }

  /** The user may have signed out since, or somebody else may have signed in. */
  const currentSession = async (uid: string | null, request: Request) => {
    const session = await sessions.find(request.headers)
    return session && session.user.uid === uid ? session : null
  }

  const finishLink = async (provider: ProviderId, attempt: BegunAttempt, call: Call) => {
    const profile = await readProfile(provider, attempt, call)
    const session = await currentSession(attempt.uid, call.request)
    if (!session || !(await sessions.mayLink(session.id)))
      throw new Refusal(LOGIN_ERRORS.linkingFailedCode)
    if (!(await store.link(session.user.uid, accountOf(provider, profile), profile)))
      throw new Refusal(LOGIN_ERRORS.linkingFailedCode)
    call.audit('provider-linked')
    return paths.accountSettings.href()
  }

  /** Somebody who signs in at a linked provider again. Nothing is linked and no session begins. */
  const finishConfirm = async (provider: ProviderId, attempt: BegunAttempt, call: Call) => {
    const profile = await readProfile(provider, attempt, call)
    const session = await currentSession(attempt.uid, call.request)
    const subject = session && (await store.subjectAt(session.user.uid, provider))
    if (!session || subject !== profile.subject) throw new Refusal(ACCOUNT_ERRORS.notConfirmedCode)
    await sessions.noteConfirmed(session.id)
    call.audit('identity-confirmed')
    return ownSitePath(attempt.redirect) ?? paths.accountSettings.href()
  }

  const run = async (
    provider: ProviderId,
    attempt: BegunAttempt | null,
    call: Call,
  ): Promise<{ to: string; cookies: string[] }> => {
    if (attempt === null) throw new Refusal('state_mismatch')
    if (attempt.purpose === 'link')
      return { to: await finishLink(provider, attempt, call), cookies: [] }
    if (attempt.purpose === 'confirm')
      return { to: await finishConfirm(provider, attempt, call), cookies: [] }
    const profile = await readProfile(provider, attempt, call)
    const cookies = await finishSignIn(provider, profile, call)
    return { to: ownSitePath(attempt.redirect) ?? paths.profile.href('saved-products'), cookies }
  }

  const refused = (
    provider: ProviderId,
    attempt: BegunAttempt | null,
    error: unknown,
    call: Call,
  ) => {
    if (!(error instanceof Refusal)) log.warn({ err: error, provider }, 'sign-in failed')
    const { code, cookies } = error instanceof Refusal ? error : { code: 'unknown', cookies: [] }
    call.audit(attempt === null || attempt.purpose === 'sign-in' ? 'sign-in-refused' : 'refused')
    if (attempt?.purpose === 'link')
      return { to: withError(null, LOGIN_ERRORS.linkingFailedCode), cookies }
    if (attempt?.purpose === 'confirm')
      return {
        to: withError(ownSitePath(attempt.redirect), ACCOUNT_ERRORS.notConfirmedCode),
        cookies,
      }
    return { to: failedLoginPath(provider, code, ownSitePath(attempt?.redirect)), cookies }
  }

  return {
    /** What the login page offers. */
    ways: { providers: providers.map(({ id, label, isLocal }) => ({ id, label, isLocal })), email },

    /** Call after listening: the demo picker uses the same port. */
    start: async (port: number) => {
      demoPicker.start(port)
      if (demoPicker.providers.length > 0)
        log.warn(
          { providers: demoPicker.providers.map(({ id }) => id) },
          'Sign-in uses the demo picker: anyone on this machine can sign in as anyone',
        )
      if (providers.length === 0 && email === 'off')
        log.warn(`Nobody can sign in: the demo picker works only on loopback. Set ${WAYS}.`)
      for (const provider of providers)
        if ((await provider.check()) === 'silent')
          log.warn(
            { provider: provider.label },
            'The OpenID provider does not answer: nobody can sign in there until it does',
          )
      isStarted = true
    },

    /** The provider's address for the browser, and the cookies to set. */
    beginSignIn: (provider: ProviderId, redirect: string | null, origin: string) =>
      begin(provider, { purpose: 'sign-in', uid: null, redirect }, origin),
    beginLink: (provider: ProviderId, uid: string, origin: string) =>
      begin(provider, { purpose: 'link', uid, redirect: null }, origin),
    beginConfirm: (provider: ProviderId, uid: string, origin: string, redirect: string | null) =>
      begin(provider, { purpose: 'confirm', uid, redirect }, origin),

    finish: async (provider: ProviderId, call: Call) => {
      const attempt = readAttempt(provider, call.request)
      const { to, cookies } = await run(provider, attempt, call).catch((error: unknown) =>
        refused(provider, attempt, error, call),
      )
      const headers = new Headers({ location: to })
      for (const line of [...cookies, cookie.clear()]) headers.append('set-cookie', line)
      return new Response(null, { status: 302, headers })
    },

    /** Where a session that began at the OpenID provider ends there too. */
    endSessionUrl: (provider: string, returnTo: string) =>
      providers.find(({ id }) => id === provider)?.endSessionUrl(returnTo) ?? null,

    /** The token that fetches the profile picture again; null where that needs none. */
    accessToken: async (uid: string, provider: ProviderId) => {
      const stored = await store.tokenAt(uid, provider)
      return stored === null ? null : tokens.decrypt(stored)
    },

    picturesUnder: (provider: ProviderId): string | null =>
      providers.find(({ id }) => id === provider)?.picturesUnder ?? null,
  }
}
export type SignIn = ReturnType<typeof createSignIn>

const LAST_ADMIN_KEPT =
  'The OpenID provider no longer names this user as an administrator, but there is no other one: the role stays until somebody else has it'
