import { sendBeacon } from '#client/lib/api.ts'
import { LANGUAGE_COOKIE } from '#shared/languages.ts'

const YEAR_S = 365 * 86_400

/** For this browser. */
export const rememberLanguage = (code: string) => {
  document.cookie = `${LANGUAGE_COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`
}

/** Also for the other devices and the emails of a signed-in user. The page is about to be left. */
export const chooseLanguage = (code: string, isSignedIn: boolean) => {
  rememberLanguage(code)
  if (isSignedIn) sendBeacon('/api/account/language', { language: code })
}
