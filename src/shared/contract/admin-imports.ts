import { z } from 'zod'
import { CATALOG_IMPORT } from '#shared/constants.ts'
import { callsFor, envelope, emptyReply, MULTIPART_BYTES, idParams } from './call.ts'

export const importSchema = z.object({
  id: z.string(),
  /** The file's name. */
  name: z.string(),
  createdAt: z.string(),
  /** refused: the file has errors, and nothing was changed. failed: the server could not import it. */
  state: z.enum(['uploading', 'running', 'done', 'refused', 'failed']),
  step: z.string(),
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
  /** Only the first problems. */
  problems: z.array(
    z.object({ line: z.number(), severity: z.enum(['error', 'warning']), message: z.string() }),
  ),
})
export type AdminImport = z.infer<typeof importSchema>

/** The same as `npm run catalog -- import`. Files are sent in parts, so that they can be large. */
export const adminImportCalls = callsFor('administer', {
  'GET /api/admin/imports': {
    summary: 'The last imports of catalogue files with their reports, newest first',
    reply: envelope(z.object({ imports: z.array(importSchema) })),
  },
  'POST /api/admin/imports': {
    summary:
      'Begin to upload a CSV file to import; replace also removes every product that is not in it. With feed it is the file of a shop, which is added as upload:ID',
    recentSignIn: { when: 'replace' },
    body: z.object({
      name: z.string().trim().min(1).max(300),
      bytes: z.number().int().min(1).max(CATALOG_IMPORT.maxBytes),
      replace: z.boolean().default(false),
      feed: z.boolean().default(false),
    }),
    reply: envelope(z.object({ id: z.string(), partBytes: z.number().int() })),
  },
  'POST /api/admin/imports/:id/parts': {
    summary: 'Send a part of the file; all but the last have partBytes bytes',
    params: idParams,
    body: z.object({
      number: z.coerce
        .number()
        .int()
        .min(0)
        .max(CATALOG_IMPORT.maxParts - 1),
    }),
    files: ['part'],
    maxBytes: CATALOG_IMPORT.partBytes + MULTIPART_BYTES,
    reply: emptyReply,
  },
  'POST /api/admin/imports/:id/start': {
    summary: 'Import the file in the background, all of it or nothing',
    params: idParams,
    reply: emptyReply,
  },
  'GET /api/admin/imports/:id': {
    summary: 'The progress of an import, and its report',
    params: idParams,
    reply: envelope(importSchema),
  },
})
