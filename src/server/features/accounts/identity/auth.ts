import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { SESSION } from '#shared/constants.ts'
import {
  PROVIDER_IDS,
  type ProviderId,
  SOCIAL_IDS,
  type SocialId,
} from '#shared/contract/session.ts'
import type { Database } from '#server/core/db/database.ts'
import { standInEmail } from './account-email.ts'
import { claimedRole } from './claimed-role.ts'
import type { IdentityStore } from './identity.store.ts'
import { type OpenIdClient, openIdPlugin } from './openid-plugin.ts'
import { cookiePrefix } from './session-cookie.ts'
import { currentAttempt } from './sign-in-attempt.ts'
import { identityTables } from './tables.ts'

export type ProviderSettings = { clientId: string; clientSecret: string }

/** Set by our own code; clients can forge every other header. */
export const ADDRESS_HEADER = 'x-wearabouts-address'

export type AuthOptions = {
  db: Database['db']
  store: IdentityStore
  log: Logger
  secret: string
  /** Null: whichever loopback name the request used. */
  publicUrl: string | null
  port: number
  real: Partial<Record<SocialId, ProviderSettings>>
  local: Partial<Record<SocialId, ProviderSettings & { discoveryUrl: string }>>
  openId: { client: OpenIdClient; roleClaim: string | null } | null
}

type Profile = {
  sub?: string | number | null | undefined
  id?: string | number | null | undefined
  email?: unknown
  email_verified?: unknown
  name?: unknown
  preferred_username?: unknown
}

/** Facebook does not verify e-mail addresses. Some providers send the text 'true'. */
const isEmailVerified = (provider: ProviderId, { email_verified: claim }: Profile) =>
  provider !== 'facebook' && (claim === true || claim === 'true')

const nameIn = ({ name, preferred_username: username }: Profile) =>
  [name, username].find((text) => typeof text === 'string' && text !== '') as string | undefined

/** Configures better-auth. Only its callback is reachable over HTTP. */
export const createAuth = (options: AuthOptions) => {
  const { db, store, log, secret, publicUrl, port } = options
  const isSecure = publicUrl?.startsWith('https:') ?? false

  const mapProfile = (provider: ProviderId) => async (profile: Profile) => {
    const subject = String(profile.sub ?? profile.id ?? '')
    const email = typeof profile.email === 'string' && profile.email ? profile.email : null
    const isVerified = isEmailVerified(provider, profile)
    const attempt = currentAttempt()
    if (attempt) Object.assign(attempt, { email, subject, isEmailVerified: isVerified })
    if (email && isVerified && attempt && !attempt.currentUid)
      await store.claimInviteUser(email.toLowerCase(), provider, subject)
    return {
      email: email ?? standInEmail(provider, subject),
      emailVerified: isVerified,
      name: nameIn(profile) ?? 'Somebody',
    }
  }

  const local = SOCIAL_IDS.flatMap((providerId) => {
    const settings = options.local[providerId]
    if (!settings) return []
    const mapProfileToUser = mapProfile(providerId)
    const scopes = ['openid', 'profile', 'email']
    // Ask every time which demo identity to use.
    const prompt = 'login' as const
    return [
      {
        providerId,
        ...settings,
        scopes,
        prompt,
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser,
      },
    ]
  })
  const { google, facebook } = options.real
  const { openId } = options
  const mapOpenId = mapProfile('oidc')

  return betterAuth({
    appName: 'Wearabouts',
    secret,
    baseURL: publicUrl ?? {
      allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`],
      protocol: 'http',
      fallback: `http://127.0.0.1:${port}`,
    },
    basePath: '/api/auth',
    database: drizzleAdapter(db, { provider: 'pg', schema: identityTables, transaction: true }),
    socialProviders: {
      ...(google && {
        google: {
          ...google,
          prompt: 'select_account' as const,
          mapProfileToUser: mapProfile('google'),
        },
      }),
      ...(facebook && { facebook: { ...facebook, mapProfileToUser: mapProfile('facebook') } }),
    },
    plugins: [
      ...(local.length > 0 ? [genericOAuth({ config: local })] : []),
      ...(openId
        ? [
            openIdPlugin(openId.client, (claims) => {
              const attempt = currentAttempt()
              if (attempt && openId.roleClaim) attempt.role = claimedRole(claims, openId.roleClaim)
              return mapOpenId(claims)
            }),
          ]
        : []),
    ],
    account: {
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: true,
        // Linking Facebook needs this, because its e-mails are never verified. It is only safe
        // without implicit linking: an unverified e-mail would open somebody else's account.
        trustedProviders: [...PROVIDER_IDS],
        disableImplicitLinking: true,
        allowDifferentEmails: true,
      },
    },
    user: {
      validateUserInfo: async ({ user, source }) => {
        if (source.action !== 'link-account') return undefined
        const attempt = currentAttempt()
        // The user may have signed out since the link began.
        if (!attempt || attempt.currentUid !== user.id) return { error: 'session_ended' }
        const linked = await store.accountIdAt(attempt.currentUid, attempt.provider)
        const isAllowed = linked === null ? attempt.mayLink : linked === attempt.subject
        return isAllowed ? undefined : { error: 'another_account' }
      },
    },
    session: {
      expiresIn: SESSION.providerMs / 1000,
      additionalFields: { provider: { type: 'string', required: true, input: false } },
      // We extend sessions ourselves: the library would turn an invite user's 24 hours into 30 days.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      account: {
        create: { before: async (account) => ({ data: { ...account, idToken: null } }) },
        update: { before: async (account) => ({ data: { ...account, idToken: null } }) },
      },
      session: {
        create: {
          before: async (session) => {
            const attempt = currentAttempt()
            const isSuspended = await store.isSuspended(session.userId)
            if (attempt) attempt.isSuspended = isSuspended
            return (
              !isSuspended && { data: { ...session, provider: attempt?.provider ?? 'unknown' } }
            )
          },
          after: async (session) => {
            const attempt = currentAttempt()
            if (attempt) attempt.uid = session.userId
            await store.noteLogin(session.userId)
            if (attempt?.role)
              attempt.roleChange = await store.applyClaimedRole(session.userId, attempt.role)
          },
        },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(isSecure),
      // The library's own prefix would be `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // Our own rate limits count for all servers, by an address clients cannot forge.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...rest) => log[level]({ library: 'better-auth', rest }, message),
    },
  })
}
export type Auth = ReturnType<typeof createAuth>
