import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { z } from 'zod'

/** What the Universal Commerce Protocol demands of a catalogue, as far as it demands anything. */
const price = z.object({
  amount: z.number().int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
})
const description = z.object({ plain: z.string() })
const variant = z.object({
  id: z.string(),
  title: z.string(),
  description,
  price,
  url: z.url().optional(),
  availability: z.object({ available: z.boolean(), status: z.string() }).optional(),
  inputs: z
    .array(z.object({ id: z.string() }))
    .min(1)
    .optional(),
})
const option = z.object({
  name: z.string(),
  values: z.array(z.object({ label: z.string() })).min(1),
})
const product = z.object({
  id: z.string(),
  title: z.string(),
  description,
  url: z.url(),
  price_range: z.object({ min: price, max: price }),
  media: z.array(z.object({ type: z.string(), url: z.url() })),
  options: z.array(option).optional(),
  variants: z.array(variant).min(1),
})
const version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const ucp = z.object({
  version,
  status: z.enum(['success', 'error']),
  capabilities: z.record(z.string(), z.array(z.object({ version })).min(1)),
})
const message = z.object({ type: z.enum(['info', 'error']), code: z.string(), content: z.string() })
const messages = z.array(message).optional()
const pagination = z
  .object({ has_next_page: z.boolean(), cursor: z.string().optional() })
  .refine(({ has_next_page, cursor }) => !has_next_page || cursor !== undefined)

const FACTS = {
  search_response: z.object({ ucp, products: z.array(product), pagination, messages }),
  lookup_response: z.object({
    ucp,
    products: z.array(
      product.extend({ variants: z.array(variant.required({ inputs: true })).min(1) }),
    ),
    messages,
  }),
  get_product_response: z.object({ ucp, product, messages }),
  error_response: z.strictObject({ ucp, messages: z.array(message).min(1) }),
}
export type UcpReply = keyof typeof FACTS

const PUBLISHED: Record<UcpReply, string> = {
  search_response: 'shopping/catalog_search.json#/$defs/search_response',
  lookup_response: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  get_product_response: 'shopping/catalog_lookup.json#/$defs/get_product_response',
  error_response: 'types/error_response.json',
}

/** The published schemas, if UCP_SCHEMAS names their folder (`source/schemas` of the specification). */
const openPublished = (folder: string) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  const ids = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { $id?: string }
      if (schema.$id) ajv.addSchema(schema)
      return schema.$id ?? []
    })
  return (reply: UcpReply, value: unknown) => {
    const [path = '', part = ''] = PUBLISHED[reply].split('#')
    const id = ids.find((schemaId) => schemaId.endsWith(`/${path}`)) ?? path
    const validate = ajv.getSchema(part ? `${id}#${part}` : id)
    if (!validate) throw new Error(`No schema ${id}`)
    return validate(value) ? [] : (validate.errors ?? [])
  }
}

const publishedSchemas = process.env['UCP_SCHEMAS']
  ? openPublished(process.env['UCP_SCHEMAS'])
  : null

/** What is wrong with a reply. */
export const ucpProblems = (reply: UcpReply, value: unknown): unknown[] => [
  ...(FACTS[reply].safeParse(value).error?.issues ?? []),
  ...(publishedSchemas?.(reply, value) ?? []),
]
