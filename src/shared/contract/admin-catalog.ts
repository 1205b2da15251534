import { z } from 'zod'
import { CATALOG_IMPORT } from '#shared/site-constants.ts'
import { FEED_QUESTIONS, type FeedQuestion } from '#shared/feed-question-messages.ts'
import { defineCallsFor, envelopeSchema, idParams, MULTIPART_BYTES } from './call.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const name = z.string().trim().min(1).max(80)
const text = z.string().max(300).optional()

/** refused: the feed is broken, and nothing was changed. failed: it could not be read at all. */
const outcome = z.enum(['changed', 'unchanged', 'refused', 'failed'])

export const shopRunSchema = z.object({
  startedAt: z.string(),
  endedAt: z.string(),
  outcome,
  reason: z.string().nullable(),
  items: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unavailable: z.number().int(),
  skipped: z.number().int(),
  /** Sizes that became part of another item. */
  joined: z.number().int(),
  /** Items that are not fashion, and how many of each of the shop's categories. */
  leftOut: z.number().int(),
  leftOutBy: z.record(z.string(), z.number().int()),
  /** Line and reason of items that could not be used. */
  problems: z.array(z.tuple([z.number(), z.string()])),
})

export type AdminShopRun = z.infer<typeof shopRunSchema>

const shopSchema = z.object({
  name: z.string(),
  /** An address, or the name of a file. */
  source: z.string(),
  /** Whether the shop is read from a file that was uploaded. */
  isUpload: z.boolean(),
  offers: z.number().int(),
  credit: z.string().nullable(),
  every: z.string().nullable(),
  isRunning: z.boolean(),
  /** Null before the first run has ended. */
  lastRun: shopRunSchema.pick({ endedAt: true, outcome: true, reason: true }).nullable(),
})
export type AdminShop = z.infer<typeof shopSchema>

const UPLOAD = /^upload:\d{1,18}$/
const sourceSchema = z
  .string()
  .max(2_000)
  .refine(
    (source) => UPLOAD.test(source) || z.url({ protocol: /^https?$/ }).safeParse(source).success,
    { error: () => REQUEST_TEXT.noWebAddress },
  )

const newShopSchema = z.object({
  name,
  /** An address, or `upload:ID`: a file that was sent with `POST /api/admin/imports`. */
  source: sourceSchema,
  format: text,
  every: text,
  currency: text,
  condition: text,
  credit: text,
  shop: z.string().max(2_000).optional(),
  /** `title=Name,price=Cost,brand=`: which column has what, and what no column has. */
  map: z.string().max(2_000).optional(),
  /** 'fashion', the default, leaves out what is not fashion. */
  only: text,
  /** Categories of the shop to take in although nothing says that they are fashion. */
  take: z.array(z.string().max(300)).max(200).optional(),
  /** The shop exists and is read from this feed from now on. */
  replaces: z.boolean().optional(),
  /** Not the shop that already offers the same items. */
  separate: z.boolean().optional(),
})

const previewSchema = z.object({
  /** Empty for a file without columns. */
  columns: z.array(z.string()),
  map: z.record(z.string(), z.string()),
  items: z.array(
    z.object({
      title: z.string(),
      price: z.string(),
      link: z.string(),
      picture: z.string().nullable(),
      brand: z.string().nullable(),
      kind: z.string().nullable(),
      sizes: z.array(z.string()),
      colors: z.array(z.string()),
    }),
  ),
  /** Why other items cannot be used. */
  problems: z.array(z.string()),
  /** How many items were counted; not all of a large feed. */
  itemsRead: z.number().int(),
  isComplete: z.boolean(),
  /** What would not be imported, by the shop's category. */
  leftOut: z.array(
    z.object({
      category: z.string(),
      items: z.number().int(),
      reason: z.string(),
      /** Whether the operator may take the category in nevertheless. */
      canBeTaken: z.boolean(),
      title: z.string(),
    }),
  ),
  /** What the operator has to say so that many more items become usable. */
  questions: z.array(z.enum(Object.keys(FEED_QUESTIONS) as [FeedQuestion])),
  /** The shop that already offers these items. */
  seller: z.string().nullable(),
})

export type ShopPreview = z.infer<typeof previewSchema>

/** The same as `npm run shops`, except for files on the server. */
export const adminShopCalls = defineCallsFor('administer', {
  'GET /api/admin/shops': {
    summary: 'The shops whose feeds are read',
    reply: envelopeSchema(z.object({ shops: z.array(shopSchema) })),
  },
  'POST /api/admin/shops': {
    summary: 'Add a shop by the address of its feed or a file; it is read in the background',
    body: newShopSchema,
  },
  'POST /api/admin/shops/preview': {
    summary: 'The first ten items of a feed, as they would be read; writes nothing',
    body: newShopSchema.omit({ name: true }),
    reply: envelopeSchema(previewSchema),
  },
  'POST /api/admin/shops/:name/run': {
    summary:
      'Read a feed now in the background, or a newer file of the shop; force accepts a feed that looks broken',
    params: z.object({ name }),
    body: z.object({
      force: z.boolean().default(false),
      source: z.string().regex(UPLOAD).optional(),
    }),
  },
  'GET /api/admin/shops/:name/runs': {
    summary: 'The last runs of a feed, newest first, with the items that could not be used',
    params: z.object({ name }),
    reply: envelopeSchema(z.object({ runs: z.array(shopRunSchema) })),
  },
  'DELETE /api/admin/shops/:name': {
    summary: 'Delete a shop, its offers, and products that nobody else offers or wears',
    recentSignIn: true,
    params: z.object({ name }),
    reply: envelopeSchema(z.object({ offers: z.number().int() })),
  },
})

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
export const adminImportCalls = defineCallsFor('administer', {
  'GET /api/admin/imports': {
    summary: 'The last imports of catalogue files with their reports, newest first',
    reply: envelopeSchema(z.object({ imports: z.array(importSchema) })),
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
    reply: envelopeSchema(z.object({ id: z.string(), partBytes: z.number().int() })),
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
  },
  'POST /api/admin/imports/:id/start': {
    summary: 'Import the file in the background, all of it or nothing',
    params: idParams,
  },
  'GET /api/admin/imports/:id': {
    summary: 'The progress of an import, and its report',
    params: idParams,
    reply: envelopeSchema(importSchema),
  },
})
