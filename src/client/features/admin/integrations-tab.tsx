import { useState } from 'react'
import { ApiKeys, SecretDialog } from '#client/account/api-keys.tsx'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton, Dialog } from '#client/ui/dialog.tsx'
import { Checkboxes, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { WEBHOOKS } from '#shared/site-constants.ts'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts'
import {
  WEBHOOK_EVENT_NAMES,
  type WebhookEvent,
  WEBHOOK_EVENTS,
} from '#shared/domain/webhook-events.ts'
import {
  ActionButton,
  AdminList,
  formatTime,
  useAdminAction,
  useAdminPages,
  useAdminQuery,
} from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { INTEGRATIONS_TEXT, WEBHOOK_EVENT_TEXT } from './integrations-messages.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { ADMIN_TEXT } from './admin-messages.ts'
import { Link } from 'react-router'

/** Keys for programs that call the site, and webhooks that the site calls. */
export const IntegrationsTab = () => (
  <>
    <section aria-labelledby="site-keys">
      <h2 id="site-keys">{INTEGRATIONS_TEXT.siteKeys}</h2>
      <p className={classNames('quiet', styles.counts)}>
        <RichText
          text={INTEGRATIONS_TEXT.siteKeysLead}
          tags={{ docs: <Link to="/api/docs" reloadDocument /> }}
        />
      </p>
      <ApiKeys
        owner={{
          name: 'site',
          scopes: ['administer'],
          list: async (signal) => (await api('GET /api/admin/keys', { signal })).data.keys,
          create: async (body) => (await api('POST /api/admin/keys', { body })).data,
          revoke: (id) => api('DELETE /api/admin/keys/:id', { params: { id } }),
        }}
      />
    </section>
    <Webhooks />
    <Deliveries />
  </>
)

const Webhooks = () => {
  const [isAdding, setIsAdding] = useState(false)
  const list = useAdminQuery('webhooks', (signal) => api('GET /api/admin/webhooks', { signal }))
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{INTEGRATIONS_TEXT.webhooks}</h2>
      <AdminList
        query={list}
        label={INTEGRATIONS_TEXT.webhooks}
        notLoaded={INTEGRATIONS_TEXT.webhooksNotLoaded}
        empty={INTEGRATIONS_TEXT.noWebhooks}
        items={list.data?.webhooks ?? []}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </AdminList>
      <RecentSignInButton
        action="add-webhook"
        run={() => setIsAdding(true)}
        className={styles.more}
      >
        {INTEGRATIONS_TEXT.addWebhook}
      </RecentSignInButton>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const { id, url, events, waiting, missed, failures, disabled } = webhook
  const params = { id }
  const test = useAdminAction(
    () => api('POST /api/admin/webhooks/:id/test', { params }),
    INTEGRATIONS_TEXT.sendingTest,
  )
  const enable = useAdminAction(
    () => api('POST /api/admin/webhooks/:id/enable', { params }),
    INTEGRATIONS_TEXT.enabled,
  )
  const remove = useAdminAction(
    () => api('DELETE /api/admin/webhooks/:id', { params }),
    INTEGRATIONS_TEXT.removed,
  )
  return (
    <li className={styles.row}>
      <span>{url}</span>
      <span className="quiet small">{events.join(', ')}</span>
      <span className="small">
        {disabled ? (
          <span className="problem">
            {INTEGRATIONS_TEXT.disabledSince(formatTime(disabled.at), disabled.reason)}
          </span>
        ) : failures > 0 ? (
          INTEGRATIONS_TEXT.waitingAndFailed(waiting, failures)
        ) : (
          INTEGRATIONS_TEXT.waiting(waiting)
        )}
        {missed > 0 && <span className="problem">{INTEGRATIONS_TEXT.dropped(missed)}</span>}
      </span>
      <span className="row wrap gap-2">
        {disabled ? (
          <ActionButton aria-label={INTEGRATIONS_TEXT.enableOf(url)} action={enable}>
            {INTEGRATIONS_TEXT.enable}
          </ActionButton>
        ) : (
          <ActionButton aria-label={INTEGRATIONS_TEXT.testOf(url)} action={test}>
            {INTEGRATIONS_TEXT.test}
          </ActionButton>
        )}
        <ConfirmButton
          aria-label={INTEGRATIONS_TEXT.removeOf(url)}
          title={INTEGRATIONS_TEXT.removeQuestion}
          description={INTEGRATIONS_TEXT.removeExplanation(url)}
          action={remove}
        >
          {ADMIN_TEXT.remove}
        </ConfirmButton>
      </span>
    </li>
  )
}

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const [events, setEvents] = useState<readonly WebhookEvent[]>([])
  const add = useAdminAction(async (url: string) => {
    const { data } = await api('POST /api/admin/webhooks', { body: { url, events: [...events] } })
    setSecret(data.secret)
  })
  if (secret !== null)
    return (
      <SecretDialog
        title={INTEGRATIONS_TEXT.added}
        description={INTEGRATIONS_TEXT.addedHint}
        label={INTEGRATIONS_TEXT.secret}
        secret={secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={INTEGRATIONS_TEXT.addWebhook}
      description={INTEGRATIONS_TEXT.addHint}
    >
      <Form
        className="stack gap-5"
        onSubmit={(text) => {
          if (events.length === 0) toast.error(INTEGRATIONS_TEXT.noEvent)
          else add.mutate(text('url'))
        }}
      >
        <TextField
          label={INTEGRATIONS_TEXT.address}
          name="url"
          type="url"
          required
          maxLength={WEBHOOKS.urlChars}
          autoComplete="off"
        />
        <Checkboxes
          legend={INTEGRATIONS_TEXT.events}
          names={WEBHOOK_EVENT_NAMES}
          labelOf={(name) => WEBHOOK_EVENT_TEXT[WEBHOOK_EVENTS[name].kind]}
          chosen={events}
          onChange={setEvents}
        />
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          {INTEGRATIONS_TEXT.submit}
        </Button>
      </Form>
    </Dialog>
  )
}

const Deliveries = () => {
  const list = useAdminPages(
    ['webhook-deliveries'],
    (after, signal) => api('GET /api/admin/webhook-deliveries', { query: after, signal }),
    (page) => page.deliveries,
  )
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{INTEGRATIONS_TEXT.deliveries}</h2>
      <AdminList
        {...list}
        label={INTEGRATIONS_TEXT.deliveries}
        notLoaded={INTEGRATIONS_TEXT.deliveriesNotLoaded}
        empty={INTEGRATIONS_TEXT.noDeliveries}
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </AdminList>
    </section>
  )
}

