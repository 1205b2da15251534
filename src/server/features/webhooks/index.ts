import { MEGABYTE } from '#shared/byte-sizes.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createJobRunner, runJobsSeparately } from '#server/core/jobs/runner.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { createTokenCipher } from '#server/features/accounts/index.ts'
import { WEBHOOKS } from '#shared/site-constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import { webhookCalls } from '#shared/contract/webhooks.ts'
import { createWebhooksStore, WEBHOOK_QUEUE } from './webhooks.store.ts'
import { createWebhooks } from './webhooks.service.ts'

export type WebhookOverrides = {
  /** Lets tests receive on this machine. */
  webhookWeb?: PublicClientOptions
}

/** Redirects are not followed: messages go only to the registered address. */
const LIMITS = { timeoutMs: WEBHOOKS.timeoutMs, maxBytes: MEGABYTE, maxRedirects: 0 }
const CONCURRENT_DELIVERIES = 4
const LEASE_MS = 120_000
/** For failures on our side, such as of the database; failed deliveries have their own pauses. */
const MAX_TRIES = 20

export const webhooksFeature = (
  { pool, atomically, maintenance, audit: { note }, env, log }: Core,
  { secret }: { secret: string },
  { webhookWeb = {} }: WebhookOverrides,
) => {
  const reach = env.PRIVATE_WEBHOOKS ? { isPublic: () => true, ports: null } : {}
  const client = createPublicClient({ ...reach, ...webhookWeb }, LIMITS)
  const cipher = createTokenCipher(secret)
  const webhooks = createWebhooks({ pool, atomically, cipher, client, log })
  const runner = createJobRunner(maintenance, log, {
    queue: WEBHOOK_QUEUE,
    batch: CONCURRENT_DELIVERIES,
    leaseMs: LEASE_MS,
    tries: MAX_TRIES,
    restRatio: 0,
    work: runJobsSeparately(webhooks.sendDue),
  })
  const webhookHandlers: Handlers<typeof webhookCalls> = {
    'GET /api/admin/webhooks': async () => succeeded({ webhooks: await webhooks.list() }),

    'POST /api/admin/webhooks': async ({ user, body }) => {
      const added = await webhooks.add(body.url, body.events)
      const { id, url, events } = added.webhook
      await note(user.uid, 'webhook-added', id, {
        subjectName: url,
        detail: events.join(', '),
      })
      return succeeded(added)
    },

    'POST /api/admin/webhooks/:id/enable': async ({ params }) => webhooks.enable(params.id),

    'POST /api/admin/webhooks/:id/test': async ({ params }) => webhooks.test(params.id),

    'DELETE /api/admin/webhooks/:id': async ({ user, params }) => {
      const removed = (await webhooks.list()).find(({ id }) => id === params.id)
      await webhooks.remove(params.id)
      await note(user.uid, 'webhook-removed', params.id, {
        subjectName: removed?.url ?? null,
      })
    },

    'GET /api/admin/webhook-deliveries': async ({ query }) =>
      succeeded(await webhooks.deliveries(query.webhook ?? null, query.after ?? null)),

    'POST /api/admin/webhook-deliveries/:id/retry': async ({ params }) => webhooks.retry(params.id),
  }

  return {
    deliver: () => runner.drain(),
    feature: {
      routes: [calls(webhookCalls, webhookHandlers)],
      hourly: { 'webhook deliveries': createWebhooksStore(maintenance).sweep },
      startInBackground: (listener) => runner.start(listener),
      abort: () => runner.close(),
      stop: () => client.close(),
    } satisfies Feature,
  }
}
