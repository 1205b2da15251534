import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookiePrefix, cookieValue } from './session-cookie.ts'

const VALID_MS = 10 * 60_000

/**
 * A short-lived cookie that says: in this browser, a provider has just verified this e-mail address
 * for a sign-in that was refused because an account holds the address.
 */
export const createEmailProof = (secret: string, isSecure: boolean) => {
  const name = `${cookiePrefix(isSecure)}.email_proof`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const sign = (payload: string) =>
    createHmac('sha256', secret).update(`email-proof:${payload}`).digest()

  return {
    write: (email: string, now = Date.now()) => {
      const payload = `${Buffer.from(email).toString('base64url')}.${now + VALID_MS}`
      const value = `${payload}.${sign(payload).toString('base64url')}`
      return `${name}=${value}; Max-Age=${VALID_MS / 1000}; ${attributes}`
    },
    /** The verified address, or null. */
    read: (headers: Headers, now = Date.now()): string | null => {
      const value = cookieValue(headers.get('cookie') ?? '', name)
      const [email = '', until = '', signature = ''] = value?.split('.') ?? []
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(`${email}.${until}`)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && now < Number(until) ? Buffer.from(email, 'base64url').toString() : null
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
export type EmailProof = ReturnType<typeof createEmailProof>
