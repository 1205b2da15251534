import { z } from 'zod'
import { AFFILIATE } from '#shared/site-constants.ts'
import { LINK_PLACEHOLDER } from '#shared/domain/outgoing-link.ts'
import { defineCallsFor, defineCalls, envelopeSchema, rowId, idParams } from './call.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((host) =>
    host
      .replace(/^https?:\/\//, '')
      .replace(/\/.*$/, '')
      .replace(/^www\./, ''),
  )
  .pipe(
    z
      .string()
      .max(200)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: () => REQUEST_TEXT.noShopSite }),
  )

const wordSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\s&?#=]+$/, { error: () => REQUEST_TEXT.separators })

const parameterSchema = z.object({
  kind: z.literal('parameter'),
  name: wordSchema,
  value: wordSchema,
})
const wrapSchema = z.object({
  kind: z.literal('wrap'),
  address: z
    .url({ protocol: /^https$/, error: () => REQUEST_TEXT.noSecureAddress })
    .max(1_000)
    // Not in the name of the site, where no browser would open it.
    .refine(
      (address) => /^https:\/\/[^/?#{]+[/?#]/.test(address) && address.includes(LINK_PLACEHOLDER),
      {
        error: () => REQUEST_TEXT.mustContain(LINK_PLACEHOLDER),
      },
    ),
})
const personSchema = z.string().trim().min(1).max(200).nullable()

const ruleFields = { host: z.string(), person: z.string().nullable() }
const ruleSchema = z.discriminatedUnion('kind', [
  parameterSchema.extend(ruleFields),
  wrapSchema.extend(ruleFields),
])

const newRuleFields = { host: hostSchema, person: personSchema.default(null) }

export const listedRuleSchema = z.object({ id: z.string(), rule: ruleSchema })
export type ListedRule = z.infer<typeof listedRuleSchema>

export const affiliateCalls = defineCallsFor('administer', {
  'GET /api/admin/affiliate-rules': {
    summary: 'What is added to links of shops',
    reply: envelopeSchema(z.object({ rules: z.array(listedRuleSchema) })),
  },
  'POST /api/admin/affiliate-rules': {
    summary: `Add a rule for a shop, or for a shop and a person; ${AFFILIATE.rules} at most`,
    body: z.discriminatedUnion('kind', [
      parameterSchema.extend(newRuleFields),
      wrapSchema.extend(newRuleFields),
    ]),
  },
  'DELETE /api/admin/affiliate-rules/:id': {
    summary: 'Remove a rule; links of the shop are plain again',
    params: idParams,
  },
})

const daysQuery = z.object({ days: z.coerce.number().int().min(1).max(730).default(30) })

export const clickReportSchema = z.object({
  /** Every day of the period, oldest first. */
  days: z.array(z.object({ day: z.string(), clicks: z.number().int() })),
  /** Most followed first; a name or picture that is null was removed since. */
  products: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), clicks: z.number().int() }),
  ),
  looks: z.array(
    z.object({
      image: z.string().nullable(),
      person: z.string().nullable(),
      clicks: z.number().int(),
    }),
  ),
})
export type ClickReport = z.infer<typeof clickReportSchema>

export const clickCalls = defineCalls({
  'POST /api/clicks': {
    summary: 'Count that a link to a shop was followed; stores neither who did it nor from where',
    permission: 'browse',
    body: z.object({ product: rowId }),
  },
  'GET /api/my-clicks': {
    summary: 'How often links in the user’s own looks were followed, by day, product and look',
    permission: 'publish-own',
    query: daysQuery,
    reply: envelopeSchema(clickReportSchema),
  },
  'GET /api/my-clicks.csv': {
    summary: 'The same for a spreadsheet',
    permission: 'publish-own',
    query: daysQuery,
    reply: 'text/csv',
  },
  'GET /api/admin/clicks': {
    summary: 'How often links to shops were followed, by day, product and look',
    permission: 'administer',
    query: daysQuery,
    reply: envelopeSchema(clickReportSchema),
  },
  'GET /api/admin/clicks.csv': {
    summary: 'The same for a spreadsheet, a line for each day, product and look',
    permission: 'administer',
    query: daysQuery,
    reply: 'text/csv',
  },
})
