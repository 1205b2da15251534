import { z } from 'zod'

/** The Universal Commerce Protocol, as far as a catalogue needs it (ucp.dev). */
export const UCP_VERSION = '2026-04-08'
const SEARCH = 'dev.ucp.shopping.catalog.search'
const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

const specUrl = (path: string) => `https://ucp.dev/${UCP_VERSION}/${path}`

const catalogCapability = (name: string) => ({
  version: UCP_VERSION,
  spec: specUrl(`specification/catalog/${name}`),
  schema: specUrl(`schemas/shopping/catalog_${name}.json`),
})

/** The profile at /.well-known/ucp, by which agents find what this site supports. */
export const ucpProfile = (endpoint: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      'dev.ucp.shopping': [
        {
          version: UCP_VERSION,
          spec: specUrl('specification/overview'),
          transport: 'mcp',
          schema: specUrl('services/shopping/mcp.openrpc.json'),
          endpoint,
        },
      ],
    },
    capabilities: {
      [SEARCH]: [catalogCapability('search')],
      [LOOKUP]: [catalogCapability('lookup')],
    },
    /** Shops sell; this site has no checkout. */
    payment_handlers: {},
  },
})

const envelopeOf = (capability: string, status: 'success' | 'error' = 'success') => ({
  version: UCP_VERSION,
  status,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
})
export const searchEnvelope = () => envelopeOf(SEARCH)
export const lookupEnvelope = () => envelopeOf(LOOKUP)

export const ucpError = (code: string, content: string) => ({
  ucp: envelopeOf(LOOKUP, 'error'),
  messages: [{ type: 'error', code, content, severity: 'unrecoverable' }],
})

const optionSchema = z.object({ name: z.string().max(100), label: z.string().max(100) })

/** Agents may identify themselves; it is not required. */
export const metaSchema = z.looseObject({}).optional()

const contextSchema = z
  .looseObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .describe('ISO 4217 code of the price filter'),
  })
  .optional()

const minorUnits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

const MAX_IDS = 25
export const MAX_PRODUCTS = 25

export const searchInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    query: z.string().trim().max(100).optional().describe('Words, such as ‘red linen dress’'),
    context: contextSchema,
    filters: z
      .looseObject({
        categories: z.array(z.string().max(100)).max(20).optional(),
        price: z.object({ min: minorUnits, max: minorUnits }).optional(),
      })
      .optional(),
    pagination: z
      .object({
        cursor: z.string().max(200).optional(),
        limit: z.number().int().min(1).default(10),
      })
      .optional(),
  }),
})

const idSchema = z.string().min(1).max(60)

export const lookupInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    ids: z.array(idSchema).min(1).max(MAX_IDS).describe('Ids of products or of their variants'),
  }),
})

export const productInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    id: idSchema.describe('The id of a product or of one of its variants'),
    selected: z.array(optionSchema).max(10).optional(),
  }),
})

const MAX_BASE64_CHARS = 8 * 1024 * 1024

export const pictureInput = z.object({
  meta: metaSchema,
  picture: z
    .object({
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional(),
      data: z.base64().max(MAX_BASE64_CHARS).optional().describe('A JPEG, PNG or WebP in base64'),
    })
    .refine(({ url, data }) => (url === undefined) !== (data === undefined), {
      message: 'give either url or data',
    }),
})
