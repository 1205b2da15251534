import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { usePriceText } from '#client/catalog/price.tsx'
import { api } from '#client/lib/api.ts'
import { useHashSecret } from '#client/lib/use-hash-secret.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Checkbox, Problem } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { NarrowPage, PageHead } from '#client/ui/page-head.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { ALERT_TEXT, checkedText, conditionText, findingText } from '#shared/alert-messages.ts'
import type { Alert, AlertMatch, SavedSearch } from '#shared/contract/alerts.ts'
import { celebritiesFromQuery, FEED, paths } from '#shared/paths.ts'
import styles from './alerts.module.css'

const searchHref = ({ currency: _currency, ...search }: SavedSearch): string =>
  `${paths.searchResult.pattern}?${new URLSearchParams(search).toString()}`

/** The words or people of a search, and the values of its filters. */
const searchName = ({ q, celebrities, currency: _currency, ...filters }: SavedSearch): string => {
  const selection = celebritiesFromQuery(celebrities ?? FEED)
  const subject = q ? `“${q}”` : selection === FEED ? 'All products' : selection.join(', ')
  const values = Object.values(filters).map((value) => value.replaceAll('|', ', '))
  return values.length > 0 ? `${subject} · ${values.join(' · ')}` : subject
}

type RowProps = {
  picture: string | null
  title: ReactNode
  children: ReactNode
  action?: ReactNode
}

const Row = ({ picture, title, children, action }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.picture}>
      {picture === null ? (
        <span className={styles.mark}>
          <Icon name="search" size={20} />
        </span>
      ) : (
        <Picture url={picture} frameRatio={1} shape="avatar" />
      )}
    </div>
    <div className={classNames('stack gap-1', styles.words)}>
      <p>{title}</p>
      {children}
    </div>
    {action}
  </li>
)

type AlertRowsProps = {
  alerts: readonly Alert[]
  /** The id of the alert that is being deleted. */
  removing: string | null
  onRemove: (id: string) => void
}

const AlertRows = ({ alerts, removing, onRemove }: AlertRowsProps) => {
  const writePrice = usePriceText()
  return (
    <section aria-labelledby="waiting">
      <h2 className={styles.heading} id="waiting">
        Active alerts
      </h2>
      <ul>
        {alerts.map((alert) => {
          const { id, product, search, immediate } = alert
          const name = search ? searchName(search) : (product?.name ?? ALERT_TEXT.removed)
          const href = search
            ? searchHref(search)
            : product && paths.product.href(product.id, product.name)
          return (
            <Row
              key={id}
              picture={product?.picture ?? null}
              title={href ? <Link to={href}>{name}</Link> : name}
              action={
                <IconButton
                  icon="trash"
                  label={`Delete the alert on ${name}`}
                  disabled={removing === id}
                  onClick={() => onRemove(id)}
                />
              }
            >
              <p className="quiet small">
                {conditionText(alert, writePrice)}
                {immediate ? ' · right away' : ' · once a day at most'}
                {alert.isMet && ' · true now'}
              </p>
            </Row>
          )
        })}
      </ul>
    </section>
  )
}

const MatchRows = ({ matches }: { matches: readonly AlertMatch[] }) => {
  const writePrice = usePriceText()
  return (
    <section aria-labelledby="found">
      <h2 className={styles.heading} id="found">
        What we found
      </h2>
      <ul>
        {matches.map(({ id, product, finding }) => (
          <Row
            key={id}
            picture={product.picture}
            title={<Link to={paths.product.href(product.id, product.name)}>{product.name}</Link>}
          >
            <p className="small">{findingText(finding, writePrice)}</p>
            <p className="quiet small">{checkedText(finding)}</p>
          </Row>
        ))}
      </ul>
    </section>
  )
}

const MailSetting = ({ wantsMail, canMail }: { wantsMail: boolean; canMail: boolean }) => {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (isOn: boolean) => api('PUT /api/alerts/mail', { body: { wantsMail: isOn } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
  })
  if (!canMail) return <p className="quiet small">{ALERT_TEXT.noMail}</p>
  return (
    <Checkbox
      label="By email"
      checked={save.isPending ? save.variables : wantsMail}
      onChange={({ target }) => save.mutate(target.checked)}
    />
  )
}

