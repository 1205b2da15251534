import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
} from 'node:crypto'
import { z } from 'zod'
import { BackupError, type Seal } from './manifest.ts'

const SALT = 'wearabouts backup seal'
const KEY_BYTES = 32
const NONCE_BYTES = 12
/** About a tenth of a second: guessing a passphrase has to be slow. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const secretsSchema = z.object({ AUTH_SECRET: z.string() })
export type Secrets = z.infer<typeof secretsSchema>

const sealedSchema = z.object({
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  data: z.string(),
})

const keyFrom = (passphrase: string, salt: string | Buffer) =>
  scryptSync(passphrase, salt, KEY_BYTES, COST)

/** With a passphrase nobody else can change a backup unnoticed; without one it finds damage. */
export const sealWith = (passphrase: string | undefined): Seal => {
  if (passphrase === undefined) return (text) => createHash('sha256').update(text).digest('hex')
  const key = keyFrom(passphrase, SALT)
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

export const packSecrets = (secrets: Secrets, passphrase: string | undefined): Buffer => {
  const plain = JSON.stringify(secrets)
  if (passphrase === undefined) return Buffer.from(plain)
  const salt = randomBytes(16)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce)
  const data = Buffer.concat([cipher.update(plain), cipher.final()])
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  return Buffer.from(
    JSON.stringify({
      salt: base64(salt),
      nonce: base64(nonce),
      tag: base64(cipher.getAuthTag()),
      data: base64(data),
    }),
  )
}

const decrypt = (sealed: z.infer<typeof sealedSchema>, passphrase: string): string => {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = keyFrom(passphrase, bytes(sealed.salt))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.nonce))
  decipher.setAuthTag(bytes(sealed.tag))
  return decipher.update(sealed.data, 'base64', 'utf8') + decipher.final('utf8')
}

export const unpackSecrets = (body: Buffer, passphrase: string | undefined): Secrets => {
  const sealed = sealedSchema.safeParse(JSON.parse(body.toString()))
  if (!sealed.success) return secretsSchema.parse(JSON.parse(body.toString()))
  if (passphrase === undefined)
    throw new BackupError('The secrets of the backup are encrypted: set BACKUP_PASSPHRASE')
  try {
    return secretsSchema.parse(JSON.parse(decrypt(sealed.data, passphrase)))
  } catch (cause) {
    throw new BackupError('BACKUP_PASSPHRASE is not the one the backup was made with', { cause })
  }
}
