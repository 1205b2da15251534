import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createJobRunner, workOnEach } from '#server/core/jobs/runner.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { createTokenCipher } from '#server/features/accounts/index.ts'
import { WEBHOOKS } from '#shared/constants.ts'
import { webhookCalls } from '#shared/contract/webhooks.ts'
import { webhookHandlers } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.service.ts'
import { createWebhooksStore, WEBHOOK_QUEUE } from './webhooks.store.ts'

export type WebhookOverrides = {
  /** Lets tests receive on this machine. */
  webhookWeb?: PublicClientOptions
}

/** Redirects are not followed: messages go only to the registered address. */
const LIMITS = { timeoutMs: WEBHOOKS.timeoutMs, maxBytes: 1024 * 1024, maxRedirects: 0 }
const CONCURRENT_DELIVERIES = 4
const LEASE_MS = 120_000
/** For failures on our side, such as of the database; failed deliveries have their own pauses. */
const MAX_TRIES = 20

export const webhooksFeature = (
  { pool, maintenance, audit, log }: Core,
  secret: string,
  { webhookWeb = {} }: WebhookOverrides,
) => {
  const client = createPublicClient(webhookWeb, LIMITS)
  const cipher = createTokenCipher(secret)
  const webhooks = createWebhooks({ store: createWebhooksStore(pool), cipher, client, log })
  const runner = createJobRunner(maintenance, log, {
    queue: WEBHOOK_QUEUE,
    batch: CONCURRENT_DELIVERIES,
    leaseMs: LEASE_MS,
    tries: MAX_TRIES,
    restRatio: 0,
    work: workOnEach(webhooks.work),
  })
  return {
    deliver: () => runner.drain(),
    feature: {
      routes: [calls(webhookCalls, webhookHandlers({ webhooks, note: audit.note }))],
      startInBackground: (listener) => void runner.start(listener),
      abort: () => runner.close(),
      stop: () => client.close(),
    } satisfies Feature,
  }
}
