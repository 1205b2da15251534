import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAPIError } from 'better-auth/api'
import type { Logger } from 'pino'
import { PROVIDER_IDS, type ProviderId } from '#shared/contract/session.ts'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/http/errors.ts'
import { ADDRESS_HEADER, type Auth, createAuth } from './auth.ts'
import type { EmailProof } from './email-proof.ts'
import type { IdentityStore } from './identity.store.ts'
import { createLocalProvider, type LocalProvider } from './local/local-provider.ts'
import { type ProviderChoice, WAYS } from './provider-choice.ts'
import type { SessionKeeper } from './sessions.ts'
import type { SecurityEvent } from '#server/http/security-log.ts'
import {
  confirmTargets,
  failedLoginPath,
  linkTargets,
  type Outcome,
  readOutcome,
  signInTargets,
} from './sign-in-outcome.ts'
import { duringAttempt, type SignInAttempt } from './sign-in-attempt.ts'

type Audit = (event: SecurityEvent, actor?: string) => void

const OUTCOME_EVENTS: Record<Outcome['kind'], SecurityEvent> = {
  arrived: 'sign-in',
  failed: 'sign-in-refused',
  linked: 'provider-linked',
  'link-failed': 'refused',
  confirmed: 'identity-confirmed',
  'not-confirmed': 'refused',
}

type Options = {
  database: Pick<Database, 'db'>
  store: IdentityStore
  sessions: SessionKeeper
  emailProof: EmailProof
  log: Logger
  secret: string
  publicUrl: string | null
  choice: ProviderChoice
}

