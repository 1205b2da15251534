import { createECDH, createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '#server/core/same-secret.ts'

/** Confirms an alert, manages the alerts of an address, or stops the emails of a subscriber. */
type LinkPurpose = 'confirm' | 'manage' | 'stop'

const SIGNATURE_BYTES = 16
const ID = /^[0-9a-f-]{36}$/

/** Signed links in emails. They carry the id that they are about, so nothing is stored for them. */
export const createAlertLinks = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts alerts', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    write: (purpose: LinkPurpose, id: string): string =>
      `${purpose}.${id}.${sign(`${purpose}.${id}`).toString('base64url')}`,

    /** Null if this site did not write it. */
    read: (token: string): { purpose: LinkPurpose; id: string } | null => {
      const [purpose = '', id = '', signature = ''] = token.split('.')
      // Compared as texts, because several base64 texts decode to the same bytes.
      const actual = Buffer.from(signature)
      const expected = Buffer.from(sign(`${purpose}.${id}`).toString('base64url'))
      if (!isSameSecret(actual, expected)) return null
      return ID.test(id) ? { purpose: purpose as LinkPurpose, id } : null
    },

    /** A key for rate limits, so that they store no addresses. */
    countKey: (email: string, group = ''): string =>
      sign(`limit ${email} ${group}`).toString('base64url'),
  }
}
export type AlertLinks = ReturnType<typeof createAlertLinks>

/**
 * The key pair by which push services recognize this site (VAPID). It is derived from the site's secret,
 * so that all servers have the same one and a backup contains it.
 */
export const vapidKeys = (secret: string) => {
  const ecdh = createECDH('prime256v1')
  for (let attempt = 0; ; attempt += 1) {
    const info = `wearabouts push notifications ${attempt}`
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', info, 32))
    try {
      ecdh.setPrivateKey(privateKey)
      return { privateKey, publicKey: ecdh.getPublicKey() }
    } catch (error) {
      // One in four billion numbers is not a key of the curve; the next one is tried.
      if (attempt > 3) throw error
    }
  }
}
export type VapidKeys = ReturnType<typeof vapidKeys>
