import { createECDH, createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '#server/core/same-secret.ts'

/** confirm an alert, manage the alerts of an address, or stop the emails of a subscriber */
type LinkPurpose = 'confirm' | 'manage' | 'stop'

const SIGNATURE_BYTES = 16
const ID = /^[0-9a-f-]{36}$/

/** Links in emails. They end with what they name, so that nothing has to be stored for them. */
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
      // As texts: several end in the same bytes.
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(`${purpose}.${id}`).toString('base64url'))
      if (!isSameSecret(given, expected)) return null
      return ID.test(id) ? { purpose: purpose as LinkPurpose, id } : null
    },

    /** For counting, so that limits hold no addresses. */
    countKey: (email: string, group = ''): string =>
      sign(`limit ${email} ${group}`).toString('base64url'),
  }
}
export type AlertLinks = ReturnType<typeof createAlertLinks>

/**
 * The key pair with which push services know this site (VAPID). It follows from the site's secret, so
 * that all servers have the same one, and a backup holds it.
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
      // One in four billion numbers is not a key of the curve: the next one is taken.
      if (attempt > 3) throw error
    }
  }
}
export type VapidKeys = ReturnType<typeof vapidKeys>
