import * as openid from 'openid-client'
import { z } from 'zod'
import { fetchWithin } from '#server/core/concurrency/timeouts.ts'
import { type Env, mayStandIn, SettingsError } from '#server/core/env.ts'
import { AppError } from '#server/core/http/errors.ts'
import { METHOD_LABELS } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/constants.ts'
import type { Role } from '#shared/contract/permissions.ts'
import { type ProviderId, SOCIAL_IDS, type SocialId } from '#shared/domain/sign-in-methods.ts'

const TIMEOUT_S = 5
/** How far the provider's clock and ours may differ. */
const CLOCK_TOLERANCE_S = 60
const GOOGLE_ISSUER = 'https://accounts.google.com'
const FACEBOOK_VERSION = 'v24.0'
const GRAPH = 'https://graph.facebook.com'

type Client = { clientId: string; clientSecret: string }
type OpenIdSettings = Client & {
  issuer: string
  label: string
  /** The claim that names the roles of a user; null if the provider has no say in them. */
  roleClaim: string | null
}

export type ProviderChoice = {
  real: Partial<Record<SocialId, Client>>
  local: SocialId[]
  openId: OpenIdSettings | null
  /** 'local': emails appear on a page of this machine. */
  email: 'smtp' | 'local' | 'off'
}

/** Any one of them is enough. */
export const WAYS =
  'SMTP_URL for sign-in by email, OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET'

const openIdOf = (env: Env): OpenIdSettings | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env
  if (!issuer || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    label: env.OIDC_LABEL ?? new URL(issuer).hostname,
    roleClaim: env.OIDC_ROLE_CLAIM ?? null,
  }
}

export const chooseProviders = (env: Env): ProviderChoice => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = env
  const real: ProviderChoice['real'] = {
    ...(GOOGLE_CLIENT_ID &&
      GOOGLE_CLIENT_SECRET && {
        google: { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET },
      }),
    ...(FACEBOOK_CLIENT_ID &&
      FACEBOOK_CLIENT_SECRET && {
        facebook: { clientId: FACEBOOK_CLIENT_ID, clientSecret: FACEBOOK_CLIENT_SECRET },
      }),
  }
  const openId = openIdOf(env)
  if (env.NODE_ENV === 'production' && Object.keys(real).length === 0 && !openId && !env.SMTP_URL)
    throw new SettingsError(`Production needs a way to sign in: set ${WAYS}.`)
  const isStandIn = mayStandIn(env)
  const local = isStandIn ? SOCIAL_IDS.filter((id) => !real[id]) : []
  const standInMail = isStandIn ? 'local' : 'off'
  return { real, local, openId, email: env.SMTP_URL ? 'smtp' : standInMail }
}

export type ClaimedRole = Exclude<Role, 'visitor'>

/** What a provider says about whoever came back from it. */
export type Profile = {
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  picture: string | null
  /** Only where something needs it later. */
  accessToken: string | null
  /** Null if the provider has no say in roles. */
  role: ClaimedRole | null
}

/** What one sign-in is known by, here and at the provider. */
export type Attempt = { state: string; nonce: string; codeVerifier: string }

export type Provider = {
  id: ProviderId
  label: string
  isLocal: boolean
  /** Throws if the provider is not the one in the settings. 'silent' may pass. */
  check: () => Promise<'usable' | 'silent'>
  /** The provider's page; when `isConfirming`, it should ask for the password again. */
  departure: (attempt: Attempt, redirectUri: string, isConfirming: boolean) => Promise<URL>
  /** The verified profile of whoever came back to this address. */
  arrival: (attempt: Attempt, callback: URL) => Promise<Profile>
  /** Where the browser signs out at the provider too; null if that is not possible. */
  endSessionUrl: (returnTo: string) => string | null
  /** Under which address its pictures may be fetched; null if its hosts are well known. */
  picturesUnder: string | null
}

type Claims = Record<string, unknown>

