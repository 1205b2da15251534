import { createHmac, timingSafeEqual } from 'node:crypto'

const PREFIX = 'wearabouts'
const SESSION = 'session_token'

/** Over https browsers accept a `__Host-` cookie only from this very host, never from a subdomain. */
export const cookiePrefix = (isSecure: boolean) => (isSecure ? `__Host-${PREFIX}` : PREFIX)
/** The name until sessions moved to the `__Host-` prefix (decision 065). */
const OLD_SECURE_NAME = `__Secure-${PREFIX}.${SESSION}`

/** The same signed cookie as better-auth's, so that each can read the other's sessions. */
export const createSessionCookie = (secret: string, isSecure: boolean) => {
  const name = `${cookiePrefix(isSecure)}.${SESSION}`
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest()
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  const valueOf = (headers: Headers) => {
    const cookies = headers.get('cookie') ?? ''
    const current = cookieValue(cookies, name)
    const old = isSecure && current === null ? cookieValue(cookies, OLD_SECURE_NAME) : null
    return { value: current ?? old, hasOldName: old !== null }
  }
  const clearing = (cookieName: string) => `${cookieName}=; Max-Age=0; ${attributes}`

  return {
    /** The session token of a correctly signed cookie, or null. Needs no query. */
    read: (headers: Headers): string | null => {
      const { value } = valueOf(headers)
      if (value === null) return null
      const separator = value.lastIndexOf('.')
      const token = value.slice(0, separator)
      const given = Buffer.from(value.slice(separator + 1), 'base64')
      const expected = sign(token)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine ? token : null
    },
    hasOldName: (headers: Headers) => valueOf(headers).hasOldName,
    write: (token: string, maxAgeMs: number) => {
      const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`)
      return `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`
    },
    /** Expired cookies that clear the session cookie under all its names. */
    clear: () => (isSecure ? [name, OLD_SECURE_NAME] : [name]).map(clearing),
  }
}
export type SessionCookie = ReturnType<typeof createSessionCookie>

export const cookieValue = (header: string, name: string): string | null => {
  for (const part of header.split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key !== name) continue
    try {
      return decodeURIComponent(rest.join('='))
    } catch {
      // Malformed percent-encoding: treat it as no cookie.
      return null
    }
  }
  return null
}
