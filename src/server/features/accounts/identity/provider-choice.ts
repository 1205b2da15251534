import { SOCIAL_IDS, type SocialId } from '#shared/contract/session.ts'
import { type Env, SettingsError } from '#server/core/env.ts'
import type { ProviderSettings } from './auth.ts'
import type { OpenIdSettings } from './openid-client.ts'

export type ProviderChoice = {
  real: Partial<Record<SocialId, ProviderSettings>>
  local: SocialId[]
  openId: OpenIdSettings | null
  /** 'local': mails appear on a page of this machine. */
  email: 'smtp' | 'local' | 'off'
}

/** Any one of them is enough. */
export const WAYS =
  'SMTP_URL for sign-in by e-mail, OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

type Settings = Pick<
  Env,
  | 'NODE_ENV'
  | 'HOST'
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'FACEBOOK_CLIENT_ID'
  | 'FACEBOOK_CLIENT_SECRET'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_LABEL'
  | 'OIDC_ROLE_CLAIM'
  | 'SMTP_URL'
>

const isLoopbackUrl = (url: string | undefined) =>
  url === undefined || LOOPBACK.has(new URL(url).hostname.replaceAll(/[[\]]/g, ''))

const openIdOf = (env: Settings): OpenIdSettings | null => {
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

/** The stand-in signs anyone in as anyone: never in production, never reachable from another machine. */
export const chooseProviders = (env: Settings): ProviderChoice => {
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
  const isProduction = env.NODE_ENV === 'production'
  const openId = openIdOf(env)
  if (isProduction && Object.keys(real).length === 0 && !openId && !env.SMTP_URL)
    throw new SettingsError(`Production needs a way to sign in: set ${WAYS}.`)
  const isPrivate = LOOPBACK.has(env.HOST) && isLoopbackUrl(env.PUBLIC_URL) && env.TRUST_PROXY === 0
  const mayStandIn = isPrivate && !isProduction
  const local = mayStandIn ? SOCIAL_IDS.filter((id) => !real[id]) : []
  const standInMail = mayStandIn ? 'local' : 'off'
  return { real, local, openId, email: env.SMTP_URL ? 'smtp' : standInMail }
}
