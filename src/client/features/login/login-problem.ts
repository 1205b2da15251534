import type { MethodName } from '#client/account/sign-in.ts'
import { LOGIN_ERRORS, METHOD_PHRASES } from '#shared/account-messages.ts'
import { SIGN_IN_METHODS, type SignInMethod } from '#shared/domain/sign-in-methods.ts'

/** Whether an account that signs in this way has proved that its email is its own. */
const VERIFIES_EMAIL: Record<SignInMethod, 'always' | 'if it says so' | 'never'> = {
  google: 'always',
  email: 'always',
  passkey: 'always',
  oidc: 'if it says so',
  facebook: 'never',
}

/** The way to sign in that an account with the same email uses. */
export const readExistingMethod = (query: URLSearchParams) =>
  SIGN_IN_METHODS.find((method) => LOGIN_ERRORS.accountExistsCode(method) === query.get('error'))

/**
 * A refused sign-in with a verified email, which may be somebody else's: Facebook does not verify
 * emails, and other providers need not.
 */
export const canBelongToOtherPerson = (query: URLSearchParams): boolean => {
  const existing = readExistingMethod(query)
  const attempted = SIGN_IN_METHODS.find((method) => method === query.get('provider'))
  if (!existing || !attempted || existing === attempted) return false
  return VERIFIES_EMAIL[attempted] !== 'never' && VERIFIES_EMAIL[existing] !== 'always'
}

/** The message for the code in the URL. Text from the URL itself is never shown. */
export const describeLoginProblem = (query: URLSearchParams, nameOf: MethodName): string | null => {
  const [code, provider] = [query.get('error'), query.get('provider')]
  if (code === null) return null
  const listPhrase = (method: string) => METHOD_PHRASES[method] ?? nameOf(method)
  const attempted = SIGN_IN_METHODS.find((method) => method === provider) ?? 'google'
  const account = METHOD_PHRASES[attempted] ?? LOGIN_ERRORS.accountAt(nameOf(attempted))
  if (code === LOGIN_ERRORS.suspendedCode) return LOGIN_ERRORS.suspended
  if (code === LOGIN_ERRORS.unknownEmailCode) return LOGIN_ERRORS.unknownEmail
  if (code === LOGIN_ERRORS.invitedAccountExistsCode)
    return LOGIN_ERRORS.invitedAccountExists(account)
  const existing = readExistingMethod(query)
  return existing
    ? LOGIN_ERRORS.accountExists(listPhrase(existing), account)
    : LOGIN_ERRORS.failed(listPhrase(attempted))
}
