import { createTabNote } from '#client/lib/browser-storage.ts'
import { paths } from '#shared/paths.ts'

/**
 * A visit to /find that a login interrupts. The browser keeps it, since the server does not; whatever
 * does not lead to the login or back ends the visit.
 */
export const visitNote = createTabNote<unknown>('wearabouts.visit')

const ON_THE_WAY: ReadonlySet<string> = new Set([
  paths.find.pattern,
  paths.login.pattern,
  paths.emailLink.pattern,
  paths.invitation.pattern,
])
export const isOnTheWayToLogin = (pathname: string) => ON_THE_WAY.has(pathname)
