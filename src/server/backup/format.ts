import { MEGABYTE } from '#shared/byte-sizes.ts'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
} from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Storage } from '#server/core/storage/storage.ts'

/** Written last: a backup without it is unfinished. */
export const MANIFEST = 'manifest.json'
const FORMAT = 1

const partSchema = z.object({ key: z.string(), sha256: z.string(), bytes: z.number() })
export type Part = z.infer<typeof partSchema>

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  parts: z.array(partSchema),
})
export type TableCopy = z.infer<typeof tableSchema>

const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** Null if it was never used. */
  value: z.string().nullable(),
})
export type SequenceState = z.infer<typeof sequenceSchema>

export const manifestSchema = z.object({
  format: z.literal(FORMAT, 'The backup has a format that this version does not know'),
  madeAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  pictures: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Lists of pictures, each with its hash. */
    lists: z.array(partSchema),
    /** Keys that rows refer to without a file, which an operator accepted. */
    missing: z.array(z.string()).default([]),
  }),
  secrets: partSchema,
  /** A hash of everything above, keyed with the passphrase if there is one. */
  seal: z.string(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Its key is that of the storage it was copied from. */
export type PictureEntry = Part

export class BackupError extends Error {}

export const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

export const createManifest = (content: Omit<Manifest, 'format' | 'seal'>, seal: Seal): Buffer => {
  const unsealed = { format: FORMAT, ...content }
  return Buffer.from(JSON.stringify({ ...unsealed, seal: seal(JSON.stringify(unsealed)) }, null, 1))
}

type Seal = (text: string) => string

export const readManifest = (body: Buffer, seal: Seal): Manifest => {
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch (cause) {
    throw new BackupError('The manifest of the backup is damaged', { cause })
  }
  const read = manifestSchema.safeParse(json)
  if (!read.success) {
    const [first] = read.error.issues
    throw new BackupError(`The manifest of the backup is damaged: ${first?.message}`)
  }
  const { seal: writtenSeal, ...content } = json as Manifest
  if (seal(JSON.stringify(content)) !== writtenSeal)
    throw new BackupError(
      'The manifest of the backup was changed, or BACKUP_PASSPHRASE is not the one it was made with',
    )
  return read.data
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** The most that is held in memory at once. A larger table is split into several parts. */
export const PART_BYTES = 8 * MEGABYTE
/** A part is never larger than this, so that a forged one cannot fill the memory. */
const MAX_EXPANDED_BYTES = 4 * PART_BYTES
const TYPE = 'application/octet-stream'

/** A picture of the backup `name`. */
export const toPicturePart = (name: string, entry: PictureEntry): Part => ({
  ...entry,
  key: `${name}/pictures/${entry.key}`,
})

export const putPart = async (storage: Storage, key: string, body: Buffer): Promise<Part> => {
  await storage.put(key, body, TYPE)
  return { key, sha256: sha256(body), bytes: body.length }
}

export const getPart = async (storage: Storage, part: Part): Promise<Buffer> => {
  const file = await storage.get(part.key)
  if (!file) throw new BackupError(`The backup is incomplete: ${part.key} is missing`)
  if (file.body.length !== part.bytes || sha256(file.body) !== part.sha256)
    throw new BackupError(`The backup is damaged: ${part.key} is not what was written`)
  return file.body
}

/** Stores a stream as compressed parts `KEY.00001.gz` and so on. */
export const putStream = async (
  storage: Storage,
  key: string,
  stream: Readable,
  partBytes: number,
): Promise<Part[]> => {
  const parts: Part[] = []
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const number = String(parts.length + 1).padStart(5, '0')
    const body = await compress(Buffer.concat(waiting))
    waiting = []
    bytes = 0
    parts.push(await putPart(storage, `${key}.${number}.gz`, body))
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  await flush()
  return parts
}

export async function* readParts(
  storage: Storage,
  parts: readonly Part[],
): AsyncGenerator<Buffer, void, undefined> {
  for (const part of parts)
    yield await expand(await getPart(storage, part), { maxOutputLength: MAX_EXPANDED_BYTES })
}

export async function* readPictureEntries(
  storage: Storage,
  lists: readonly Part[],
): AsyncGenerator<PictureEntry, void, undefined> {
  for (const list of lists)
    yield* z.array(partSchema).parse(JSON.parse((await getPart(storage, list)).toString()))
}

const SALT = 'wearabouts backup seal'
const KEY_BYTES = 32
const NONCE_BYTES = 12
/** About a tenth of a second: guessing a passphrase has to be slow. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * MEGABYTE }

const secretsSchema = z.object({ AUTH_SECRET: z.string() })
export type Secrets = z.infer<typeof secretsSchema>

const sealedSchema = z.object({
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  data: z.string(),
})

const deriveKey = (passphrase: string, salt: string | Buffer) =>
  scryptSync(passphrase, salt, KEY_BYTES, COST)

/** With a passphrase, the seal detects tampering; without one, only damage. */
export const createSeal = (passphrase: string | undefined): Seal => {
  if (passphrase === undefined) return (text) => createHash('sha256').update(text).digest('hex')
  const key = deriveKey(passphrase, SALT)
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

export const packSecrets = (secrets: Secrets, passphrase: string | undefined): Buffer => {
  const plain = JSON.stringify(secrets)
  if (passphrase === undefined) return Buffer.from(plain)
  const salt = randomBytes(16)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), nonce)
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

const decryptSecrets = (sealed: z.infer<typeof sealedSchema>, passphrase: string): string => {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = deriveKey(passphrase, bytes(sealed.salt))
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
    return secretsSchema.parse(JSON.parse(decryptSecrets(sealed.data, passphrase)))
  } catch (cause) {
    throw new BackupError('BACKUP_PASSPHRASE is not the one the backup was made with', { cause })
  }
}
