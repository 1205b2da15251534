import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

/** What takes up space, in the order in which it is shown. */
export const STORAGE_KINDS = [
  'uploads',
  'portraits',
  'pictures',
  'demo',
  'crops',
  'variants',
  'removed',
  'imports',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

const usageSchema = z.object({ files: z.number().int(), bytes: z.number() })

const storageSchema = z.object({
  /** When the files were counted; it takes a while, so not on every request. */
  countedAt: z.string(),
  files: z.array(usageSchema.extend({ kind: z.enum(STORAGE_KINDS) })),
  /** Copies of pictures on the disk of the server that answers. */
  cache: usageSchema,
  database: z.object({
    bytes: z.number(),
    /** The largest tables, with their indexes. */
    tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  }),
})
export type AdminStorage = z.infer<typeof storageSchema>

export const adminStorageCalls = defineCalls({
  'GET /api/admin/storage': {
    summary: 'How much space files, copies and the database take up, by kind',
    permission: 'administer',
    reply: envelope(storageSchema),
  },
})
