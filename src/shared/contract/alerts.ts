import { z } from 'zod'
import { FACET_NAMES } from '#shared/product-filters.ts'
import {
  defineCallsFor,
  defineCalls,
  envelopeSchema,
  rowId,
  emailSchema,
  currencySchema,
} from './call.ts'
import { filterQuery } from './product-search.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const SEARCH_MEMBERS = ['q', 'celebrities', ...FACET_NAMES, 'without', 'currency'] as const

/** The query of a list of products, as in its URL. */
const savedSearchSchema = z
  .partialRecord(z.enum(SEARCH_MEMBERS), z.string().min(1).max(2_000))
  .refine((search) => filterQuery.safeParse(search).success, { error: () => REQUEST_TEXT.noSearch })
export type SavedSearch = z.infer<typeof savedSearchSchema>

const amount = z.number().positive().max(999_999_999).multipleOf(0.001)
const size = z.string().trim().min(1).max(100).nullable().default(null)

const conditionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('below'), amount, currency: currencySchema, size }),
  /** Compared with the price now, in this currency; in a search, with each product's own price. */
  z.object({
    kind: z.literal('drop'),
    percent: z.number().int().min(1).max(95),
    currency: currencySchema.nullable().default(null),
    size,
  }),
  z.object({ kind: z.literal('stock'), size }),
  z.object({ kind: z.literal('new') }),
])
export type AlertCondition = z.output<typeof conditionSchema>

const subject = z.union([
  z.object({ product: rowId }),
  z.object({ search: savedSearchSchema }),
  /** By name; what is new of a person is their looks. */
  z.object({ person: z.string().min(1).max(200) }),
])

const token = z.string().regex(/^[\w.-]{1,200}$/)

/** The values that made an alert fire. */
export const findingSchema = z.object({
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** The highest price that counts, and the price before, if prices were compared. */
  limit: z.number().nullable(),
  from: z.number().nullable(),
  size: z.string().nullable(),
  stock: z.enum(['in-stock', 'unknown', 'sold-out']),
  shop: z.string(),
  /** When the shop's page or feed was read. */
  checkedAt: z.string(),
})
export type Finding = z.infer<typeof findingSchema>
/** A condition as it is stored and compared. Fields of other kinds are null. */
export const alertTermsSchema = z.object({
  kind: z.enum(['below', 'drop', 'stock', 'new']),
  /** The target, or the price that the percentage counts from; null in a search, where each product has its own. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  percent: z.number().nullable(),
  size: z.string().nullable(),
})
export type AlertTerms = z.infer<typeof alertTermsSchema>

const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
})

export const alertSchema = alertTermsSchema.extend({
  id: z.string(),
  /** Null if it was removed, or if the alert is on something else. */
  product: productSchema.nullable(),
  person: z.object({ name: z.string(), image: z.string() }).nullable(),
  search: savedSearchSchema.nullable(),
  immediate: z.boolean(),
  isMet: z.boolean(),
  createdAt: z.string(),
})
export type Alert = z.infer<typeof alertSchema>

export const alertMatchSchema = z.object({
  id: z.string(),
  kind: alertTermsSchema.shape.kind,
  product: productSchema,
  finding: findingSchema,
  at: z.string(),
  mailedAt: z.string().nullable(),
})
export type AlertMatch = z.infer<typeof alertMatchSchema>

const listSchema = z.object({
  alerts: z.array(alertSchema),
  /** Requested for an email address, and not confirmed yet; newest first. */
  pending: z.array(alertSchema),
  matches: z.array(alertMatchSchema),
  wantsMail: z.boolean(),
  /** Whether this server can send emails. */
  canMail: z.boolean(),
  /** The key with which a browser subscribes to notifications. */
  pushKey: z.string(),
  /** The endpoints of the user's browsers that get notifications. */
  devices: z.array(z.string()),
})
export type AlertList = z.infer<typeof listSchema>

const device = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  publicKey: z.string().regex(/^[\w-]{87}$/),
  authSecret: z.string().regex(/^[\w-]{22}$/),
})

export const alertCalls = {
  ...defineCalls({
    'GET /api/alert-channels': {
      summary: 'How visitors can be told: whether by email, and the key for notifications',
      permission: 'browse',
      reply: envelopeSchema(listSchema.pick({ canMail: true, pushKey: true })),
    },
    'POST /api/alerts': {
      summary:
        'Set an alert on a product, a search or a person; without an account, by an email to confirm or by notifications',
      permission: 'browse',
      body: z.object({
        on: subject,
        condition: conditionSchema,
        immediate: z.boolean().default(false),
        /** For visitors who are not signed in. */
        email: emailSchema.optional(),
        device: device.optional(),
      }),
      reply: envelopeSchema(
        z.object({
          /** `recent`: the address has had many emails, and the link in a recent one lists this alert too. */
          state: z.enum(['active', 'confirm', 'recent']),
          /** With which a browser without an account lists and deletes its alerts. */
          token: z.string().nullable(),
        }),
      ),
      limit: 'alerts',
    },
    'POST /api/alerts/link': {
      summary: 'The alerts of an email address, by the link in an email; confirms or deletes one',
      permission: 'browse',
      body: z.object({ token, confirm: z.uuid().optional(), remove: z.uuid().optional() }),
      reply: envelopeSchema(listSchema.extend({ token })),
      limit: 'alerts',
    },
  }),
  ...defineCallsFor('use-account', {
    'GET /api/alerts': {
      summary: 'The signed-in user’s alerts and their matches',
      reply: envelopeSchema(listSchema),
    },
    'DELETE /api/alerts/:id': {
      summary: 'Delete an alert',
      params: z.object({ id: z.uuid() }),
    },
    'PUT /api/alerts/mail': {
      summary: 'Whether alerts are also sent by email',
      body: z.object({ wantsMail: z.boolean() }),
      limit: 'alerts',
    },
    'POST /api/alert-devices': {
      summary: 'Send notifications about the signed-in person’s alerts to this browser',
      body: device,
      limit: 'alerts',
    },
    'DELETE /api/alert-devices': {
      summary: 'Send no more notifications to this browser',
      body: device.pick({ endpoint: true }),
      limit: 'alerts',
    },
  }),
}

/** Mail servers call it without an Origin header (RFC 8058). */
export const unsubscribeCalls = defineCallsFor('browse', {
  'GET /api/alerts/unsubscribe': {
    summary: 'A page that asks first, for people whose mail program opens this link',
    query: z.object({ token }),
    reply: 'text/html',
  },
  'POST /api/alerts/unsubscribe': {
    summary: 'Stop all emails about alerts; without an account, delete the alerts and the address',
    query: z.object({ token }),
    limit: 'alerts',
  },
})
