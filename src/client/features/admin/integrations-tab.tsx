import { useState } from 'react'
import { ApiKeys, SecretDialog } from '#client/account/api-keys.tsx'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton, Dialog } from '#client/ui/dialog.tsx'
import { Checkboxes, Form, TextField } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { WEBHOOKS } from '#shared/site-constants.ts'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts'
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
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

/** Keys for programs that call the site, and webhooks that the site calls. */
export const IntegrationsTab = () => (
  <>
    <section aria-labelledby="site-keys">
      <h2 id="site-keys">API keys of the site</h2>
      <p className={classNames('quiet', styles.counts)}>
        They belong to no account and keep working when an administrator leaves.{' '}
        <a href="/api/docs">API documentation</a>
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
      <h2 id="webhooks">Webhooks</h2>
      <AdminList
        query={list}
        label="Webhooks"
        subject="webhooks"
        empty="No webhooks yet"
        items={list.data?.webhooks ?? []}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </AdminList>
      <RecentSignInButton
        action="add-webhook"
        run={() => setIsAdding(true)}
        className={styles.more}
      >
        Add a webhook
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
    'Sending a test message',
  )
  const enable = useAdminAction(
    () => api('POST /api/admin/webhooks/:id/enable', { params }),
    'Webhook enabled',
  )
  const remove = useAdminAction(
    () => api('DELETE /api/admin/webhooks/:id', { params }),
    'Webhook removed',
  )
  return (
    <li className={styles.row}>
      <span>{url}</span>
      <span className="quiet small">{events.join(', ')}</span>
      <span className="small">
        {disabled ? (
          <span className="problem">
            Disabled {formatTime(disabled.at)}. {disabled.reason}
          </span>
        ) : (
          `${waiting} waiting${failures > 0 ? `, failed attempts: ${failures}` : ''}`
        )}
        {missed > 0 && <span className="problem"> {missed} events were dropped</span>}
      </span>
      <span className="row wrap gap-2">
        {disabled ? (
          <ActionButton aria-label={`Enable ${url}`} action={enable}>
            Enable
          </ActionButton>
        ) : (
          <ActionButton aria-label={`Test ${url}`} action={test}>
            Test
          </ActionButton>
        )}
        <ConfirmButton
          aria-label={`Remove ${url}`}
          title="Remove this webhook?"
          description={`No more messages are sent to ${url}, and its list of deliveries is deleted.`}
          action={remove}
        >
          Remove
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
        title="Webhook added"
        description="Receivers check messages with this secret. Copy it now: it is not shown again."
        label="Secret"
        secret={secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a webhook"
      description="The site posts a signed message to this address when something happens."
    >
      <Form
        className="stack gap-5"
        onSubmit={(text) => {
          if (events.length === 0) toast.error('Please choose at least one event')
          else add.mutate(text('url'))
        }}
      >
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          maxLength={WEBHOOKS.urlChars}
          autoComplete="off"
        />
        <Checkboxes
          legend="When"
          names={WEBHOOK_EVENT_NAMES}
          labelOf={(name) => WEBHOOK_EVENTS[name].label}
          chosen={events}
          onChange={setEvents}
        />
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Add webhook
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
      <h2 id="deliveries">Deliveries</h2>
      <AdminList {...list} label="Deliveries" subject="deliveries">
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </AdminList>
    </section>
  )
}

const STATES: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
}

const describeReply = ({ status, reply, triedAt }: WebhookDelivery) => {
  if (triedAt === null) return 'Not sent yet'
  return [status !== null && `Status ${status}`, reply].filter(Boolean).join(': ')
}

const DeliveryRow = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { id, type, url, at, state, attempts, dueAt, data } = delivery
  const retry = useAdminAction(
    () => api('POST /api/admin/webhook-deliveries/:id/retry', { params: { id } }),
    'Sending the message again',
  )
  return (
    <li className={styles.row}>
      <span>
        {type} <span className="quiet small">{url}</span>
      </span>
      <span className={state === 'delivered' ? 'quiet small' : 'problem'}>
        {describeReply(delivery)}
        <details>
          <summary className="quiet small">Data</summary>
          <pre className={classNames('small', styles.problems)}>
            {JSON.stringify(data, null, 2)}
          </pre>
        </details>
      </span>
      <span className={classNames('small', styles.when)}>
        {STATES[state]}, {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        <span className={classNames('quiet', styles.reason)}>
          {state === 'waiting' && dueAt ? `Due ${formatTime(dueAt)}` : formatTime(at)}
        </span>
      </span>
      <span className="row wrap gap-2">
        <ActionButton aria-label={`Send again: ${type} of ${formatTime(at)}`} action={retry}>
          Send again
        </ActionButton>
      </span>
    </li>
  )
}
