import { useEffect } from 'react'
import { browserStorage, createExpiringEntry } from '#client/lib/browser-storage.ts'
import { toast } from '#client/ui/toast.tsx'
import { paths } from '#shared/paths.ts'

/**
 * A scan on /find that a login interrupts. The browser stores it, because the server stores nothing of
 * such a scan. Opening any page that is not part of the login ends it.
 */
export const interruptedScan = createExpiringEntry<unknown>('wearabouts.interrupted-scan')

const LOGIN_PATHS: ReadonlySet<string> = new Set([
  paths.find.pattern,
  paths.login.pattern,
  paths.emailLink.pattern,
  paths.invitation.pattern,
])
export const isPartOfLogin = (pathname: string) => LOGIN_PATHS.has(pathname)

/** A code that a signed-out visitor entered on /invitation. The link of an email opens another tab. */
export const enteredInviteCode = createExpiringEntry<string>(
  'wearabouts.entered-invite-code',
  browserStorage,
)

/** A message that is shown after the next full page load. */
export const messageAfterReload = createExpiringEntry<string>('wearabouts.message-after-reload')

export const useMessageAfterReload = () => {
  useEffect(() => {
    const message = messageAfterReload.take()
    // With an error in its address, the page explains what went wrong instead.
    const hasFailed = new URLSearchParams(window.location.search).has('error')
    if (message !== null && !hasFailed) toast.success(message)
  }, [])
}
