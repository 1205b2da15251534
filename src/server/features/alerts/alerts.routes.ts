import type { Handlers } from '#server/core/http/serve.ts'
import type { alertCalls, unsubscribeCalls } from '#shared/contract/alerts.ts'
import { succeeded } from '#shared/contract/call.ts'
import { paths } from '#shared/paths.ts'
import type { Alerts } from './alerts.service.ts'

export const alertHandlers = (alerts: Alerts): Handlers<typeof alertCalls> => ({
  'GET /api/alerts': async ({ user }) => succeeded(await alerts.list(user.uid)),
  'POST /api/alerts': async ({ body, user, origin, address }) =>
    succeeded({ state: await alerts.set(body, { uid: user?.uid ?? null, origin, address }) }),
  'DELETE /api/alerts/:id': async ({ params, user }) => alerts.remove(user.uid, params.id),
  'PUT /api/alerts/mail': async ({ body, user }) => alerts.setMail(user.uid, body.wantsMail),
  'POST /api/alert-devices': async ({ body, user }) => alerts.addDevice(user.uid, body),
  'DELETE /api/alert-devices': async ({ body, user }) =>
    alerts.removeDevice(user.uid, body.endpoint),
  'POST /api/alerts/link': async ({ body }) =>
    succeeded(await alerts.byLink(body.token, body.remove)),
})

export const unsubscribeHandlers = (alerts: Alerts): Handlers<typeof unsubscribeCalls> => ({
  'GET /api/alerts/unsubscribe': async ({ query }) =>
    new Response(null, { status: 302, headers: { location: paths.alerts.href(query.token) } }),
  'POST /api/alerts/unsubscribe': async ({ query }) => alerts.unsubscribe(query.token),
})
