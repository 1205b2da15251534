import { useQuery } from '@tanstack/react-query'
import type { ProviderId } from '#shared/contract/session.ts'
import { LOGIN_TEXT, METHOD_LABELS } from '#shared/account-messages.ts'
import { signInWaysQuery } from './sign-in.ts'

export type MethodName = (method: string) => string

const isKnown = (method: string): method is keyof typeof METHOD_LABELS =>
  Object.hasOwn(METHOD_LABELS, method)

/** What people call a way to sign in: the OpenID provider has the name that the operator chose. */
export const useMethodName = (): MethodName => {
  const { data } = useQuery(signInWaysQuery)
  return (method) => {
    const offered = data?.providers.find(({ id }) => id === method)
    if (offered) return offered.label
    return isKnown(method) ? METHOD_LABELS[method] : 'Single sign-on'
  }
}

/** §2: the specification words two of these buttons. */
export const continueText = (provider: ProviderId, nameOf: MethodName): string => {
  if (provider === 'google') return LOGIN_TEXT.continueWithGoogle
  if (provider === 'facebook') return LOGIN_TEXT.continueWithFacebook
  return LOGIN_TEXT.continueWith(nameOf(provider))
}
