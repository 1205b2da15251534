import { parse } from 'hono/utils/cookie'
import { createHmac } from 'node:crypto'
import { CLEAR_SITE_DATA, isSameSecret } from '#server/core/http/security.ts'
import { MINUTE_MS } from '#shared/durations.ts'

const PREFIX = 'wearabouts'

/** Over https, browsers accept a `__Host-` cookie only from this exact host, never from a subdomain. */
const getCookiePrefix = (isSecure: boolean) => (isSecure ? `__Host-${PREFIX}` : PREFIX)
const getCookieAttributes = (isSecure: boolean) =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** A JSON reply that sets cookies. */
export const createCookieResponse = (
  body: object,
  cookies: readonly (string | null)[],
): Response => {
  const response = Response.json(body)
  for (const cookie of cookies) if (cookie) response.headers.append('set-cookie', cookie)
  return response
}

/** A reply to a sign-out, which also makes the browser delete everything it stores for this site. */
export const createSignedOutResponse = (body: object, cookies: readonly string[]): Response => {
  const response = createCookieResponse(body, cookies)
  response.headers.set('clear-site-data', CLEAR_SITE_DATA)
  return response
}

const readCookie = (headers: Headers, name: string): string | null =>
  parse(headers.get('cookie') ?? '', name)[name] ?? null

/** A cookie of one of our sign-in flows, which scripts cannot read. */
export const createCookie = (name: string, lifeMs: number, isSecure: boolean) => {
  const fullName = `${getCookiePrefix(isSecure)}.${name}`
  const attributes = getCookieAttributes(isSecure)
  return {
    read: (headers: Headers) => readCookie(headers, fullName),
    write: (value: string) =>
      `${fullName}=${encodeURIComponent(value)}; Max-Age=${lifeMs / 1000}; ${attributes}`,
    /** An expired cookie that clears this one. */
    clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
  }
}

/** A cookie with a signed text that expires: the browser can neither change nor prolong it. */
export const createSignedCookie = (
  secret: string,
  { name, purpose, lifeMs }: { name: string; purpose: string; lifeMs: number },
  isSecure: boolean,
) => {
  const cookie = createCookie(name, lifeMs, isSecure)
  const sign = (payload: string) =>
    createHmac('sha256', secret).update(`${purpose}:${payload}`).digest()
  return {
    write: (text: string, now = Date.now()) => {
      const payload = `${Buffer.from(text).toString('base64url')}.${now + lifeMs}`
      return cookie.write(`${payload}.${sign(payload).toString('base64url')}`)
    },
    read: (headers: Headers, now = Date.now()): string | null => {
      const [text = '', until = '', signature = ''] = cookie.read(headers)?.split('.') ?? []
      const isGenuine = isSameSecret(Buffer.from(signature, 'base64url'), sign(`${text}.${until}`))
      return isGenuine && now < Number(until) ? Buffer.from(text, 'base64url').toString() : null
    },
    clear: cookie.clear,
  }
}
export type SignedCookie = ReturnType<typeof createSignedCookie>

/**
 * Proves for ten minutes that a provider has verified this email address in this browser, for a sign-in
 * that was refused because another account has the address.
 */
export const createEmailProof = (secret: string, isSecure: boolean) =>
  createSignedCookie(
    secret,
    { name: 'email_proof', purpose: 'email-proof', lifeMs: 10 * MINUTE_MS },
    isSecure,
  )

const SESSION = 'session_token'
/** The cookie's name before it got the `__Host-` prefix. */
const OLD_SECURE_NAME = `__Secure-${PREFIX}.${SESSION}`

/** The token with its signature, in the same format as in earlier versions. */
export const createSessionCookie = (secret: string, isSecure: boolean) => {
  const name = `${getCookiePrefix(isSecure)}.${SESSION}`
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest()
  const attributes = getCookieAttributes(isSecure)

  const readValue = (headers: Headers) => {
    const current = readCookie(headers, name)
    const old = isSecure && current === null ? readCookie(headers, OLD_SECURE_NAME) : null
    return { value: current ?? old, hasOldName: old !== null }
  }

  return {
    /** The session token of a correctly signed cookie, or null. Needs no query. */
    read: (headers: Headers): string | null => {
      const { value } = readValue(headers)
      if (value === null) return null
      const separator = value.lastIndexOf('.')
      const token = value.slice(0, separator)
      return isSameSecret(Buffer.from(value.slice(separator + 1), 'base64'), sign(token))
        ? token
        : null
    },
    hasOldName: (headers: Headers) => readValue(headers).hasOldName,
    write: (token: string, maxAgeMs: number) => {
      const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`)
      return `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`
    },
    /** Expired cookies that clear the session cookie under all its names. */
    clear: () =>
      (isSecure ? [name, OLD_SECURE_NAME] : [name]).map(
        (cookieName) => `${cookieName}=; Max-Age=0; ${attributes}`,
      ),
  }
}
export type SessionCookie = ReturnType<typeof createSessionCookie>
