import { createHmac, timingSafeEqual } from 'node:crypto'

export const COOKIE_PREFIX = 'wearabouts'

/** The same signed cookie as better-auth's, so that each can read the other's sessions. */
export const createSessionCookie = (secret: string, isSecure: boolean) => {
  const name = `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest()
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return {
    /** The session token of a correctly signed cookie, or null. Needs no query. */
    read: (headers: Headers): string | null => {
      const value = cookieValue(headers.get('cookie') ?? '', name)
      if (value === null) return null
      const separator = value.lastIndexOf('.')
      const token = value.slice(0, separator)
      const given = Buffer.from(value.slice(separator + 1), 'base64')
      const expected = sign(token)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine ? token : null
    },
    write: (token: string, maxAgeMs: number) => {
      const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`)
      return `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
export type SessionCookie = ReturnType<typeof createSessionCookie>

const cookieValue = (header: string, name: string): string | null => {
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
