import { useQuery } from '@tanstack/react-query'
import { ApiError, api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/call-query.ts'
import { LOGIN_ERRORS, LOGIN_TEXT, METHOD_LABELS } from '#shared/account-messages.ts'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import { paths } from '#shared/paths.ts'
import { noteSigningIn } from './session.ts'

/** The ways to sign in; they change only with the server's settings. */
export const signInWaysQuery = {
  ...callQuery(['sign-in-ways'], 'GET /api/sign-in/providers', {}),
  staleTime: Infinity,
}

/** Opens a page after the sign-in. It is loaded anew, because all data now belongs to the user. */
export const openSignedIn = (target: string) => {
  noteSigningIn()
  window.location.assign(target)
}

/** Opens the next page after a sign-in by email, or the login page, which explains a conflict. */
export const arriveByEmail = async (
  signIn: () => Promise<{ data: { redirect: string | null } }>,
) => {
  try {
    const { data } = await signIn()
    openSignedIn(data.redirect ?? paths.profile.href('saved-products'))
  } catch (error) {
    if (!(error instanceof ApiError && error.code?.startsWith(LOGIN_ERRORS.accountExistsCode(''))))
      throw error
    const query = new URLSearchParams({ error: error.code, provider: 'email' })
    window.location.assign(`${paths.login.href()}?${query.toString()}`)
  }
}

/** Leaves for the provider's page; `redirect` is the path to return to. */
export const signInWith = async (provider: ProviderId, redirect: string | null) => {
  const { data } = await api('POST /api/sign-in/provider/:provider', {
    params: { provider },
    body: redirect === null ? {} : { redirect },
  })
  openSignedIn(data.url)
}

export type MethodName = (method: string) => string

const hasLabel = (method: string): method is keyof typeof METHOD_LABELS =>
  Object.hasOwn(METHOD_LABELS, method)

/** The name of a way to sign in; the operator chooses that of the OpenID provider. */
export const useMethodName = (): MethodName => {
  const { data } = useQuery(signInWaysQuery)
  return (method) => {
    const provider = data?.providers.find(({ id }) => id === method)
    if (provider) return provider.label
    return hasLabel(method) ? METHOD_LABELS[method] : 'Single sign-on'
  }
}

/** The label of the button. The specification fixes those for Google and Facebook. */
export const continueText = (provider: ProviderId, nameOf: MethodName): string => {
  if (provider === 'google') return LOGIN_TEXT.continueWithGoogle
  if (provider === 'facebook') return LOGIN_TEXT.continueWithFacebook
  return LOGIN_TEXT.continueWith(nameOf(provider))
}