/** How one provider differs from the others; the flow is the same for all. */
type Row = Client & {
  id: ProviderId
  label: string
  /** The issuer of an OpenID provider, or the endpoints of one that speaks only OAuth 2. */
  server: string | openid.ServerMetadata
  /** The setting that names the issuer, if an operator does. */
  issuerSetting: string | null
  scope: string
  params: Record<string, string>
  confirmParams: Record<string, string>
  readProfile: (config: openid.Configuration, tokens: Tokens) => Promise<Profile>
  picturesUnder: string | null
}
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

const OPENID = {
  scope: 'openid profile email',
  readProfile: async (config: openid.Configuration, tokens: Tokens) =>
    profileFrom(await openIdClaims(config, tokens)),
}

/** One row for each provider of the settings; docs/architecture.md lists what else a new one needs. */
const rowsOf = ({ real: { google, facebook }, openId }: ProviderChoice): Row[] => [
  ...(google
    ? [
        {
          id: 'google' as const,
          label: METHOD_LABELS.google,
          ...google,
          ...OPENID,
          server: GOOGLE_ISSUER,
          issuerSetting: null,
          // Google has no way to ask for the password again: one chooses the account.
          params: { prompt: 'select_account' },
          confirmParams: { prompt: 'select_account' },
          picturesUnder: null,
        },
      ]
    : []),
  ...(facebook
    ? [
        {
          id: 'facebook' as const,
          label: METHOD_LABELS.facebook,
          ...facebook,
          server: {
            issuer: 'https://www.facebook.com',
            authorization_endpoint: `https://www.facebook.com/${FACEBOOK_VERSION}/dialog/oauth`,
            token_endpoint: `${GRAPH}/${FACEBOOK_VERSION}/oauth/access_token`,
            token_endpoint_auth_methods_supported: ['client_secret_post'],
          },
          issuerSetting: null,
          scope: 'email public_profile',
          params: {},
          confirmParams: { auth_type: 'reauthenticate' },
          readProfile: facebookProfile,
          picturesUnder: null,
        },
      ]
    : []),
  ...(openId
    ? [
        {
          id: 'oidc' as const,
          ...openId,
          ...OPENID,
          server: openId.issuer,
          issuerSetting: 'OIDC_ISSUER',
          params: {},
          confirmParams: { prompt: 'login' },
          readProfile: async (config: openid.Configuration, tokens: Tokens) => {
            const claims = await openIdClaims(config, tokens)
            const role = openId.roleClaim === null ? null : claimedRole(claims, openId.roleClaim)
            return { ...profileFrom(claims), role }
          },
          picturesUnder: `${new URL(openId.issuer).origin}/`,
        },
      ]
    : []),
]

export const createProviders = (choice: ProviderChoice): Provider[] =>
  rowsOf(choice).map(createProvider)

