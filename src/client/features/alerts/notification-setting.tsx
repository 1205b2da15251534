import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Problem } from '#client/ui/form.tsx'

const canShowNotifications = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const findCurrentDevice = async () => {
  if (!canShowNotifications()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The browser asks for the permission; if it was refused before, only its settings can change that. */
const subscribeDevice = async (pushKey: string) => {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Your browser does not allow notifications from this site.')
  const registration = await navigator.serviceWorker.ready
  const device = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint, keys } = device.toJSON()
  try {
    await api('POST /api/alert-devices', {
      body: {
        endpoint: endpoint ?? '',
        publicKey: keys?.['p256dh'] ?? '',
        authSecret: keys?.['auth'] ?? '',
      },
    })
  } catch (error) {
    // The next attempt gets a new endpoint, which no other account has registered.
    if (error instanceof ApiError && error.status === 409) await device.unsubscribe()
    throw error
  }
}

const unsubscribeDevice = async () => {
  const device = await findCurrentDevice()
  if (!device) return
  await api('DELETE /api/alert-devices', { body: { endpoint: device.endpoint } })
  await device.unsubscribe()
}

type NotificationSettingProps = {
  pushKey: string
  /** The endpoints that the server sends notifications to. */
  devices: readonly string[]
}

/** Notifications are on if the browser accepts them and the server still sends them to this user. */
export const NotificationSetting = ({ pushKey, devices }: NotificationSettingProps) => {
  const queries = useQueryClient()
  const device = useQuery({
    queryKey: ['push-device'],
    queryFn: async () => ({
      isSupported: canShowNotifications(),
      endpoint: (await findCurrentDevice())?.endpoint ?? null,
    }),
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? subscribeDevice(pushKey) : unsubscribeDevice()),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      await device.refetch()
    },
  })
  if (!device.data) return null
  if (!device.data.isSupported)
    return <p className="quiet small">This browser cannot show notifications.</p>
  const { endpoint } = device.data
  const isOn = endpoint !== null && devices.includes(endpoint)
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