export const createIdentity = (options: Options) => {
  const { database, store, sessions, emailProof, log, secret, publicUrl, choice } = options
  let auth: Auth | null = null
  let local: LocalProvider | null = null

  const started = () => {
    if (!auth)
      throw new AppError(503, 'The server is starting. Please try again.', { retryAfterSeconds: 2 })
    return auth
  }

  /** The provider's address for the browser, and the cookies to set. */
  const depart = async (begin: (auth: Auth) => Promise<{ headers: Headers; response: object }>) => {
    const { headers, response } = await begin(started()).catch(translateFailure)
    const url: unknown = Reflect.get(response, 'url')
    if (typeof url !== 'string') throw new Error('The provider has no address to go to')
    return { url, cookies: headers.getSetCookie() }
  }

  /** §8: the code of the sentence that the login page shows. */
  const failureCode = async (attempt: SignInAttempt, error: string) => {
    if (attempt.isSuspended) return LOGIN_ERRORS.suspendedCode
    if (error !== 'account_not_linked') return error
    const providers = attempt.email ? await store.providersOfEmail(attempt.email) : null
    if (!providers) return LOGIN_ERRORS.unknownEmailCode
    // With the same provider on both sides, two people there share an e-mail address.
    const existing = providers.find((id) => id !== attempt.provider) ?? providers[0]
    return existing
      ? LOGIN_ERRORS.accountExistsCode(existing)
      : LOGIN_ERRORS.invitedAccountExistsCode
  }

  return {
    providers: PROVIDER_IDS.filter((id) => choice.real[id] ?? choice.local.includes(id)).map(
      (id) => ({ id, isLocal: !choice.real[id] }),
    ),

    email: choice.email,

    /** Call after listening: the stand-in uses the same port. Fails where the library only logs. */
    start: async (port: number) => {
      const origin = publicUrl ?? `http://127.0.0.1:${port}`
      if (choice.local.length > 0) {
        const own = publicUrl ? [publicUrl] : [`http://localhost:${port}`]
        // The server reaches the stand-in over loopback, whatever its public address.
        local = await createLocalProvider(
          `http://127.0.0.1:${port}`,
          [...new Set([origin, ...own])],
          choice.local,
        )
        log.warn(
          { providers: choice.local },
          'Sign-in uses the local stand-in: anyone on this machine can sign in as anyone',
        )
      }
      if (choice.local.length + Object.keys(choice.real).length === 0 && choice.email === 'off')
        log.warn(`Nobody can sign in: the local stand-in works only on loopback. Set ${WAYS}.`)
      const discoveryUrl = local?.discoveryUrl ?? ''
      const clients = (local?.clients ?? []).map(
        ({ provider, ...client }) => [provider, { ...client, discoveryUrl }] as const,
      )
      const made = createAuth({
        db: database.db,
        store,
        log,
        secret,
        publicUrl,
        port,
        real: choice.real,
        local: Object.fromEntries(clients),
      })
      const { socialProviders } = await made.$context
      const missing = [...Object.keys(choice.real), ...choice.local].filter(
        (id) => !socialProviders.some((provider) => provider.id === id),
      )
      if (missing.length > 0)
        throw new Error(`These sign-in providers cannot be used: ${missing.join(', ')}`)
      auth = made
    },

    beginSignIn: (provider: ProviderId, redirect: string | null, request: Request) =>
      depart((auth) =>
        auth.api.signInSocial({
          body: { provider, disableRedirect: true, ...signInTargets(redirect) },
          headers: request.headers,
          returnHeaders: true,
        }),
      ),

    beginLink: (provider: ProviderId, request: Request) =>
      depart((auth) =>
        auth.api.linkSocialAccount({
          body: { provider, disableRedirect: true, ...linkTargets },
          headers: request.headers,
          returnHeaders: true,
        }),
      ),

    /** Signs in at a linked provider again. Nothing is linked and no session begins. */
    beginConfirm: (provider: ProviderId, request: Request) =>
      depart((auth) =>
        auth.api.linkSocialAccount({
          body: {
            provider,
            disableRedirect: true,
            ...confirmTargets,
            // Facebook asks for the password again; Google lets one choose the account.
            ...(choice.real.facebook &&
              provider === 'facebook' && { additionalParams: { auth_type: 'reauthenticate' } }),
          },
          headers: request.headers,
          returnHeaders: true,
        }),
      ),

    finish: async (
      provider: ProviderId,
      { request, address, audit }: { request: Request; address: string; audit: Audit },
    ) => {
      const current = await sessions.find(request.headers)
      const currentUid = current?.user.uid ?? null
      const mayLink = current !== null && (await sessions.mayLink(current.id))
      const attempt: SignInAttempt = { provider, currentUid, mayLink }
      const forwarded = new Request(request.url, { method: 'GET', headers: request.headers })
      forwarded.headers.set(ADDRESS_HEADER, address)
      const response = await duringAttempt(attempt, () => started().handler(forwarded)).catch(
        (error: unknown) => {
          log.warn({ err: error, provider }, 'sign-in failed')
          return new Response(null, { status: 500 })
        },
      )
      const outcome = readOutcome(response.headers.get('location') ?? '/')
      if (outcome.kind === 'linked' && currentUid) await store.noteLinked(currentUid)
      if (outcome.kind === 'confirmed' && current) await sessions.noteConfirmed(current.id)
      // The browser's earlier session has lost its cookie.
      if (outcome.kind === 'arrived' && current) await sessions.endOne(current.user.uid, current.id)
      audit(OUTCOME_EVENTS[outcome.kind], attempt.uid)
      const to =
        outcome.kind === 'failed'
          ? failedLoginPath(provider, await failureCode(attempt, outcome.error), outcome.redirect)
          : outcome.to
      const headers = new Headers({ location: to })
      for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
      if (outcome.kind === 'failed' && outcome.error === 'account_not_linked')
        if (attempt.email && attempt.isEmailVerified)
          headers.append('set-cookie', emailProof.write(attempt.email))
      return new Response(null, { status: 302, headers })
    },

    accessToken: async (uid: string, provider: ProviderId) => {
      const accountId = await store.accountRowId(uid, provider)
      if (!accountId) return null
      const body = { accountId, userId: uid }
      return (await started().api.getAccessToken({ body })).accessToken ?? null
    },

    /** Serves the stand-in's pages; null without a stand-in. */
    handleLocal:
      choice.local.length > 0
        ? async (incoming: IncomingMessage, outgoing: ServerResponse) => {
            if (local) await local.handle(incoming, outgoing)
            else outgoing.writeHead(503).end()
          }
        : null,
    localIssuer: () => local?.issuer ?? null,
  }
}
export type Identity = ReturnType<typeof createIdentity>

/** The library's 4xx errors are the caller's; its other failures are ours. */
const translateFailure = (error: unknown): never => {
  if (isAPIError(error) && error.statusCode < 500)
    throw new AppError(error.statusCode === 401 ? 401 : 400, 'The sign-in could not be started', {
      cause: error,
    })
  throw error
}
