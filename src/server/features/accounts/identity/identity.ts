import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAPIError } from 'better-auth/api'
import type { Logger } from 'pino'
import { type ProviderId, SOCIAL_IDS } from '#shared/contract/session.ts'
import { METHOD_LABELS } from '#shared/account-messages.ts'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import type { Database } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { ADDRESS_HEADER, type Auth, createAuth } from './auth.ts'
import type { EmailProof } from './email-proof.ts'
import type { IdentityStore } from './identity.store.ts'
import { createOpenIdClient } from './openid-client.ts'
import { createLocalProvider, type LocalProvider } from './local/local-provider.ts'
import { type ProviderChoice, WAYS } from './provider-choice.ts'
import type { SessionKeeper } from './sessions.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
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
  const openId = choice.openId && {
    client: createOpenIdClient(choice.openId),
    roleClaim: choice.openId.roleClaim,
  }

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

  const providers: { id: ProviderId; label: string; isLocal: boolean }[] = [
    ...SOCIAL_IDS.filter((id) => choice.real[id] ?? choice.local.includes(id)).map((id) => ({
      id,
      label: METHOD_LABELS[id],
      isLocal: !choice.real[id],
    })),
    ...(choice.openId ? [{ id: 'oidc' as const, label: choice.openId.label, isLocal: false }] : []),
  ]

  /** Facebook and OpenID providers ask for the password again; Google lets one choose the account. */
  const asksAgain = (provider: ProviderId): Record<string, string> => {
    if (provider === 'oidc') return { prompt: 'login' }
    return provider === 'facebook' && choice.real.facebook ? { auth_type: 'reauthenticate' } : {}
  }

  return {
    /** What the login page offers. */
    ways: { providers, email: choice.email },
    publicUrl,

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
      if (providers.length === 0 && choice.email === 'off')
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
        openId,
      })
      const { socialProviders } = await made.$context
      const missing = [...Object.keys(choice.real), ...choice.local].filter(
        (id) => !socialProviders.some((provider) => provider.id === id),
      )
      if (missing.length > 0)
        throw new Error(`These sign-in providers cannot be used: ${missing.join(', ')}`)
      if ((await openId?.client.check()) === 'silent')
        log.warn(
          { issuer: choice.openId?.issuer },
          'The OpenID provider does not answer: nobody can sign in there until it does',
        )
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
            additionalParams: asksAgain(provider),
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
      const query = new URL(request.url).search
      const attempt: SignInAttempt = { provider, query, currentUid, mayLink }
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
      if (attempt.roleChange === 'changed') audit('role-changed', attempt.uid)
      if (attempt.roleChange === 'kept') log.warn({ uid: attempt.uid }, LAST_ADMIN_KEPT)
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

    /** Where a session that began at the OpenID provider ends there too. */
    endSessionUrl: (provider: string, returnTo: string) =>
      provider === 'oidc' ? (openId?.client.endSessionUrl(returnTo) ?? null) : null,

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
    /** Under which address a provider's pictures may be fetched; null if its hosts are well known. */
    picturesUnder: (provider: ProviderId): string | null => {
      if (provider === 'oidc')
        return choice.openId ? `${new URL(choice.openId.issuer).origin}/` : null
      return !choice.real[provider] && local ? `${local.issuer}/` : null
    },
  }
}
export type Identity = ReturnType<typeof createIdentity>

const LAST_ADMIN_KEPT =
  'The OpenID provider no longer names this user as an administrator, but there is no other one: the role stays until somebody else has it'

/** The library's 4xx errors are the caller's; its other failures are ours. */
const translateFailure = (error: unknown): never => {
  if (isAPIError(error) && error.statusCode < 500)
    throw new AppError(error.statusCode === 401 ? 401 : 400, 'The sign-in could not be started', {
      cause: error,
    })
  throw error
}
