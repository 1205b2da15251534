import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from '#client/lib/api.ts'

/** Loaded on demand, because most visits use no passkey. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Browsers have passkeys only over https or on localhost, and not for bare IP addresses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Whether the email field can suggest passkeys too. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await (await loadLibrary()).browserSupportsWebAuthnAutofill())

/** The user closed the browser's dialog, or another request replaced it. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

const prepareProof = async () => {
  const { startAuthentication } = await loadLibrary()
  const { data } = await api('POST /api/sign-in/passkey/options')
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON
  return (useBrowserAutofill: boolean) => startAuthentication({ optionsJSON, useBrowserAutofill })
}

let hasOpenedDialog = false

/** Asks for a passkey with the browser's dialog. */
export const provePasskey = async () => {
  hasOpenedDialog = true
  return (await prepareProof())(false)
}

/** Waits until the user picks a suggestion of the email field. Null if they opened the dialog instead. */
export const proveSuggestedPasskey = async () => {
  const start = await prepareProof()
  // Starting it would close the dialog.
  return hasOpenedDialog ? null : start(true)
}

export const createPasskey = async () => {
  const { startRegistration } = await loadLibrary()
  const { data } = await api('POST /api/account/passkeys/options')
  const body = await startRegistration({
    optionsJSON: data as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return (await api('POST /api/account/passkeys', { body })).data
}