const canNotify = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const currentDevice = async () => {
  if (!canNotify()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The browser asks for the permission; if it was refused before, only its settings can change that. */
const subscribe = async (pushKey: string) => {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Your browser does not allow notifications from this site.')
  const registration = await navigator.serviceWorker.ready
  const device = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint, keys } = device.toJSON()
  await api('POST /api/alert-devices', {
    body: {
      endpoint: endpoint ?? '',
      publicKey: keys?.['p256dh'] ?? '',
      authSecret: keys?.['auth'] ?? '',
    },
  })
}

const unsubscribe = async () => {
  const device = await currentDevice()
  if (!device) return
  await api('DELETE /api/alert-devices', { body: { endpoint: device.endpoint } })
  await device.unsubscribe()
}

const NotificationSetting = ({ pushKey }: { pushKey: string }) => {
  const device = useQuery({
    queryKey: ['push-device'],
    queryFn: async () => ({ isSupported: canNotify(), isOn: (await currentDevice()) !== null }),
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? subscribe(pushKey) : unsubscribe()),
    onSettled: () => device.refetch(),
  })
  if (!device.data) return null
  if (!device.data.isSupported)
    return <p className="quiet small">This browser cannot show notifications.</p>
  const { isOn } = device.data
  return (
    <div className="stack gap-2">
      <Button
        className="start"
        icon="bell"
        isBusy={change.isPending}
        onClick={() => change.mutate(!isOn)}
      >
        {isOn ? 'Turn off notifications here' : 'Turn on notifications here'}
      </Button>
      <Problem>{change.error?.message}</Problem>
    </div>
  )
}

/** The alerts of the signed-in person, or of the address that a link was sent to. */
const AlertsList = ({ token }: { token: string | null }) => {
  const queries = useQueryClient()
  const queryKey = ['alerts', token]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      token === null
        ? (await api('GET /api/alerts', { signal })).data
        : (await api('POST /api/alerts/link', { body: { token }, signal })).data,
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => {
      if (token === null) await api('DELETE /api/alerts/:id', { params: { id } })
      else await api('POST /api/alerts/link', { body: { token, remove: id } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const { data } = query
  if (query.error && !data) return <QueryError what="your alerts" query={query} />
  if (!data) return <Skeleton width="60%" />
  return (
    <div className={styles.list}>
      <Problem>{remove.error?.message}</Problem>
      {data.alerts.length === 0 ? (
        <EmptyState title={ALERT_TEXT.empty} action={<FeedLink />}>
          {ALERT_TEXT.emptyHint}
        </EmptyState>
      ) : (
        <AlertRows
          alerts={data.alerts}
          removing={remove.isPending ? remove.variables : null}
          onRemove={remove.mutate}
        />
      )}
      {data.matches.length > 0 && <MatchRows matches={data.matches} />}
      {token === null && (
        <section className="stack gap-4" aria-labelledby="how-to-tell">
          <h2 className={styles.heading} id="how-to-tell">
            How we tell you
          </h2>
          <MailSetting wantsMail={data.wantsMail} canMail={data.canMail} />
          <NotificationSetting pushKey={data.pushKey} />
        </section>
      )}
      {token !== null && data.alerts.length > 0 && <StopAll token={token} />}
    </div>
  )
}

/** Ends all alerts of an email address, and deletes the address. */
const StopAll = ({ token }: { token: string }) => {
  const stop = useMutation({
    mutationFn: () => api('POST /api/alerts/unsubscribe', { query: { token } }),
  })
  if (stop.isSuccess) return <output>{ALERT_TEXT.stopped}</output>
  return (
    <div className="stack gap-2">
      <p className="quiet small">
        If you have no account, this deletes your alerts and your email address.
      </p>
      <Problem>{stop.error?.message}</Problem>
      <Button className="start" isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop all emails
      </Button>
    </div>
  )
}

/** Only the button confirms the alert, because mail scanners open links too. */
const ConfirmAlert = ({ token }: { token: string }) => {
  const confirm = useMutation({
    mutationFn: async () => (await api('POST /api/alerts/link', { body: { token } })).data.token,
  })
  if (confirm.data !== undefined)
    return (
      <div className={classNames('page', styles.page)}>
        <PageHead title={ALERT_TEXT.title} lead="Your alert is set. This is all we keep:" />
        <AlertsList token={confirm.data} />
      </div>
    )
  return (
    <NarrowPage title="Confirm your alert" lead="We then email you when it happens.">
      <Problem>{confirm.error?.message}</Problem>
      {!confirm.isError && (
        <Button variant="primary" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm alert
        </Button>
      )}
    </NarrowPage>
  )
}

const AlertsPage = () => {
  usePageTitle(ALERT_TEXT.title)
  const token = useHashSecret(paths.alerts.href())
  const { user, isChecking } = useSession()
  if (token?.startsWith('confirm.')) return <ConfirmAlert token={token} />
  if (token?.startsWith('stop.'))
    return (
      <NarrowPage title="Stop alert emails" lead="You will get no more emails about alerts.">
        <StopAll token={token} />
      </NarrowPage>
    )
  if (!token && !user && !isChecking)
    return (
      <EmptyState
        isPage
        title={ALERT_TEXT.title}
        action={
          <ButtonLink variant="primary" to={paths.login.href({ redirect: paths.alerts.href() })}>
            Sign in
          </ButtonLink>
        }
      >
        Sign in to see your alerts, or open the link in one of our emails.
      </EmptyState>
    )
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={ALERT_TEXT.title} lead="What you are waiting for, and what we found." />
      {(token !== null || user) && <AlertsList token={token} />}
    </div>
  )
}

export default AlertsPage
