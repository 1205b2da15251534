import { PROVIDER_IDS, type ProviderId } from '#shared/contract/session.ts'
import { type Env, SettingsError } from '#server/env.ts'
import type { ProviderSettings } from './auth.ts'

export type ProviderChoice = {
  real: Partial<Record<ProviderId, ProviderSettings>>
  local: ProviderId[]
  /** 'local': mails appear on a page of this machine. */
  email: 'smtp' | 'local' | 'off'
}

/** Any one of them is enough. */
export const WAYS =
  'SMTP_URL for sign-in by e-mail, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET'

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
  | 'SMTP_URL'
>

const isLoopbackUrl = (url: string | undefined) =>
  url === undefined || LOOPBACK.has(new URL(url).hostname.replaceAll(/[[\]]/g, ''))

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
  if (isProduction && Object.keys(real).length === 0 && !env.SMTP_URL)
    throw new SettingsError(`Production needs a real sign-in provider: set ${WAYS}.`)
  const isPrivate = LOOPBACK.has(env.HOST) && isLoopbackUrl(env.PUBLIC_URL) && env.TRUST_PROXY === 0
  const mayStandIn = isPrivate && !isProduction
  const local = mayStandIn ? PROVIDER_IDS.filter((id) => !real[id]) : []
  if (env.SMTP_URL) return { real, local, email: 'smtp' }
  return { real, local, email: mayStandIn ? 'local' : 'off' }
}
