import * as openid from 'openid-client'
import { z } from 'zod'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'
import { type Env, canUseLocalStandIns, SettingsError } from '#server/core/env.ts'
import { AppError } from '#server/core/http/errors.ts'
import { METHOD_LABELS } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/account-constants.ts'
import type { Role } from '#shared/contract/permissions.ts'
import { type ProviderId, SOCIAL_IDS, type SocialId } from '#shared/domain/sign-in-methods.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

const TIMEOUT_S = 5
/** How far the provider's clock and ours may differ. */
const CLOCK_TOLERANCE_S = 60
const GOOGLE_ISSUER = 'https://accounts.google.com'
const FACEBOOK_VERSION = 'v24.0'
const GRAPH = 'https://graph.facebook.com'

type Client = { clientId: string; clientSecret: string }
type OpenIdOptions = Client & {
  issuer: string
  label: string
  /** The claim that contains the roles of a user; null if the provider does not decide about roles. */
  roleClaim: string | null
}

export type ProviderChoice = {
  real: Partial<Record<SocialId, Client>>
  local: SocialId[]
  openId: OpenIdOptions | null
  /** 'local': emails are shown on a page that only this machine can open. */
  email: 'smtp' | 'local' | 'off'
}

/** For messages to operators: any one of these settings makes sign-in possible. */
export const SIGN_IN_SETTINGS =
  'SMTP_URL for sign-in by email, OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET'

const readOpenIdOptions = (env: Env): OpenIdOptions | null => {
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
  const openId = readOpenIdOptions(env)
  if (env.NODE_ENV === 'production' && Object.keys(real).length === 0 && !openId && !env.SMTP_URL)
    throw new SettingsError(`Production needs a way to sign in: set ${SIGN_IN_SETTINGS}.`)
  const usesStandIns = canUseLocalStandIns(env)
  const local = usesStandIns ? SOCIAL_IDS.filter((id) => !real[id]) : []
  const emailWithoutSmtp = usesStandIns ? 'local' : 'off'
  return { real, local, openId, email: env.SMTP_URL ? 'smtp' : emailWithoutSmtp }
}

export type ClaimedRole = Exclude<Role, 'visitor'>

/** The profile that a provider returns after a sign-in. */
export type Profile = {
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  picture: string | null
  /** Null unless something needs the token after sign-in. */
  accessToken: string | null
  /** Null if the provider does not decide about roles. */
  role: ClaimedRole | null
}

/** The random values that tie the provider's reply to one sign-in in one browser. */
export type SignInSecrets = { state: string; nonce: string; codeVerifier: string }

export type Provider = {
  id: ProviderId
  label: string
  isLocal: boolean
  /** Throws if the settings do not fit the provider. 'silent' means that it may be down for now. */
  check: () => Promise<'usable' | 'silent'>
  /** The provider's sign-in page; when `isConfirming`, it should ask for the password again. */
  authorizationUrl: (
    attempt: SignInSecrets,
    redirectUri: string,
    isConfirming: boolean,
  ) => Promise<URL>
  /** Verifies the callback and returns the profile of the person who signed in. */
  readProfile: (attempt: SignInSecrets, callback: URL) => Promise<Profile>
  /** Where the browser signs out at the provider too; null if that is not possible. */
  endSessionUrl: (returnTo: string) => string | null
  /** Pictures are only fetched from URLs that begin with this; null if the picture hosts are well known. */
  pictureUrlPrefix: string | null
}

type Claims = Record<string, unknown>

/** Everything in which providers differ; the flow is the same for all of them. */
type ProviderOptions = Client & {
  id: ProviderId
  label: string
  /** The issuer of an OpenID provider, or the endpoints of one that speaks only OAuth 2. */
  server: string | openid.ServerMetadata
  /** The environment variable with the issuer; null if the issuer is always the same. */
  issuerSetting: string | null
  scope: string
  params: Record<string, string>
  confirmParams: Record<string, string>
  readProfile: (config: openid.Configuration, tokens: Tokens) => Promise<Profile>
  pictureUrlPrefix: string | null
}
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

const OPENID = {
  scope: 'openid profile email',
  readProfile: async (config: openid.Configuration, tokens: Tokens) =>
    toProfile(await readOpenIdClaims(config, tokens)),
}

/** `docs/architecture.md` lists what else a new provider needs. */
const listProviderOptions = ({
  real: { google, facebook },
  openId,
}: ProviderChoice): ProviderOptions[] => [
  ...(google
    ? [
        {
          id: 'google' as const,
          label: METHOD_LABELS.google,
          ...google,
          ...OPENID,
          server: GOOGLE_ISSUER,
          issuerSetting: null,
          // Google has no parameter that forces the password, only one that forces choosing an account.
          params: { prompt: 'select_account' },
          confirmParams: { prompt: 'select_account' },
          pictureUrlPrefix: null,
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
          readProfile: readFacebookProfile,
          pictureUrlPrefix: null,
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
            const claims = await readOpenIdClaims(config, tokens)
            const role =
              openId.roleClaim === null ? null : readClaimedRole(claims, openId.roleClaim)
            return { ...toProfile(claims), role }
          },
          pictureUrlPrefix: `${new URL(openId.issuer).origin}/`,
        },
      ]
    : []),
]

export const createProviders = (choice: ProviderChoice): Provider[] =>
  listProviderOptions(choice).map(createProvider)