const describeReply = ({ status, reply, triedAt }: WebhookDelivery) => {
  if (triedAt === null) return INTEGRATIONS_TEXT.notSentYet
  if (status === null) return reply ?? ''
  return reply ? INTEGRATIONS_TEXT.statusAndReply(status, reply) : INTEGRATIONS_TEXT.status(status)
}

const DeliveryRow = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { id, type, url, at, state, attempts, dueAt, data } = delivery
  const retry = useAdminAction(
    () => api('POST /api/admin/webhook-deliveries/:id/retry', { params: { id } }),
    INTEGRATIONS_TEXT.sendingAgain,
  )
  return (
    <li className={styles.row}>
      <span>
        {type} <span className="quiet small">{url}</span>
      </span>
      <span className={state === 'delivered' ? 'quiet small' : 'problem'}>
        {describeReply(delivery)}
        <details>
          <summary className="quiet small">{INTEGRATIONS_TEXT.data}</summary>
          <pre className={classNames('small', styles.problems)}>
            {JSON.stringify(data, null, 2)}
          </pre>
        </details>
      </span>
      <span className={classNames('small', styles.when)}>
        {INTEGRATIONS_TEXT.states[state](attempts)}
        <span className={classNames('quiet', styles.reason)}>
          {state === 'waiting' && dueAt ? INTEGRATIONS_TEXT.due(formatTime(dueAt)) : formatTime(at)}
        </span>
      </span>
      <span className="row wrap gap-2">
        <ActionButton
          aria-label={INTEGRATIONS_TEXT.sendAgainOf(type, formatTime(at))}
          action={retry}
        >
          {INTEGRATIONS_TEXT.sendAgain}
        </ActionButton>
      </span>
    </li>
  )
}
