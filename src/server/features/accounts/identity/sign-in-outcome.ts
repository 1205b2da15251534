import { ACCOUNT_ERRORS, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import type { ProviderId } from '#shared/contract/session.ts'

/**
 * Targets we give better-auth for after the provider; `readOutcome` turns them into real ones. The
 * library rejects targets with a hash, and its error texts are not ours.
 */
const ARRIVED = '/signed-in'
const FAILED = '/sign-in-failed'
const LINKED = '/linked'
const LINK_FAILED = '/link-failed'
const CONFIRMED = '/confirmed'
const NOT_CONFIRMED = '/not-confirmed'

/** §2: login ends at /profile#saved-products unless the guard asked for another page. */
export const signInTargets = (redirect: string | null) => {
  const query = redirect ? `?to=${Buffer.from(redirect).toString('base64url')}` : ''
  return { callbackURL: ARRIVED + query, errorCallbackURL: FAILED + query }
}

export const linkTargets = { callbackURL: LINKED, errorCallbackURL: LINK_FAILED }
export const confirmTargets = { callbackURL: CONFIRMED, errorCallbackURL: NOT_CONFIRMED }

export type Outcome =
  | { kind: 'arrived'; to: string }
  | { kind: 'linked'; to: string }
  | { kind: 'link-failed'; to: string }
  | { kind: 'confirmed'; to: string }
  | { kind: 'not-confirmed'; to: string }
  | { kind: 'failed'; error: string; redirect: string | null }

export const readOutcome = (location: string): Outcome => {
  const { pathname, searchParams } = new URL(location, 'http://own.invalid')
  const redirect = ownSitePath(Buffer.from(searchParams.get('to') ?? '', 'base64url').toString())
  if (pathname === ARRIVED)
    return { kind: 'arrived', to: redirect ?? paths.profile.href('saved-products') }
  if (pathname === LINKED) return { kind: 'linked', to: paths.accountSettings.href() }
  const settings = paths.accountSettings.href()
  if (pathname === LINK_FAILED)
    return { kind: 'link-failed', to: `${settings}?error=${LOGIN_ERRORS.linkingFailedCode}` }
  if (pathname === CONFIRMED) return { kind: 'confirmed', to: settings }
  if (pathname === NOT_CONFIRMED)
    return { kind: 'not-confirmed', to: `${settings}?error=${ACCOUNT_ERRORS.notConfirmedCode}` }
  return { kind: 'failed', error: searchParams.get('error') ?? 'unknown', redirect }
}

/** The login page turns the code into its sentence: no text in an address is ever shown. */
export const failedLoginPath = (provider: ProviderId, code: string, redirect: string | null) => {
  const query = new URLSearchParams({ error: code, provider, ...(redirect ? { redirect } : {}) })
  return `${paths.login.href()}?${query.toString()}`
}
