import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox, Problem } from '#client/ui/form.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'

export const MailSetting = ({ wantsMail, canMail }: { wantsMail: boolean; canMail: boolean }) => {
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

export const NotificationSetting = ({ pushKey }: { pushKey: string }) => {
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
