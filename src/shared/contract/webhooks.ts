import { z } from 'zod'
import { WEBHOOKS } from '#shared/site-constants.ts'
import { WEBHOOK_EVENT_NAMES } from '#shared/domain/webhook-events.ts'
import { defineCallsFor, envelopeSchema, rowId, idParams } from './call.ts'

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  createdAt: z.string(),
  /** Messages that wait to be sent. */
  waiting: z.number(),
  /** Events that were dropped because too many waited. */
  missed: z.number(),
  /** Failures since a message last arrived. */
  failures: z.number(),
  /** Why it was disabled; null while it is enabled. */
  disabled: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const deliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** By which receivers recognize repetitions. */
  messageId: z.string(),
  url: z.string(),
  type: z.string(),
  /** When it happened. */
  at: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  triedAt: z.string().nullable(),
  /** When it will be sent again. */
  dueAt: z.string().nullable(),
  /** The HTTP status of the last reply; null if there was none. */
  status: z.number().nullable(),
  /** The beginning of the last reply, or why there was none. */
  reply: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookDelivery = z.infer<typeof deliverySchema>

export const webhookCalls = defineCallsFor('administer', {
  'GET /api/admin/webhooks': {
    summary: 'The webhooks of the site',
    reply: envelopeSchema(z.object({ webhooks: z.array(webhookSchema) })),
  },
  'POST /api/admin/webhooks': {
    summary: 'Add a webhook. Its secret, which signs messages, is shown only in this reply',
    recentSignIn: true,
    body: z.object({
      url: z.url({ protocol: /^https?$/ }).max(WEBHOOKS.urlChars),
      events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1).max(WEBHOOK_EVENT_NAMES.length),
    }),
    reply: envelopeSchema(z.object({ webhook: webhookSchema, secret: z.string() })),
    limit: 'auth',
  },
  'POST /api/admin/webhooks/:id/enable': {
    summary: 'Enable a webhook again, and send the messages that wait',
    params: idParams,
  },
  'POST /api/admin/webhooks/:id/test': {
    summary: 'Send a test message',
    params: idParams,
    limit: 'testMails',
  },
  'DELETE /api/admin/webhooks/:id': {
    summary: 'Remove a webhook with its deliveries',
    params: idParams,
  },
  'GET /api/admin/webhook-deliveries': {
    summary: 'What was sent to webhooks and what they replied, newest first',
    query: z.object({ webhook: rowId.optional(), after: rowId.optional() }),
    reply: envelopeSchema(
      z.object({ deliveries: z.array(deliverySchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/admin/webhook-deliveries/:id/retry': {
    summary: 'Send a message again now',
    params: idParams,
  },
})
