import type { SignInMethod } from '#shared/contract/session.ts'
import { LOGIN_ERRORS, type ProviderName } from '#shared/account-messages.ts'

export const PROVIDER_NAMES: Record<SignInMethod, ProviderName> = {
  google: 'Google',
  facebook: 'Facebook',
  email: 'Email',
}

const isProvider = (value: string | null): value is SignInMethod =>
  value !== null && Object.hasOwn(PROVIDER_NAMES, value)

/** A refused sign-in with a verified e-mail: Facebook does not verify e-mails, so the account may be somebody else's. */
export const mayBeSomebodyElses = (query: URLSearchParams): boolean =>
  ['google', 'email'].includes(query.get('provider') ?? '') &&
  query.get('error') === LOGIN_ERRORS.accountExistsCode('facebook')

/** §8: the message for the code in the URL. Text from the URL itself is never shown. */
export const loginProblem = (query: URLSearchParams): string | null => {
  const [code, provider] = [query.get('error'), query.get('provider')]
  if (code === null) return null
  const wanted = isProvider(provider) ? PROVIDER_NAMES[provider] : PROVIDER_NAMES.google
  if (code === LOGIN_ERRORS.suspendedCode) return LOGIN_ERRORS.suspended
  if (code === LOGIN_ERRORS.unknownEmailCode) return LOGIN_ERRORS.unknownEmail
  if (code === LOGIN_ERRORS.invitedAccountExistsCode)
    return LOGIN_ERRORS.invitedAccountExists(wanted)
  const existing = Object.entries(PROVIDER_NAMES).find(
    ([method]) => LOGIN_ERRORS.accountExistsCode(method) === code,
  )?.[1]
  return existing ? LOGIN_ERRORS.accountExists(existing, wanted) : LOGIN_ERRORS.failed(wanted)
}
