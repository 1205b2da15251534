import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { SESSION } from '#shared/constants.ts'
import { PROVIDER_IDS, type ProviderId } from '#shared/contract/session.ts'
import type { Database } from '#server/db/database.ts'
import { standInEmail } from './account-email.ts'
import type { IdentityStore } from './identity.store.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'
import { currentAttempt } from './sign-in-attempt.ts'
import { identityTables } from './tables.ts'

export type ProviderSettings = { clientId: string; clientSecret: string }

/** Written by our own code from the socket; every other header is the client's to write. */
export const ADDRESS_HEADER = 'x-wearabouts-address'

export type AuthOptions = {
  db: Database['db']
  store: IdentityStore
  log: Logger
  secret: string
  /** Null: whichever of the two loopback names the person asked for. */
  publicUrl: string | null
  port: number
  real: Partial<Record<ProviderId, ProviderSettings>>
  local: Partial<Record<ProviderId, ProviderSettings & { discoveryUrl: string }>>
}

type Profile = {
  sub?: string | number | null | undefined
  id?: string | number | null | undefined
  email?: unknown
  email_verified?: unknown
  name?: unknown
}

/** Tables, cookies and rules of better-auth. Only its callback is reachable over HTTP. */
export const createAuth = (options: AuthOptions) => {
  const { db, store, log, secret, publicUrl, port } = options

  const mapProfile = (provider: ProviderId) => async (profile: Profile) => {
    const subject = String(profile.sub ?? profile.id ?? '')
    const email = typeof profile.email === 'string' && profile.email ? profile.email : null
    // Google answers for its addresses, Facebook does not.
    const isVerified = provider === 'google' && profile.email_verified === true
    const attempt = currentAttempt()
    if (attempt) attempt.email = email
    if (email && isVerified && attempt && !attempt.currentUid)
      await store.claimInviteUser(email.toLowerCase(), provider, subject)
    return {
      email: email ?? standInEmail(provider, subject),
      emailVerified: isVerified,
      name: typeof profile.name === 'string' && profile.name ? profile.name : 'Somebody',
    }
  }

  const local = PROVIDER_IDS.flatMap((providerId) => {
    const settings = options.local[providerId]
    if (!settings) return []
    const mapProfileToUser = mapProfile(providerId)
    const scopes = ['openid', 'profile', 'email']
    // The picker must come each time: whoever is at the keyboard may be anybody.
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
    plugins: local.length > 0 ? [genericOAuth({ config: local })] : [],
    account: {
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: true,
        // Needed to link Facebook at all, whose e-mails are never verified; only safe because nothing
        // is linked unasked: an unverified e-mail would walk into somebody else's account.
        trustedProviders: [...PROVIDER_IDS],
        disableImplicitLinking: true,
        allowDifferentEmails: true,
      },
    },
    user: {
      // A link completes long after it began: its owner may have signed out meanwhile.
      validateUserInfo: ({ user, source }) =>
        source.action === 'link-account' && currentAttempt()?.currentUid !== user.id
          ? { error: 'session_ended' }
          : undefined,
    },
    session: {
      expiresIn: SESSION.providerMs / 1000,
      additionalFields: { provider: { type: 'string', required: true, input: false } },
      // Sliding is ours: the library would make 30 days of an invite user's 24 hours.
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
          before: async (session) => ({
            data: { ...session, provider: currentAttempt()?.provider ?? 'unknown' },
          }),
          after: async (session) => store.noteLogin(session.userId),
        },
      },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // Ours counts in the database for all servers, by the address of the socket.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...rest) => log[level]({ library: 'better-auth', rest }, message),
    },
  })
}
export type Auth = ReturnType<typeof createAuth>
