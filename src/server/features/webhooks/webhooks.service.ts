import type { Core } from '#server/core/core.ts'
import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { readPageById } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { BUILD } from '#server/core/installation.ts'
import { RetryLater } from '#server/core/jobs/runner.ts'
import {
  toRemoteError,
  type PublicClient,
  readBodyUpTo,
  RemoteError,
} from '#server/core/web/public-client.ts'
import type { TokenCipher } from '#server/features/accounts/index.ts'
import { WEBHOOKS } from '#shared/site-constants.ts'
import { type WebhookDelivery } from '#shared/contract/webhooks.ts'
import { type WebhookEvent } from '#shared/domain/webhook-events.ts'
import { createWebhooksStore } from './webhooks.store.ts'
import { WEBHOOK_SERVICE_TEXT } from './webhook-messages.ts'
import { restateMessage } from '#server/core/messages/restate-message.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 24
const GONE = 410
/** Longest run for one webhook, so that others get their turn. */
const RUN_MS = 30_000

type WebhooksDependencies = Pick<Core, 'pool' | 'atomically' | 'log'> & {
  cipher: TokenCipher
  client: Pick<PublicClient, 'check' | 'post'>
}

/** PostgreSQL stores neither NUL nor broken text. */
const toStorableText = (text: string) =>
  text.replaceAll('\u0000', '').toWellFormed().slice(0, WEBHOOKS.replyChars)

export const createWebhooks = ({ pool, atomically, cipher, client, log }: WebhooksDependencies) => {
  const store = createWebhooksStore(pool)

  const post = async (delivery: WebhookDelivery, secret: string, signal: AbortSignal) => {
    const body = JSON.stringify({
      type: delivery.type,
      timestamp: delivery.at,
      data: delivery.data,
    })
    const id = delivery.messageId
    const now = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Wearabouts/${BUILD.version}`,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Signer(secret).sign(id, now, body),
    }
    const signalWithTimeout = AbortSignal.any([signal, AbortSignal.timeout(WEBHOOKS.timeoutMs)])
    const { statusCode, body: response } = await client.post(
      delivery.url,
      headers,
      body,
      signalWithTimeout,
    )
    const replyTooLongError = () => new RemoteError('')
    // A long reply is truncated; its beginning is enough to see what went wrong.
    const replyStart = await readBodyUpTo(
      response,
      WEBHOOKS.replyChars * 4,
      replyTooLongError,
    ).catch(() => Buffer.from(''))
    response.destroy()
    return { status: statusCode, reply: toStorableText(replyStart.toString()) }
  }

  /** Null if this server stopped during the attempt, which then does not count. */
  const attempt = async (delivery: WebhookDelivery, signal: AbortSignal) => {
    const encryptedSecret = await store.secretOf(delivery.webhookId)
    const secret = encryptedSecret === null ? null : cipher.decrypt(encryptedSecret)
    if (secret === null) return { status: null, reply: WEBHOOK_SERVICE_TEXT.secretChanged }
    try {
      return await post(delivery, secret, signal)
    } catch (error) {
      if (signal.aborted) return null
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      const reply = isTimeout
        ? WEBHOOK_SERVICE_TEXT.noReplyWithin(WEBHOOKS.timeoutMs / 1_000)
        : toRemoteError(error).message
      return { status: null, reply }
    }
  }

  /** Returns whether the next message may follow at once. */
  const deliver = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<boolean> => {
    const reply = await attempt(delivery, signal)
    if (!reply) return false
    const { webhookId } = delivery
    if (reply.status !== null && reply.status >= 200 && reply.status < 300) {
      await store.noteDelivered(delivery, reply)
      return true
    }
    const { pausesMs } = WEBHOOKS
    const failures = await store.noteFailed(delivery, reply, pausesMs[delivery.attempts] ?? null)
    log.warn(
      { webhookId, status: reply.status, failures },
      'A webhook message could not be delivered',
    )
    if (reply.status === GONE) await store.disable(webhookId, WEBHOOK_SERVICE_TEXT.gone)
    else if (failures > pausesMs.length)
      await store.disable(
        webhookId,
        WEBHOOK_SERVICE_TEXT.notDelivered(
          reply.status === null ? reply.reply : WEBHOOK_SERVICE_TEXT.status(reply.status),
        ),
      )
    else await store.pause(webhookId, pausesMs[failures - 1] ?? 0)
    return false
  }

  const requireWebhook = (isFound: boolean) => {
    if (!isFound) throw new AppError(404, WEBHOOK_SERVICE_TEXT.missing)
  }

  return {
    list: async () =>
      (await store.list()).map((webhook) => {
        const { disabled } = webhook
        return Object.assign(webhook, {
          disabled: disabled && { ...disabled, reason: restateMessage(disabled.reason) },
        })
      }),

    /** Returns the secret, which is shown once and stored encrypted. */
    add: async (url: string, events: readonly WebhookEvent[]) => {
      try {
        await client.check(url)
      } catch (error) {
        throw new AppError(400, toRemoteError(error).message, { cause: error })
      }
      const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
      const encrypted = cipher.encrypt(secret)
      const webhook = await atomically((client) =>
        createWebhooksStore(client).add(url, encrypted, events),
      )
      if (!webhook) throw new AppError(409, WEBHOOK_SERVICE_TEXT.tooMany(WEBHOOKS.maxWebhooks))
      return { webhook, secret }
    },

    remove: async (id: string) => requireWebhook(await store.remove(id)),
    enable: async (id: string) => requireWebhook(await store.enable(id)),
    test: async (id: string) => requireWebhook(await store.queueTest(id)),
    retry: async (deliveryId: string) => requireWebhook(await store.retry(deliveryId)),

    deliveries: async (webhookId: string | null, after: string | null) => {
      const { page, next } = await readPageById((limit) =>
        store.deliveries(webhookId, after, limit),
      )
      // A reply with a status is the receiver's own.
      const deliveries = page.map((delivery) => {
        const { status, reply } = delivery
        const isOurs = status === null && reply !== null
        return Object.assign(delivery, { reply: isOurs ? restateMessage(reply) : reply })
      })
      return { deliveries, next }
    },

    /** The job of one webhook: sends what is due, and asks to run again for what is due later. */
    sendDue: async (id: string, signal: AbortSignal) => {
      const endsAt = performance.now() + RUN_MS
      while (!signal.aborted && performance.now() < endsAt) {
        const delivery = await store.nextDue(id)
        if (!delivery || !(await deliver(delivery, signal))) break
      }
      signal.throwIfAborted()
      const dueInMs = await store.dueInMs(id)
      if (dueInMs !== null) throw new RetryLater(Math.max(dueInMs, 0), 'waiting')
    },
  }
}
