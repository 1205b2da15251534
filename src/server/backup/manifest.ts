import { createHash } from 'node:crypto'
import { z } from 'zod'

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

/** Written last: a backup without it is unfinished. */
const manifestSchema = z.object({
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
  }),
  secrets: partSchema,
  /** Of everything above, keyed with the passphrase if there is one. */
  seal: z.string(),
})
export type Manifest = z.infer<typeof manifestSchema>

const pictureSchema = z.object({ key: z.string(), sha256: z.string(), bytes: z.number() })
export type PictureEntry = z.infer<typeof pictureSchema>
export const pictureList = z.array(pictureSchema)

export class BackupError extends Error {}

export const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

export const newManifest = (content: Omit<Manifest, 'format' | 'seal'>, seal: Seal): Buffer => {
  const unsealed = { format: FORMAT, ...content }
  return Buffer.from(JSON.stringify({ ...unsealed, seal: seal(JSON.stringify(unsealed)) }, null, 1))
}

export type Seal = (text: string) => string

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
  const { seal: given, ...content } = json as Manifest
  if (seal(JSON.stringify(content)) !== given)
    throw new BackupError(
      'The manifest of the backup was changed, or BACKUP_PASSPHRASE is not the one it was made with',
    )
  return read.data
}
