import type { Device } from '#shared/contract/session.ts'
import type { SessionKeeper } from '#server/features/accounts/identity/sessions.ts'

type Listed = Awaited<ReturnType<SessionKeeper['list']>>[number]

/** The first match wins: most browsers also name the ones they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** A user agent in plain words, such as 'Safari on iPhone'. */
export const deviceName = (userAgent: string | null): string => {
  const browser = nameIn(BROWSERS, userAgent ?? '')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export const deviceFrom = (session: Listed, currentId: string): Device => ({
  id: session.id,
  device: deviceName(session.user_agent),
  provider: session.provider,
  address: session.ip_address,
  startedAt: session.created_at.toISOString(),
  lastSeenAt: session.last_seen_at.toISOString(),
  isCurrent: session.id === currentId,
})
