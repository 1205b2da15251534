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
import { DEVICES_TEXT } from './settings-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'

/** The server notes at most every five minutes that a device was used. */
const ACTIVE_WITHIN_MS = 6 * MINUTE_MS

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

const describeAge = (ageMs: number): string => {
  const [unit, lengthMs] = STEPS.find(([, length]) => ageMs >= length) ?? ['minute', MINUTE_MS]
  return new Intl.RelativeTimeFormat(LOCALE_TEXT.locale, { numeric: 'auto' }).format(
    -Math.floor(ageMs / lengthMs),
    unit,
  )
}

export const describeLastSeen = (
  lastSeenAt: string,
  now = Date.now(),
  sentence: (age: string) => string = DEVICES_TEXT.lastSeen,
): string => {
  const ageMs = now - Date.parse(lastSeenAt)
  return ageMs < ACTIVE_WITHIN_MS ? DEVICES_TEXT.activeNow : sentence(describeAge(ageMs))
}

const isNamedMethod = (provider: string): provider is keyof typeof DEVICES_TEXT.signIn =>
  Object.hasOwn(DEVICES_TEXT.signIn, provider)

export const describeSignIn = (
  { provider, startedAt, address }: SignedInDevice,
  nameOf: MethodName,
): string => {
  const day = formatDay(startedAt, 'long')
  if (address === null)
    return isNamedMethod(provider)
      ? DEVICES_TEXT.signIn[provider](day)
      : DEVICES_TEXT.providerSignIn(nameOf(provider), day)
  return isNamedMethod(provider)
    ? DEVICES_TEXT.signInFrom[provider](day, address)
    : DEVICES_TEXT.providerSignInFrom(nameOf(provider), day, address)
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
      done: (_reply, { device }) => DEVICES_TEXT.signedOutOn(device),
      refresh: [devicesQuery.queryKey],
      // The button that had the focus is gone.
      onSettled: () => list.current?.focus(),
    },
  )
  const endAll = useAction(signOutEverywhere)
  if (devices.isError && !devices.data)
    return <QueryError title={DEVICES_TEXT.notLoaded} query={devices} />
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        className="rows"
        aria-label={DEVICES_TEXT.list}
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
        title={DEVICES_TEXT.signOutEverywhereQuestion}
        description={DEVICES_TEXT.signOutEverywhereExplanation}
        confirm={DEVICES_TEXT.signOutEverywhere}
        cancel={UI_TEXT.cancel}
        action={endAll}
      >
        {DEVICES_TEXT.signOutEverywhere}
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
            <span className={classNames('quiet small', styles.current)}>
              {DEVICES_TEXT.thisDevice}
            </span>
          )}
        </p>
        <p className="quiet small">
          {device.isCurrent ? DEVICES_TEXT.activeNow : describeLastSeen(device.lastSeenAt)}
        </p>
        <p className="quiet small">{describeSignIn(device, nameOf)}</p>
      </div>
      <Button isBusy={isEnding} onClick={onSignOut}>
        <span>
          <RichText
            text={DEVICES_TEXT.signOutOn(escapeTags(device.device))}
            tags={{ hidden: <span className="visually-hidden" /> }}
          />
        </span>
      </Button>
    </li>
  )
}
