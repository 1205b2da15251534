import { createTabNote } from '#client/lib/browser-storage.ts'
import { paths } from '#shared/paths.ts'

/**
 * A visit to /find that a login interrupts. The browser stores it, because the server stores nothing
 * of a visit. Opening any page that is not part of the login ends it.
 */
export const visitNote = createTabNote<unknown>('wearabouts.visit')

const LOGIN_PATHS: ReadonlySet<string> = new Set([
  paths.find.pattern,
  paths.login.pattern,
  paths.emailLink.pattern,
  paths.invitation.pattern,
])
export const isPartOfLogin = (pathname: string) => LOGIN_PATHS.has(pathname)
