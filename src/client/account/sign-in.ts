import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { api, ApiError } from '#client/lib/api.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { LOGIN_ERRORS, LOGIN_TEXT, METHOD_LABELS } from '#shared/account-messages.ts'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import { paths } from '#shared/paths.ts'
import { markSigningIn } from './session.ts'
import { SIGN_IN_TEXT } from './account-form-messages.ts'

/** The ways to sign in; they change only with the server's settings. */
export const signInWaysQuery = {
  ...createCallQuery(['sign-in-ways'], 'GET /api/sign-in/providers', {}),
  staleTime: Infinity,
}

/** Opens a page after the sign-in. It is loaded anew, because all data now belongs to the user. */
export const openSignedIn = (path: string) => {
  markSigningIn()
  loadPage(path)
}

/**
 * Opens the next page after a sign-in by email, or the login page, which explains a conflict and leads
 * to `redirect`.
 */
export const finishEmailSignIn = async (
  signIn: () => Promise<{ data: { redirect: string | null } }>,
  redirect: string | null = null,
) => {
  try {
    const { data } = await signIn()
    openSignedIn(data.redirect ?? paths.profile.href('saved-products'))
  } catch (error) {
    if (!(error instanceof ApiError && error.code?.startsWith(LOGIN_ERRORS.accountExistsCode(''))))
      throw error
    const query = new URLSearchParams({
      ...(redirect !== null && { redirect }),
      error: error.code,
      provider: 'email',
    })
    loadPage(`${paths.login.href()}?${query.toString()}`)
  }
}

/** Leaves for the provider's page; `redirect` is the path to return to. */
export const signInWith = async (provider: ProviderId, redirect: string | null) => {
  const { data } = await api('POST /api/sign-in/provider/:provider', {
    params: { provider },
    body: redirect === null ? {} : { redirect },
  })
  markSigningIn()
  window.location.assign(data.url)
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
    return hasLabel(method) ? METHOD_LABELS[method] : SIGN_IN_TEXT.singleSignOn
  }
}

/** The label of the button. The specification fixes those for Google and Facebook. */
export const formatContinueLabel = (provider: ProviderId, nameOf: MethodName): string => {
  if (provider === 'google') return LOGIN_TEXT.continueWithGoogle
  if (provider === 'facebook') return LOGIN_TEXT.continueWithFacebook
  return LOGIN_TEXT.continueWith(nameOf(provider))
}

/** Loaded on demand, because most visits use no passkey. */
const loadPasskeyLibrary = () => import('@simplewebauthn/browser')

/** Browsers have passkeys only over https or on localhost, and not for bare IP addresses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Whether the email field can suggest passkeys too. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await (await loadPasskeyLibrary()).browserSupportsWebAuthnAutofill())

/** The user closed the browser's dialog, or another request replaced it. */
export const isPasskeyCanceled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

const prepareProof = async () => {
  const { startAuthentication } = await loadPasskeyLibrary()
  const { data } = await api('POST /api/sign-in/passkey/options')
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON
  return (useBrowserAutofill: boolean) => startAuthentication({ optionsJSON, useBrowserAutofill })
}

let hasOpenedDialog = false

/** Asks for a passkey with the browser's dialog. */
export const askForPasskey = async () => {
  hasOpenedDialog = true
  return (await prepareProof())(false)
}

/** Waits until the user picks a suggestion of the email field. Null if they opened the dialog instead. */
export const waitForSuggestedPasskey = async () => {
  const start = await prepareProof()
  // Starting it would close the dialog.
  return hasOpenedDialog ? null : start(true)
}

export const createPasskey = async () => {
  const { startRegistration } = await loadPasskeyLibrary()
  const { data } = await api('POST /api/account/passkeys/options')
  const body = await startRegistration({
    optionsJSON: data as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return (await api('POST /api/account/passkeys', { body })).data
}
