import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  canShowNotifications,
  findCurrentDevice,
  registerDevice,
} from '#client/catalog/alerts/notifications.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Problem } from '#client/ui/form.tsx'
import { ALERTS_PAGE_TEXT } from './alerts-messages.ts'

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
    mutationFn: async (isOn: boolean) => {
      if (isOn) await registerDevice(pushKey, (body) => api('POST /api/alert-devices', { body }))
      else await unsubscribeDevice()
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      await device.refetch()
    },
  })
  if (!device.data) return null
  if (!device.data.isSupported)
    return <p className="quiet small">{ALERTS_PAGE_TEXT.noNotifications}</p>
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
        {isOn ? ALERTS_PAGE_TEXT.turnOff : ALERTS_PAGE_TEXT.turnOn}
      </Button>
      <Problem>{change.error?.message}</Problem>
    </div>
  )
}
