import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/account/session.ts'
import { alertsToken } from '#client/catalog/alerts/notifications.ts'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { api, ApiError } from '#client/lib/api.ts'
import { useHashSecret } from '#client/lib/use-hash-secret.ts'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Checkbox } from '#client/ui/fields.tsx'
import { Problem } from '#client/ui/form.tsx'
import { NarrowPage, PageHead } from '#client/ui/page-head.tsx'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { paths } from '#shared/paths.ts'
import { AlertRows, MatchRows } from './alert-rows.tsx'
import styles from './alerts.module.css'
import { NotificationSetting } from './notification-setting.tsx'
import { ALERTS_PAGE_TEXT } from './alerts-messages.ts'

const MailSetting = ({ wantsMail, canMail }: { wantsMail: boolean; canMail: boolean }) => {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (isOn: boolean) => api('PUT /api/alerts/mail', { body: { wantsMail: isOn } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
  })
  if (!canMail) return <p className="quiet small">{ALERT_TEXT.noMail}</p>
  return (
    <Checkbox
      label={ALERTS_PAGE_TEXT.byEmail}
      checked={save.isPending ? save.variables : wantsMail}
      onChange={({ target }) => save.mutate(target.checked)}
    />
  )
}

/** The alerts of a browser end elsewhere too, for example by signing in there. */
const forgetIfGone = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 404) alertsToken.forget()
  throw error
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
        : (await api('POST /api/alerts/link', { body: { token }, signal }).catch(forgetIfGone))
            .data,
    staleTime: 0,
  })
  const onSettled = () => queries.invalidateQueries({ queryKey })
  const remove = useMutation({
    mutationFn: async (id: string) => {
      if (token === null) await api('DELETE /api/alerts/:id', { params: { id } })
      else await api('POST /api/alerts/link', { body: { token, remove: id } })
    },
    onSettled,
  })
  const confirm = useMutation({
    mutationFn: (id: string) =>
      api('POST /api/alerts/link', { body: { token: token ?? '', confirm: id } }),
    onSettled,
  })
  const { data } = query
  if (query.error && !data) return <QueryError title={ALERTS_PAGE_TEXT.notLoaded} query={query} />
  if (!data) return <Skeleton width="60%" />
  return (
    <div className={styles.list}>
      <Problem>{remove.error?.message ?? confirm.error?.message}</Problem>
      {data.pending.length > 0 && (
        <AlertRows
          title={ALERT_TEXT.pending}
          hint={ALERT_TEXT.pendingHint}
          alerts={data.pending}
          busyId={
            confirm.isPending ? confirm.variables : remove.isPending ? remove.variables : null
          }
          onRemove={remove.mutate}
          onConfirm={confirm.mutate}
        />
      )}
      {data.alerts.length === 0 ? (
        <EmptyState title={ALERT_TEXT.empty} action={<FeedLink />}>
          {ALERT_TEXT.emptyHint}
        </EmptyState>
      ) : (
        <AlertRows
          title={ALERTS_PAGE_TEXT.activeAlerts}
          alerts={data.alerts}
          busyId={remove.isPending ? remove.variables : null}
          onRemove={remove.mutate}
        />
      )}
      {data.matches.length > 0 && <MatchRows matches={data.matches} />}
      {token === null && (
        <section className="stack gap-4" aria-labelledby="how-to-tell">
          <h2 className={styles.heading} id="how-to-tell">
            {ALERTS_PAGE_TEXT.howWeTell}
          </h2>
          <MailSetting wantsMail={data.wantsMail} canMail={data.canMail} />
          <NotificationSetting pushKey={data.pushKey} devices={data.devices} />
        </section>
      )}
      {token !== null && data.alerts.length + data.pending.length > 0 && <StopAll token={token} />}
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
      <p className="quiet small">{ALERT_TEXT.stopHint}</p>
      <Problem>{stop.error?.message}</Problem>
      <Button className="start" isBusy={stop.isPending} onClick={() => stop.mutate()}>
        {ALERT_TEXT.stop}
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
        <PageHead title={ALERT_TEXT.title} lead={ALERTS_PAGE_TEXT.confirmedLead} />
        <AlertsList token={confirm.data} />
      </div>
    )
  return (
    <NarrowPage title={ALERTS_PAGE_TEXT.confirmTitle} lead={ALERTS_PAGE_TEXT.confirmLead}>
      <Problem>{confirm.error?.message}</Problem>
      {!confirm.isError && (
        <Button variant="primary" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {ALERTS_PAGE_TEXT.confirmAlert}
        </Button>
      )}
    </NarrowPage>
  )
}

/** Of a browser that follows somebody without an account; null on the server. */
const useBrowserToken = () => {
  const isHydrating = useIsHydrating()
  return isHydrating ? null : alertsToken.read()
}

const AlertsPage = () => {
  usePageTitle(ALERT_TEXT.title)
  const linkToken = useHashSecret(paths.alerts.href())
  const { user, isChecking } = useSession()
  const browserToken = useBrowserToken()
  const token = linkToken ?? (user || isChecking ? null : browserToken)
  if (token?.startsWith('confirm.')) return <ConfirmAlert token={token} />
  if (token?.startsWith('stop.'))
    return (
      <NarrowPage title={ALERT_TEXT.stopTitle} lead={ALERT_TEXT.stopped}>
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
            {ALERTS_PAGE_TEXT.signIn}
          </ButtonLink>
        }
      >
        {ALERTS_PAGE_TEXT.signInHint}
      </EmptyState>
    )
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={ALERT_TEXT.title} lead={ALERTS_PAGE_TEXT.lead} />
      {(token !== null || user) && <AlertsList token={token} />}
    </div>
  )
}

export default AlertsPage
