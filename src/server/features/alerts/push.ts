import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { PublicClient } from '#server/core/web/public-client.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/durations.ts'

export type PushDevice = { endpoint: string; publicKey: string; authSecret: string }

type Notification = {
  title: string
  body: string
  url: string
  lang: string
  dir: 'ltr' | 'rtl'
}

/** In the present language; `url` is a path of this site. */
export const writeNotification = ({
  title,
  body,
  url,
}: Pick<Notification, 'title' | 'body' | 'url'>): Notification => {
  const { language: lang, direction: dir, prefix } = LOCALE_TEXT
  return { title, body, url: prefix + url, lang, dir }
}

const TIMEOUT_MS = 10_000
/** How long a push service keeps a message for a browser that is not running. */
const TTL_SECONDS = DAY_MS / SECOND_MS
const TOKEN_SECONDS = (12 * HOUR_MS) / SECOND_MS
const RECORD_BYTES = 4_096

const deriveKey = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/**
 * Encrypts a message for one browser (RFC 8291), so that its push service cannot read it. `salt` and
 * `ephemeral` are set only by the test with the RFC's example.
 */
export const encryptForDevice = (
  { publicKey, authSecret }: Pick<PushDevice, 'publicKey' | 'authSecret'>,
  text: string,
  salt = randomBytes(16),
  ephemeral?: Buffer,
): Buffer => {
  const ecdh = createECDH('prime256v1')
  if (ephemeral) ecdh.setPrivateKey(ephemeral)
  else ecdh.generateKeys()
  const [browserKey, serverKey] = [Buffer.from(publicKey, 'base64url'), ecdh.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, serverKey])
  const shared = deriveKey(
    ecdh.computeSecret(browserKey),
    Buffer.from(authSecret, 'base64url'),
    info,
    32,
  )
  const key = deriveKey(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = deriveKey(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(serverKey.length, 4)
  // The last byte marks the final record.
  const encryptedParts = [cipher.update(text), cipher.update(Buffer.from([2])), cipher.final()]
  return Buffer.concat([salt, head, serverKey, ...encryptedParts, cipher.getAuthTag()])
}

/**
 * The key pair by which push services recognize this site (VAPID). It is derived from the site's secret,
 * so that all servers have the same one and a backup contains it.
 */
export const deriveVapidKeys = (secret: string) => {
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
type VapidKeys = ReturnType<typeof deriveVapidKeys>

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Identifies this site to a push service (RFC 8292). `contact`: where the service can complain. */
const createVapidHeader = (
  { privateKey, publicKey }: VapidKeys,
  endpoint: string,
  contact: string,
) => {
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  })
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1_000) + TOKEN_SECONDS,
    sub: contact,
  }
  const token = `${encodeJson({ typ: 'JWT', alg: 'ES256' })}.${encodeJson(claims)}`
  const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}

const RETRY = { soonestMs: MINUTE_MS, usualMs: 10 * MINUTE_MS, latestMs: DAY_MS }

/** When a push service asks to be retried, within limits: users choose the service, so it may be hostile. */
const parseRetryDelayMs = (header: unknown): number => {
  const ms = Number(header) * 1_000 || RETRY.usualMs
  return Math.min(Math.max(ms, RETRY.soonestMs), RETRY.latestMs)
}

/** A push service that is busy or broken. */
export class PushServiceError extends Error {
  readonly retryInMs: number
  constructor(status: number, retryAfter: unknown) {
    super(`The push service answered ${status}`)
    this.retryInMs = parseRetryDelayMs(retryAfter)
  }
}

/** Whether the key is a point of the curve, so that messages can be encrypted for it. */
export const isPushKey = (publicKey: string): boolean => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    return ecdh.computeSecret(publicKey, 'base64url').length > 0
  } catch {
    return false
  }
}

export const createPush = (client: PublicClient, keys: VapidKeys, contact: string) => ({
  publicKey: keys.publicKey.toString('base64url'),

  /** False if the browser no longer accepts notifications of this site. */
  send: async (device: PushDevice, notification: Notification): Promise<boolean> => {
    const { statusCode, headers, body } = await client.post(
      device.endpoint,
      {
        authorization: createVapidHeader(keys, device.endpoint, contact),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: 'normal',
      },
      encryptForDevice(device, JSON.stringify(notification)),
      AbortSignal.timeout(TIMEOUT_MS),
    )
    body.destroy()
    if (statusCode === 404 || statusCode === 410) return false
    if (statusCode >= 200 && statusCode < 300) return true
    throw new PushServiceError(statusCode, headers['retry-after'])
  },
})
export type Push = ReturnType<typeof createPush>
