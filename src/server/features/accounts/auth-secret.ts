import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'
import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#server/core/env.ts'
import { getErrorCode } from '#server/core/http/errors.ts'

const FILE = 'auth-secret'

/** Stores the secret of a backup where the next start reads it. */
export const writeAuthSecret = async (DATA_DIR: string, secret: string) => {
  const path = join(DATA_DIR, FILE)
  await mkdir(DATA_DIR, { recursive: true })
  await rm(path, { force: true })
  await writeFile(path, secret, { mode: 0o600 })
}

/** Required in production; elsewhere created once and stored, so that a restart signs nobody out. */
export const readAuthSecret = async ({
  AUTH_SECRET,
  DATA_DIR,
}: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> => {
  if (AUTH_SECRET) return AUTH_SECRET
  await mkdir(DATA_DIR, { recursive: true })
  const path = join(DATA_DIR, FILE)
  const draftPath = `${path}.${process.pid}`
  await writeFile(draftPath, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // If two processes start at once, only one link succeeds and both read that file.
    await link(draftPath, path)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draftPath)
  }
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Encrypts provider tokens and the secrets of webhooks for the database. The format is that of earlier
 * versions, so that stored tokens stay readable.
 */
export const createTokenCipher = (secret: string) => {
  const cipher = managedNonce(xchacha20poly1305)(
    new Uint8Array(createHash('sha256').update(secret).digest()),
  )
  return {
    encrypt: (token: string) => Buffer.from(cipher.encrypt(Buffer.from(token))).toString('hex'),
    /** Null if it was encrypted with another secret: AUTH_SECRET was replaced. */
    decrypt: (stored: string): string | null => {
      try {
        return Buffer.from(cipher.decrypt(Buffer.from(stored, 'hex'))).toString()
      } catch {
        return null
      }
    },
  }
}
export type TokenCipher = ReturnType<typeof createTokenCipher>
