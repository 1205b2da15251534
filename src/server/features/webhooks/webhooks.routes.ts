import type { AuditStore } from '#server/core/audit.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { webhookCalls } from '#shared/contract/webhooks.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Parts = { webhooks: WebhooksService; note: AuditStore['note'] }

export const webhookHandlers = ({ webhooks, note }: Parts): Handlers<typeof webhookCalls> => ({
  'GET /api/admin/webhooks': async () => succeeded({ webhooks: await webhooks.list() }),

  'POST /api/admin/webhooks': async ({ user, body }) => {
    const added = await webhooks.add(body.url, body.events)
    const { id, url, events } = added.webhook
    await note(user.uid, 'webhook-added', id, { subjectName: url, detail: events.join(', ') })
    return succeeded(added)
  },

  'POST /api/admin/webhooks/:id/enable': async ({ params }) => webhooks.enable(params.id),

  'POST /api/admin/webhooks/:id/test': async ({ params }) => webhooks.test(params.id),

  'DELETE /api/admin/webhooks/:id': async ({ user, params }) => {
    const removed = (await webhooks.list()).find(({ id }) => id === params.id)
    await webhooks.remove(params.id)
    await note(user.uid, 'webhook-removed', params.id, { subjectName: removed?.url ?? null })
  },

  'GET /api/admin/webhook-deliveries': async ({ query }) =>
    succeeded(await webhooks.deliveries(query.webhook ?? null, query.after ?? null)),

  'POST /api/admin/webhook-deliveries/:id/retry': async ({ params }) => webhooks.retry(params.id),
})
