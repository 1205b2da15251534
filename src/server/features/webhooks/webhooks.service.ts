import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { Webhook as Signer } from 'standardwebhooks'
import { readPageById } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { RetryLater } from '#server/core/jobs/runner.ts'
import { BUILD } from '#server/core/version.ts'
import {
  asRemoteError,
  type PublicClient,
  readUpTo,
  RemoteError,
} from '#server/core/web/public-client.ts'
import type { TokenCipher } from '#server/features/accounts/index.ts'
import { WEBHOOKS } from '#shared/constants.ts'
import type { WebhookDelivery } from '#shared/contract/webhooks.ts'
import type { WebhookEvent } from '#shared/domain/webhook-events.ts'
import type { WebhooksStore } from './webhooks.store.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 24
const GONE = 410
/** After that, others have their turn. */
const RUN_MS = 30_000

type Parts = {
  store: WebhooksStore
  cipher: TokenCipher
  client: Pick<PublicClient, 'check' | 'post'>
  log: Logger
}

/** PostgreSQL stores neither NUL nor broken text. */
const storable = (text: string) =>
  text.replaceAll('\u0000', '').toWellFormed().slice(0, WEBHOOKS.replyChars)

export const createWebhooks = ({ store, cipher, client, log }: Parts) => {
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
    const timed = AbortSignal.any([signal, AbortSignal.timeout(WEBHOOKS.timeoutMs)])
    const { statusCode, body: answer } = await client.post(delivery.url, headers, body, timed)
    const tooLong = () => new RemoteError('')
    // A long reply is cut off; what it says beyond its beginning does not matter.
    const read = await readUpTo(answer, WEBHOOKS.replyChars * 4, tooLong).catch(() =>
      Buffer.from(''),
    )
    answer.destroy()
    return { status: statusCode, reply: storable(read.toString()) }
  }

  /** Null after an attempt that the end of this server cut off: it counts for nothing. */
  const attempt = async (delivery: WebhookDelivery, signal: AbortSignal) => {
    const sealed = await store.secretOf(delivery.webhookId)
    const secret = sealed === null ? null : cipher.decrypt(sealed)
    if (secret === null)
      return { status: null, reply: 'AUTH_SECRET has changed. Please add this webhook again.' }
    try {
      return await post(delivery, secret, signal)
    } catch (error) {
      if (signal.aborted) return null
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      const reply = isLate ? 'No reply within 15 seconds' : asRemoteError(error).message
      return { status: null, reply }
    }
  }

  /** True if the next message may follow at once. */
  const deliver = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<boolean> => {
    const answer = await attempt(delivery, signal)
    if (!answer) return false
    const { webhookId } = delivery
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
      await store.noteDelivered(delivery, answer)
      return true
    }
    const { pausesMs } = WEBHOOKS
    const failures = await store.noteFailed(delivery, answer, pausesMs[delivery.attempts] ?? null)
    log.warn({ webhookId, status: answer.status, failures }, 'A webhook could not be told')
    if (answer.status === GONE)
      await store.disable(webhookId, 'The receiver says that it is gone (410).')
    else if (failures > pausesMs.length)
      await store.disable(
        webhookId,
        `No message arrived for a day. The last attempt: ${answer.status === null ? answer.reply : `status ${answer.status}`}`,
      )
    else await store.pause(webhookId, pausesMs[failures - 1] ?? 0)
    return false
  }

  const requireWebhook = (isKnown: boolean) => {
    if (!isKnown) throw new AppError(404, 'There is no such webhook, or it is disabled')
  }

  return {
    list: store.list,

    /** The secret is returned once; the database has it encrypted. */
    add: async (url: string, events: readonly WebhookEvent[]) => {
      try {
        client.check(url)
      } catch (error) {
        throw new AppError(400, asRemoteError(error).message, { cause: error })
      }
      const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
      const webhook = await store.add(url, cipher.encrypt(secret), events)
      if (!webhook) throw new AppError(409, `There are already ${WEBHOOKS.most} webhooks.`)
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
      return { deliveries: page, next }
    },

    /** The job of one webhook: sends what is due, and comes back for what is due later. */
    work: async (id: string, signal: AbortSignal) => {
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
export type WebhooksService = ReturnType<typeof createWebhooks>
