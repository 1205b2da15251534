import type { MethodName } from '#client/account/sign-in.ts'
import { dayText } from '#client/lib/day-text.ts'
import type { Device } from '#shared/contract/session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'

/** The server notes at most every five minutes that a device was used. */
const ACTIVE_WITHIN_MS = 6 * MINUTE_MS

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const lastSeenText = (lastSeenAt: string, now = Date.now()): string => {
  const ageMs = now - Date.parse(lastSeenAt)
  if (ageMs < ACTIVE_WITHIN_MS) return 'Active now'
  const [unit, lengthMs] = STEPS.find(([, length]) => ageMs >= length) ?? ['minute', MINUTE_MS]
  return `Last seen ${relative.format(-Math.floor(ageMs / lengthMs), unit)}`
}

const MEANS: Record<string, string> = { email: 'by email', invite: 'by invitation' }

export const startedText = (
  { provider, startedAt, address }: Device,
  nameOf: MethodName,
): string => {
  return [
    'Signed in',
    MEANS[provider] ?? `with ${nameOf(provider)}`,
    `on ${dayText(startedAt, 'long')}`,
    address && `from ${address}`,
  ]
    .filter(Boolean)
    .join(' ')
}
