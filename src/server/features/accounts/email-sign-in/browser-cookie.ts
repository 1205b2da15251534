import { randomBytes } from 'node:crypto'
import { EMAIL_SIGN_IN } from '#shared/constants.ts'
import { cookiePrefix, cookieValue } from '#server/features/accounts/identity/session-cookie.ts'

const WELL_FORMED = /^[\w-]{43}$/
/** Addresses that a shared browser is known for. */
const KNOWN_ADDRESSES = 5

/** Names the browser that asked for a mail, so that the link works only there. */
export const createBrowserCookie = (isSecure: boolean) => {
  const name = `${cookiePrefix(isSecure)}.email_browser`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const knownName = `${cookiePrefix(isSecure)}.email_known`
  const readKnown = (headers: Headers) =>
    (cookieValue(headers.get('cookie') ?? '', knownName) ?? '')
      .split('.')
      .filter((mark) => WELL_FORMED.test(mark))
  const read = (headers: Headers): string | null => {
    const value = cookieValue(headers.get('cookie') ?? '', name)
    return value !== null && WELL_FORMED.test(value) ? value : null
  }
  return {
    read,
    /** The known name, so that an earlier mail's link keeps working, or a new one. */
    readOrMake: (headers: Headers) => read(headers) ?? randomBytes(32).toString('base64url'),
    write: (browser: string) =>
      `${name}=${browser}; Max-Age=${EMAIL_SIGN_IN.lifeMs / 1000}; ${attributes}`,
    /** Marks of the addresses that this browser has signed in to. They cannot be forged. */
    readKnown,
    writeKnown: (headers: Headers, mark: string) => {
      const marks = [...new Set([mark, ...readKnown(headers)])].slice(0, KNOWN_ADDRESSES)
      return `${knownName}=${marks.join('.')}; Max-Age=${EMAIL_SIGN_IN.browserKnownMs / 1000}; ${attributes}`
    },
  }
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>