/** Metadata and keys are read anew for each sign-in, so that a rotated key works at once. */
const createProvider = (options: ProviderOptions): Provider => {
  const { id, label, server, pictureUrlPrefix, issuerSetting } = options
  let configuration: openid.Configuration | null = null

  const configure = async () => {
    configuration = await discoverConfiguration(options)
    return configuration
  }

  return {
    id,
    label,
    isLocal: false,
    pictureUrlPrefix,

    check: async () => {
      if (issuerSetting === null) return 'usable'
      try {
        await configure()
        return 'usable'
      } catch (error) {
        const problem = findSettingsProblem(error)
        if (problem) throw new SettingsError(`${issuerSetting} ${problem}`, { cause: error })
        return 'silent'
      }
    },

    authorizationUrl: async ({ state, nonce, codeVerifier }, redirectUri, isConfirming) => {
      const config = await configure().catch((cause: unknown) => {
        throw new AppError(503, ACCOUNT_SERVICE_TEXT.providerSilent, {
          cause,
        })
      })
      return openid.buildAuthorizationUrl(config, {
        ...(isConfirming ? options.confirmParams : options.params),
        redirect_uri: redirectUri,
        scope: options.scope,
        state,
        ...(typeof server === 'string' && { nonce }),
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    readProfile: async ({ state, nonce, codeVerifier }, callback) => {
      const config = await configure()
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        ...(typeof server === 'string' && { expectedNonce: nonce, idTokenExpected: true }),
      })
      return options.readProfile(config, tokens)
    },

    endSessionUrl: (returnTo) =>
      id === 'oidc' && configuration?.serverMetadata().end_session_endpoint
        ? openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
        : null,
  }
}

const discoverConfiguration = async ({ server, clientId, clientSecret }: ProviderOptions) => {
  const client = { [openid.clockTolerance]: CLOCK_TOLERANCE_S }
  if (typeof server !== 'string') {
    const config = new openid.Configuration(
      server,
      clientId,
      client,
      createClientAuth(clientSecret),
    )
    config.timeout = TIMEOUT_S
    return config
  }
  return openid.discovery(new URL(server), clientId, client, createClientAuth(clientSecret), {
    timeout: TIMEOUT_S,
    execute: [
      openid.enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- the settings allow it for loopback
      ...(server.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ],
  })
}

/** OAuth 2 assumes Basic for a server that does not list its methods. */
const createClientAuth =
  (secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(secret)
      : openid.ClientSecretPost(secret)
    method(server, client, body, headers)
  }

const toTextOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const toProfile = (claims: Claims): Profile => ({
  subject: String(claims['sub']),
  email: toTextOrNull(claims['email']),
  // Some providers send the text 'true'.
  isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
  name: toTextOrNull(claims['name']) ?? toTextOrNull(claims['preferred_username']),
  picture: toTextOrNull(claims['picture']),
  // Nothing needs the tokens any more, so none are kept.
  accessToken: null,
  role: null,
})

/** The email address and whether it is verified must come from the same source, or they prove nothing. */
const readOpenIdClaims = async (config: openid.Configuration, tokens: Tokens): Promise<Claims> => {
  const idClaims = tokens.claims()
  if (!idClaims) throw new Error('The provider sent no ID token')
  const userInfo: Claims = config.serverMetadata().userinfo_endpoint
    ? await openid.fetchUserInfo(config, tokens.access_token, idClaims.sub)
    : {}
  const { email, email_verified } = userInfo['email'] === undefined ? idClaims : userInfo
  return { ...idClaims, ...userInfo, sub: idClaims.sub, email, email_verified }
}

/** The highest role in the claim, which is one name or a list of names. Without the claim it is 'user'. */
const readClaimedRole = (claims: Claims, claim: string): ClaimedRole => {
  const roles = new Set<unknown>([claims[claim]].flat())
  if (roles.has('admin')) return 'admin'
  return roles.has('invited') ? 'invited' : 'user'
}

const graphProfile = z.object({
  id: z.string().min(1).max(100),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }).optional() }).optional(),
})

const { widthPx, heightPx } = PROFILE_PICTURE

/** Facebook does not verify email addresses. Its token is kept to fetch the picture again later. */
const readFacebookProfile: ProviderOptions['readProfile'] = async (
  _,
  { access_token: accessToken },
) => {
  const fields = `id,name,email,picture.width(${widthPx}).height(${heightPx})`
  const { id, name, email, picture } = await fetchWithTimeout(
    { ms: TIMEOUT_S * 1000 },
    `${GRAPH}/${FACEBOOK_VERSION}/me?${new URLSearchParams({ fields }).toString()}`,
    { redirect: 'error', headers: { authorization: `Bearer ${accessToken}` } },
    async (reply) => {
      if (!reply.ok) throw new Error(`The Graph API answered ${reply.status}`)
      return graphProfile.parse(await reply.json())
    },
  )
  return {
    ...toProfile({ sub: id, name, email, picture: picture?.data?.url }),
    isEmailVerified: false,
    accessToken,
  }
}

const issuerMismatch = z.object({
  cause: z.object({ body: z.object({ issuer: z.string() }) }),
})

/** What the operator has to change in the settings; null if the provider may just be down. */
const findSettingsProblem = (error: unknown): string | null => {
  if (!(error instanceof openid.ClientError) || error.code === 'OAUTH_TIMEOUT') return null
  if (error.cause instanceof Response && error.cause.status >= 500) return null
  const mismatch = issuerMismatch.safeParse(error)
  if (mismatch.success) return `must be ${mismatch.data.cause.body.issuer}, as the provider says`
  return 'must lead to an OpenID provider: it has no usable /.well-known/openid-configuration'
}