/** Metadata and keys are read anew for each sign-in, so that a rotated key works at once. */
const createProvider = (row: Row): Provider => {
  const { id, label, server, picturesUnder, issuerSetting } = row
  let configuration: openid.Configuration | null = null

  const configure = async () => {
    configuration = await configurationOf(row)
    return configuration
  }

  return {
    id,
    label,
    isLocal: false,
    picturesUnder,

    check: async () => {
      if (issuerSetting === null) return 'usable'
      try {
        await configure()
        return 'usable'
      } catch (error) {
        const problem = settingsProblem(error)
        if (problem) throw new SettingsError(`${issuerSetting} ${problem}`, { cause: error })
        return 'silent'
      }
    },

    departure: async ({ state, nonce, codeVerifier }, redirectUri, isConfirming) => {
      const config = await configure().catch((cause: unknown) => {
        throw new AppError(503, 'The sign-in provider does not answer. Please try again later.', {
          cause,
        })
      })
      return openid.buildAuthorizationUrl(config, {
        ...(isConfirming ? row.confirmParams : row.params),
        redirect_uri: redirectUri,
        scope: row.scope,
        state,
        ...(typeof server === 'string' && { nonce }),
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    arrival: async ({ state, nonce, codeVerifier }, callback) => {
      const config = await configure()
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        ...(typeof server === 'string' && { expectedNonce: nonce, idTokenExpected: true }),
      })
      return row.readProfile(config, tokens)
    },

    endSessionUrl: (returnTo) =>
      id === 'oidc' && configuration?.serverMetadata().end_session_endpoint
        ? openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
        : null,
  }
}

const configurationOf = async ({ server, clientId, clientSecret }: Row) => {
  const client = { [openid.clockTolerance]: CLOCK_TOLERANCE_S }
  if (typeof server !== 'string') {
    const config = new openid.Configuration(
      server,
      clientId,
      client,
      authenticateWith(clientSecret),
    )
    config.timeout = TIMEOUT_S
    return config
  }
  return openid.discovery(new URL(server), clientId, client, authenticateWith(clientSecret), {
    timeout: TIMEOUT_S,
    execute: [
      openid.enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- the settings allow it for loopback
      ...(server.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ],
  })
}

/** Basic is what the specification assumes of a server that does not say. */
const authenticateWith =
  (secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(secret)
      : openid.ClientSecretPost(secret)
    method(server, client, body, headers)
  }

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const profileFrom = (claims: Claims): Profile => ({
  subject: String(claims['sub']),
  email: textIn(claims['email']),
  // Some providers send the text 'true'.
  isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
  name: textIn(claims['name']) ?? textIn(claims['preferred_username']),
  picture: textIn(claims['picture']),
  // Nothing needs the tokens any more, so none are kept.
  accessToken: null,
  role: null,
})

/** An address and whether it is verified must come from one source: mixed, they prove nothing. */
const openIdClaims = async (config: openid.Configuration, tokens: Tokens): Promise<Claims> => {
  const signed = tokens.claims()
  if (!signed) throw new Error('The provider sent no ID token')
  const more: Claims = config.serverMetadata().userinfo_endpoint
    ? await openid.fetchUserInfo(config, tokens.access_token, signed.sub)
    : {}
  const { email, email_verified } = more['email'] === undefined ? signed : more
  return { ...signed, ...more, sub: signed.sub, email, email_verified }
}

/** The highest role in the claim, which is one name or a list of them. A missing claim names none. */
const claimedRole = (claims: Claims, claim: string): ClaimedRole => {
  const named = new Set<unknown>([claims[claim]].flat())
  if (named.has('admin')) return 'admin'
  return named.has('invited') ? 'invited' : 'user'
}

const graphProfile = z.object({
  id: z.string().min(1).max(100),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }).optional() }).optional(),
})

const { widthPx, heightPx } = PROFILE_PICTURE

/** Facebook does not verify email addresses. Its token fetches the picture again later. */
const facebookProfile: Row['readProfile'] = async (_, { access_token: accessToken }) => {
  const fields = `id,name,email,picture.width(${widthPx}).height(${heightPx})`
  const { id, name, email, picture } = await fetchWithin(
    { ms: TIMEOUT_S * 1000 },
    `${GRAPH}/${FACEBOOK_VERSION}/me?${new URLSearchParams({ fields }).toString()}`,
    { redirect: 'error', headers: { authorization: `Bearer ${accessToken}` } },
    async (reply) => {
      if (!reply.ok) throw new Error(`The Graph API answered ${reply.status}`)
      return graphProfile.parse(await reply.json())
    },
  )
  return {
    ...profileFrom({ sub: id, name, email, picture: picture?.data?.url }),
    isEmailVerified: false,
    accessToken,
  }
}

const namesAnotherIssuer = z.object({
  cause: z.object({ body: z.object({ issuer: z.string() }) }),
})

/** What whoever made the settings has to change; null if the provider may just be down. */
const settingsProblem = (error: unknown): string | null => {
  if (!(error instanceof openid.ClientError) || error.code === 'OAUTH_TIMEOUT') return null
  if (error.cause instanceof Response && error.cause.status >= 500) return null
  const other = namesAnotherIssuer.safeParse(error)
  if (other.success) return `must be ${other.data.cause.body.issuer}, as the provider says`
  return 'must lead to an OpenID provider: it has no usable /.well-known/openid-configuration'
}
