import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createJobRunner, eachOf } from '#server/core/jobs/runner.ts'
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

/** Replies are read only in part, and never redirected: the address is what was agreed on. */
const LIMITS = { timeoutMs: WEBHOOKS.timeoutMs, maxBytes: 1024 * 1024, maxRedirects: 0 }
const AT_ONCE = 4
const LEASE_MS = 120_000
/** Attempts have their own pauses; this is for failures of ours, such as of the database. */
const TRIES = 20

/** Tells other servers what happens here. */
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
    batch: AT_ONCE,
    leaseMs: LEASE_MS,
    tries: TRIES,
    restRatio: 0,
    work: eachOf(webhooks.work),
  })
  return {
    /** Sends what is due. */
    deliver: () => runner.drain(),
    feature: {
      routes: [calls(webhookCalls, webhookHandlers({ webhooks, note: audit.note }))],
      startInBackground: (listener) => void runner.start(listener),
      abort: () => runner.close(),
      stop: () => client.close(),
    } satisfies Feature,
  }
}
