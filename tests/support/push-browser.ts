import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser that subscribed to notifications, as far as it decrypts (RFC 8291). */
export const createPushBrowser = (endpoint: string) => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const authSecret = randomBytes(16)
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  return {
    device: {
      endpoint,
      publicKey: publicKey.toString('base64url'),
      authSecret: authSecret.toString('base64url'),
    },
    read: (body: Buffer): unknown => {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
      const sharedSecret = derive(ecdh.computeSecret(theirs), authSecret, info, 32)
      const key = derive(sharedSecret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(sharedSecret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}
