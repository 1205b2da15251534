import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, affectsRow, raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import { WEBHOOKS } from '#shared/site-constants.ts'
import { RETENTION } from '#shared/retention.ts'
import { deliverySchema, type WebhookDelivery, webhookSchema } from '#shared/contract/webhooks.ts'
import {
  TEST_EVENT,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  getWebhookEvent,
} from '#shared/domain/webhook-events.ts'

export const WEBHOOK_QUEUE = 'webhook'

const webhookRow = webhookSchema
  .omit({ disabled: true })
  .extend({
    // Ignores events that only a later version knows.
    events: z
      .array(z.string())
      .transform((kinds) =>
        WEBHOOK_EVENT_NAMES.filter((name) => kinds.includes(WEBHOOK_EVENTS[name].kind)),
      ),
    createdAt: isoTime,
    missed: z.coerce.number(),
    disabled_at: isoTime.nullable(),
    disabled_reason: z.string().nullable(),
  })
  .transform(({ disabled_at: at, disabled_reason: reason, ...webhook }) => ({
    ...webhook,
    disabled: at === null ? null : { at, reason: reason ?? '' },
  }))

const deliveryRow = deliverySchema.extend({
  type: z.string().transform(getWebhookEvent),
  at: isoTime,
  triedAt: isoTime.nullable(),
  dueAt: isoTime.nullable(),
})

const WEBHOOK_COLUMNS = `w.id, w.url, w.events, w.created_at AS "createdAt", w.failures, w.missed,
  w.disabled_at, w.disabled_reason, (SELECT count(*)::int FROM webhook_deliveries d
    WHERE d.webhook_id = w.id AND d.due_at IS NOT NULL) AS waiting`

const DELIVERIES = `SELECT d.id, d.webhook_id AS "webhookId", 'msg_' || d.message_id AS "messageId",
    w.url, d.kind AS type, d.at, d.data, d.attempts, d.due_at AS "dueAt", d.tried_at AS "triedAt",
    CASE WHEN d.due_at IS NOT NULL THEN 'waiting' WHEN d.delivered THEN 'delivered' ELSE 'failed' END
      AS state, d.status, d.reply
  FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id`

type DeliveryReply = { status: number | null; reply: string }

