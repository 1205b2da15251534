import { z } from 'zod'
import { OFFLINE_LIST } from '#shared/finder-constants.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { catalogProductSchema } from './catalog.ts'
import { defineCallsFor, envelopeSchema } from './call.ts'

export const appearanceSchema = z.object({
  kind: z.string().nullable(),
  colors: z.array(z.string()),
  patterns: z.array(z.string()),
  materials: z.array(z.string()),
})

/** What matching offline needs to know about a product. */
const offlineProductSchema = catalogProductSchema
  .pick({ id: true, name: true, price: true, website: true, category: true, shop: true })
  .extend({
    key: z.string(),
    picture: z.string(),
    /** One byte per number, in base64; only its direction counts. */
    vector: z.string(),
    ...appearanceSchema.shape,
    departments: z.array(z.enum(DEPARTMENTS)),
    /** Absent in lists that earlier versions saved. */
    sources: z.object({ title: appearanceSchema, stated: appearanceSchema }).nullable().optional(),
    euros: z.number().nullable(),
    isDrawn: z.boolean(),
  })
export type OfflineProduct = z.infer<typeof offlineProductSchema>

export const offlineProductCalls = defineCallsFor('browse', {
  'GET /api/offline-products': {
    summary: 'A part of the products of a shop or person, with vectors, to match photos offline',
    query: z.object({
      /** Either the id of a shop, or the name of a person. */
      shop: z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number)
        .optional(),
      celebrity: z.string().min(1).max(200).optional(),
      part: z.coerce.number().int().min(0).max(OFFLINE_LIST.maxProducts).default(0),
    }),
    reply: envelopeSchema(
      z.object({
        name: z.string(),
        /** The version of the vectors; those of other versions cannot be compared. */
        version: z.string(),
        /** How many parts there are. A product stays in its part while others come and go. */
        parts: z.number().int(),
        products: z.array(offlineProductSchema),
      }),
    ),
    limit: 'offlineProducts',
  },
})
