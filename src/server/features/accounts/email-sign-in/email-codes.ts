import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { EMAIL_SIGN_IN } from '#shared/constants.ts'

/** Creates the secrets of a mail and of the browser that asked for it, and the hashes that are stored. */
export const createEmailCodes = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts e-mail sign-in', 32))
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    makeCode: () =>
      Array.from({ length: EMAIL_SIGN_IN.codeDigits }, () => String(randomInt(10))).join(''),
    makeToken: () => randomBytes(32).toString('base64url'),
    /** Digits only: people type the space between the groups, or do not. */
    hashCode: (email: string, code: string) =>
      hash('code', `${email}:${code.replaceAll(/\D/g, '')}`),
    hashLink: (token: string) => hash('link', token),
    hashBrowser: (token: string) => hash('browser', token),
    /** For counting, so that limits hold no addresses; by whoever asks, if `group` is given. */
    countKey: (email: string, group = '') =>
      hash('limit', group ? `${email} ${group}` : email).toString('base64url'),
    /** What a browser keeps that has signed in to the address. */
    makeKnownMark: (email: string) => hash('known', email).toString('base64url'),
    isSame: (one: Buffer, other: Buffer) =>
      one.length === other.length && timingSafeEqual(one, other),
  }
}
export type EmailCodes = ReturnType<typeof createEmailCodes>