export const createWebhooksStore = (connection: Connection) => ({
  list: () =>
    readRows(connection, webhookRow)`SELECT ${raw(WEBHOOK_COLUMNS)} FROM webhooks w ORDER BY w.id`,

  secretOf: (id: string) =>
    readValue(connection, z.string())`SELECT secret FROM webhooks WHERE id = ${id}`,

  /** Null if there are too many already. The lock keeps concurrent calls from exceeding the limit. */
  add: async (url: string, secret: string, events: readonly WebhookEvent[]) => {
    await execute(connection)`SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))`
    return readRow(connection, webhookRow)`
      WITH w AS (INSERT INTO webhooks (url, secret, events)
        SELECT ${url}, ${secret}, ${events.map((name) => WEBHOOK_EVENTS[name].kind)}
        WHERE (SELECT count(*) FROM webhooks) < ${raw(WEBHOOKS.maxWebhooks)} RETURNING *)
      SELECT ${raw(WEBHOOK_COLUMNS)} FROM w`
  },

  remove: (id: string) => affectsRow(connection)`DELETE FROM webhooks WHERE id = ${id}`,

  enable: (id: string) =>
    affectsRow(connection)`
      WITH enabled AS (UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, failures = 0,
        paused_until = NULL, missed = 0 WHERE id = ${id} RETURNING id),
      due AS (UPDATE webhook_deliveries SET due_at = now() FROM enabled
        WHERE webhook_id = enabled.id AND due_at IS NOT NULL)
      SELECT ask_for_jobs(${WEBHOOK_QUEUE}, ARRAY[id::text]) FROM enabled`,

  queueTest: (id: string) =>
    affectsRow(connection)`
      WITH queued AS (INSERT INTO webhook_deliveries (webhook_id, kind, data)
        SELECT id, '${raw(TEST_EVENT)}', '{"message": "It works."}' FROM webhooks
         WHERE id = ${id} AND disabled_at IS NULL RETURNING webhook_id),
      resumed AS (UPDATE webhooks SET paused_until = NULL FROM queued WHERE id = webhook_id)
      SELECT ask_for_jobs(${WEBHOOK_QUEUE}, ARRAY[webhook_id::text]) FROM queued`,

  /** Makes a message due again, whether it was delivered or failed. */
  retry: (deliveryId: string) =>
    affectsRow(connection)`
      WITH due AS (UPDATE webhook_deliveries d SET due_at = now(), attempts = 0, delivered = false
        FROM webhooks w WHERE d.id = ${deliveryId} AND w.id = d.webhook_id AND w.disabled_at IS NULL
        RETURNING webhook_id),
      resumed AS (UPDATE webhooks SET paused_until = NULL FROM due WHERE id = webhook_id)
      SELECT ask_for_jobs(${WEBHOOK_QUEUE}, ARRAY[webhook_id::text]) FROM due`,

  deliveries: (webhookId: string | null, after: string | null, limit: number) =>
    readRows(connection, deliveryRow)`
      ${raw(DELIVERIES)}
        WHERE (${webhookId}::bigint IS NULL OR d.webhook_id = ${webhookId})
          AND d.id < coalesce(${after}::bigint, 9223372036854775807)
        ORDER BY d.id DESC LIMIT ${limit}`,

  /** The message that has been due longest; null if there is none, or the webhook is paused. */
  nextDue: (webhookId: string) =>
    readRow(connection, deliveryRow)`
      ${raw(DELIVERIES)}
        WHERE w.id = ${webhookId} AND w.disabled_at IS NULL
          AND (w.paused_until <= now()) IS NOT FALSE
          AND d.due_at <= now()
        ORDER BY d.due_at, d.id LIMIT 1`,

  /** Milliseconds until the next message is due; null if none waits. */
  dueInMs: (webhookId: string) =>
    readValue(connection, z.number().nullable())`
      SELECT (extract(epoch FROM greatest(min(d.due_at), w.paused_until) - now()) * 1000)::float8
         FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.due_at IS NOT NULL
        WHERE w.id = ${webhookId} AND w.disabled_at IS NULL GROUP BY w.id`,

  noteDelivered: ({ id, webhookId }: WebhookDelivery, { status, reply }: DeliveryReply) =>
    execute(connection)`
      WITH reached AS (UPDATE webhooks SET failures = 0, paused_until = NULL
        WHERE id = ${webhookId})
      UPDATE webhook_deliveries SET delivered = true, due_at = NULL, attempts = attempts + 1,
        tried_at = now(), status = ${status}, reply = ${reply} WHERE id = ${id}`,

  /** `retryInMs` is null to give the message up. Returns the failures in a row. */
  noteFailed: async (
    { id, webhookId }: WebhookDelivery,
    { status, reply }: DeliveryReply,
    retryInMs: number | null,
  ): Promise<number> =>
    (await readValue(connection, z.number())`
      WITH tried AS (UPDATE webhook_deliveries SET attempts = attempts + 1, tried_at = now(),
        status = ${status}, reply = ${reply},
          due_at = now() + ${retryInMs}::float8 * interval '1 ms' WHERE id = ${id})
      UPDATE webhooks SET failures = failures + 1 WHERE id = ${webhookId} RETURNING failures`) ?? 0,

  pause: (webhookId: string, ms: number) =>
    execute(connection)`
      UPDATE webhooks SET paused_until = now() + ${ms} * interval '1 ms' WHERE id = ${webhookId}`,

  disable: (webhookId: string, reason: string) =>
    execute(connection)`
      UPDATE webhooks SET disabled_at = now(), disabled_reason = ${reason}
        WHERE id = ${webhookId} AND disabled_at IS NULL`,

  sweep: () =>
    execute(connection)`
      DELETE FROM webhook_deliveries
      WHERE at < now() - ${RETENTION.webhookDeliveriesMs} * interval '1 ms'`,
})
