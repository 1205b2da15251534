import { useMutation, useQuery } from '@tanstack/react-query'
import { EmailField } from '#client/account/account-forms.tsx'
import { SignInLink } from '#client/account/pending-action.tsx'
import { api } from '#client/lib/api.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { FeedLinks } from '#client/catalog/feed-links.tsx'
import {
  alertsToken,
  canShowNotifications,
  registerDevice,
} from '#client/catalog/alerts/notifications.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

const channelsQuery = createCallQuery(['alert-channels'], 'GET /api/alert-channels', {})

const STATE_TEXT = {
  confirm: ALERT_TEXT.checkMail,
  recent: ALERT_TEXT.checkRecentMail,
} as const

type FollowFormProps = { name: string; onDone: () => void }

/** How a visitor can hear of a person's new looks without an account, or with one. */
const FollowForm = ({ name, onDone }: FollowFormProps) => {
  const { data: channels } = useQuery(channelsQuery)
  const alert = { on: { person: name }, condition: { kind: 'new' } } as const
  const mail = useMutation({
    mutationFn: async (email: string) =>
      (await api('POST /api/alerts', { body: { ...alert, email } })).data.state,
  })
  const notify = useMutation({
    mutationFn: (pushKey: string) =>
      registerDevice(pushKey, async (device) => {
        const { data } = await api('POST /api/alerts', { body: { ...alert, device } })
        if (data.token !== null) alertsToken.write(data.token)
      }),
  })
  if (notify.isSuccess)
    return (
      <div className="stack gap-4">
        <output>{ALERT_TEXT.followed(name)}</output>
        <ButtonLink className="start" to={paths.alerts.href()} onClick={onDone}>
          {ALERT_TEXT.title}
        </ButtonLink>
      </div>
    )
  if (mail.data === 'confirm' || mail.data === 'recent')
    return (
      <div className="stack gap-4">
        <output>{STATE_TEXT[mail.data]}</output>
        <Button className="start" onClick={onDone}>
          {UI_TEXT.close}
        </Button>
      </div>
    )
  return (
    <div className="stack gap-5">
      {channels?.canMail && (
        <Form onSubmit={(text) => mail.mutate(text('email'))}>
          <EmailField name="email" />
          <p className="quiet small">{FOLLOWING_TEXT.mailHint}</p>
          <Problem>{mail.error?.message}</Problem>
          <Button type="submit" variant="primary" className="start" isBusy={mail.isPending}>
            {FOLLOWING_TEXT.byMail}
          </Button>
        </Form>
      )}
      {channels && canShowNotifications() && (
        <div className="stack gap-2">
          <Button
            icon="bell"
            className="start"
            isBusy={notify.isPending}
            onClick={() => notify.mutate(channels.pushKey)}
          >
            {FOLLOWING_TEXT.byNotification}
          </Button>
          <Problem>{notify.error?.message}</Problem>
        </div>
      )}
      <FeedLinks feed={{ kind: 'person', name }} />
      <SignInLink action={{ kind: 'follow', name }} onLeave={onDone}>
        {FOLLOWING_TEXT.signIn}
      </SignInLink>
    </div>
  )
}

export default FollowForm
