import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { signOutAndLeave, signOutEverywhere } from '#client/account/session.ts'
import { type MethodName, useMethodName } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import type { SignedInDevice } from '#shared/contract/session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import styles from './account-settings-page.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** The server notes at most every five minutes that a device was used. */
const ACTIVE_WITHIN_MS = 6 * MINUTE_MS

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

export const describeLastSeen = (lastSeenAt: string, now = Date.now()): string => {
  const ageMs = now - Date.parse(lastSeenAt)
  if (ageMs < ACTIVE_WITHIN_MS) return 'Active now'
  const [unit, lengthMs] = STEPS.find(([, length]) => ageMs >= length) ?? ['minute', MINUTE_MS]
  return `Last seen ${new Intl.RelativeTimeFormat(LOCALE_TEXT.locale, { numeric: 'auto' }).format(-Math.floor(ageMs / lengthMs), unit)}`
}

const MEANS: Record<string, string> = {
  email: 'by email',
  invite: 'by invitation',
  passkey: 'with a passkey',
}

export const describeSignIn = (
  { provider, startedAt, address }: SignedInDevice,
  nameOf: MethodName,
): string => {
  return [
    'Signed in',
    MEANS[provider] ?? `with ${nameOf(provider)}`,
    `on ${formatDay(startedAt, 'long')}`,
    address && `from ${address}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await api('GET /api/account/sessions', { signal })).data.sessions,
  staleTime: 0,
})

/** Where the user is signed in, with a way to end each session or all of them. */
export const Devices = () => {
  const list = useRef<HTMLUListElement>(null)
  const devices = useQuery(devicesQuery)
  const end = useAction(
    ({ id }: SignedInDevice) => api('DELETE /api/account/sessions/:id', { params: { id } }),
    {
      done: (_reply, { device }) => `Signed out on ${device}`,
      refresh: [devicesQuery.queryKey],
      // The button that had the focus is gone.
      onSettled: () => list.current?.focus(),
    },
  )
  const endAll = useAction(signOutEverywhere)
  if (devices.isError && !devices.data) return <QueryError subject="your devices" query={devices} />
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        className="rows"
        aria-label="Devices"
        aria-busy={devices.isPending}
      >
        {devices.data?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isEnding={end.isPending && end.variables.id === device.id}
            onSignOut={() => (device.isCurrent ? signOutAndLeave() : end.mutate(device))}
          />
        ))}
      </ul>
      <ConfirmButton
        className={styles.everywhere}
        title="Sign out everywhere?"
        description="This ends your sessions on all devices, including this one."
        confirm="Sign out everywhere"
        cancel="Cancel"
        action={endAll}
      >
        Sign out everywhere
      </ConfirmButton>
    </>
  )
}

type DeviceRowProps = { device: SignedInDevice; isEnding: boolean; onSignOut: () => void }

const DeviceRow = ({ device, isEnding, onSignOut }: DeviceRowProps) => {
  const nameOf = useMethodName()
  return (
    <li className="row between gap-4 entry">
      <div className="stack gap-1 fill">
        <p className={classNames('row wrap', styles.name)}>
          {device.device}{' '}
          {device.isCurrent && (
            <span className={classNames('quiet small', styles.current)}>This device</span>
          )}
        </p>
        <p className="quiet small">
          {device.isCurrent ? 'Active now' : describeLastSeen(device.lastSeenAt)}
        </p>
        <p className="quiet small">{describeSignIn(device, nameOf)}</p>
      </div>
      <Button isBusy={isEnding} onClick={onSignOut}>
        <span>
          Sign out<span className="visually-hidden"> on {device.device}</span>
        </span>
      </Button>
    </li>
  )
}
