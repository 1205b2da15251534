import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { wantsHtmlPage } from '#server/core/http/error-reply.ts'
import { HTML_PAGE_HEADERS, renderHtmlPage } from '#server/core/http/html-page.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createJobRunner } from '#server/core/jobs/runner.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { alertCalls, unsubscribeCalls } from '#shared/contract/alerts.ts'
import { succeeded } from '#shared/contract/call.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { createAlertLinks } from './alert-mail.ts'
import { createAlerts } from './alerts.service.ts'
import { createDeliveryStore } from './delivery.store.ts'
import { createDeliveries } from './delivery.service.ts'
import { createEvaluation } from './evaluation.service.ts'
import { createPush, deriveVapidKeys } from './push.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'

/** Sent to the address that shows it. Without scripts, because it has to work wherever mail is read. */
const renderUnsubscribeForm = () =>
  `<form method="post"><p>${ALERT_TEXT.stopHint}</p><button>${ALERT_TEXT.stop}</button></form>`

const renderHomeLink = () =>
  `<p><a href="${LOCALE_TEXT.prefix || paths.home.href()}">${NAVIGATION_TEXT.home}</a></p>`

const createHtmlResponse = (title: string, content: string) =>
  new Response(renderHtmlPage(title, content), {
    headers: { ...HTML_PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
  })

const EVALUATE_EVERY_MS = 30_000

/** Push services are on the public internet, with https (RFC 8030). */
const PUSH_PROTOCOLS = ['https:']
const PUSH_LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024, maxRedirects: 0 }

export { createAlertsStore } from './alerts.store.ts'

export type AlertOverrides = {
  /** Lets tests use a push service on this machine. */
  pushWeb?: PublicClientOptions
}

/** Alerts on prices, stock and new products, and their delivery by email and push notification. */
export const alertsFeature = (
  core: Core,
  { search, accounts }: { search: Search; accounts: Accounts },
  { pushWeb = {} }: AlertOverrides,
) => {
  const { pool, maintenance, atomically, publicUrl, env, log } = core
  const { secret, languageOfEmail } = accounts
  let port = env.PORT
  const origin = () => publicUrl ?? `http://127.0.0.1:${port}`
  const links = createAlertLinks(secret)
  const client = createPublicClient({ protocols: PUSH_PROTOCOLS, ...pushWeb }, PUSH_LIMITS)
  const contact = env.CONTACT_EMAIL ? `mailto:${env.CONTACT_EMAIL}` : origin()
  const push = createPush(client, deriveVapidKeys(secret), contact)
  const store = createDeliveryStore(pool)
  const alerts = createAlerts({
    ...core,
    languageOfEmail,
    deliveries: store,
    checkEndpoint: client.check,
    links,
    push,
  })
  const evaluation = createEvaluation({
    log,
    atomically,
    search: search.productSearch,
    documents: search.documents,
  })
  const runners = createDeliveries({ ...core, store, links, push, origin }).map((job) =>
    createJobRunner(maintenance, log, job),
  )
  const alertHandlers: Handlers<typeof alertCalls> = {
    'GET /api/alerts': async ({ user }) => succeeded(await alerts.list(user.uid)),
    'POST /api/alerts': async ({ body, user, origin, address }) =>
      succeeded(await alerts.set(body, { uid: user?.uid ?? null, origin, address })),
    'GET /api/alert-channels': async () => succeeded(alerts.channels),
    'DELETE /api/alerts/:id': async ({ params, user }) => alerts.remove(user.uid, params.id),
    'PUT /api/alerts/mail': async ({ body, user }) => alerts.setMail(user.uid, body.wantsMail),
    'POST /api/alert-devices': async ({ body, user }) => alerts.addDevice(user.uid, body),
    'DELETE /api/alert-devices': async ({ body, user }) =>
      alerts.removeDevice(user.uid, body.endpoint),
    'POST /api/alerts/link': async ({ body }) => succeeded(await alerts.byLink(body)),
  }

  const unsubscribeHandlers: Handlers<typeof unsubscribeCalls> = {
    'GET /api/alerts/unsubscribe': async () =>
      createHtmlResponse(ALERT_TEXT.stopTitle, renderUnsubscribeForm()),
    'POST /api/alerts/unsubscribe': async ({ query, request }) => {
      await alerts.unsubscribe(query.token)
      const isPage = wantsHtmlPage(request.headers.get('accept') ?? undefined)
      return isPage ? createHtmlResponse(ALERT_TEXT.stopped, renderHomeLink()) : undefined
    },
  }

  return {
    evaluate: evaluation.evaluateChanges,
    deliver: () => Promise.all(runners.map((runner) => runner.drain())),
    feature: {
      routes: [
        calls(unsubscribeCalls, unsubscribeHandlers, 'first'),
        calls(alertCalls, alertHandlers),
      ],
      hourly: { alerts: alerts.sweep },
      scheduled: [{ everyMs: EVALUATE_EVERY_MS, tasks: { alerts: evaluation.evaluateChanges } }],
      start: (server) => {
        port = server.port
      },
      startInBackground: (listener) => Promise.all(runners.map((runner) => runner.start(listener))),
      abort: async () => {
        await Promise.all(runners.map((runner) => runner.close()))
      },
      stop: () => client.close(),
    } satisfies Feature,
  }
}
