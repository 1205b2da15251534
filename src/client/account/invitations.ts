import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { api } from '#client/lib/api.ts'
import { browserStorage } from '#client/lib/browser-storage.ts'
import { INVITE } from '#shared/account-constants.ts'
import { paths } from '#shared/paths.ts'

export type InviteArrival =
  | { kind: 'ref'; ref: string }
  | { kind: 'code'; email: string; code: string }

let arrival: InviteArrival | null = null
let isTaken = false

/** The invitation in a link, and the URL without it. */
export const readInviteArrival = (
  href: string,
): { arrival: InviteArrival; cleaned: string } | null => {
  const url = new URL(href)
  const query = url.searchParams
  const [ref, email, code] = [query.get('ref'), query.get('email'), query.get('code')]
  const invitation: InviteArrival | null =
    url.pathname === paths.login.pattern && ref
      ? { kind: 'ref', ref }
      : url.pathname === paths.profile.pattern && email && code
        ? { kind: 'code', email, code }
        : null
  if (!invitation) return null
  for (const name of invitation.kind === 'ref' ? ['ref'] : ['email', 'code']) query.delete(name)
  return { arrival: invitation, cleaned: url.pathname + url.search + url.hash }
}

/** Runs before anything else loads, because a secret in the URL would leak as a referrer. */
export const captureInviteArrival = () => {
  const link = readInviteArrival(window.location.href)
  if (!link) return
  window.history.replaceState(window.history.state, '', link.cleaned)
  ;({ arrival } = link)
}

/** The invitation of this visit. While it is being redeemed, no redirect may leave the page. */
export const getPendingInvite = () => arrival

/** Whether there is an invitation that the user can still decline. */
export const isInviteUntouched = () => arrival !== null && !isTaken

/** Only once: redeeming an invitation twice would report it as used. */
export const takeInviteArrival = () => {
  if (isTaken) return null
  isTaken = true
  return arrival
}

export const endInviteArrival = () => {
  arrival = null
}

type CreatedAccount = { message: string; email: string; key: string | null }

/** The result of an invitation by email and code, kept until Login has shown it. */
export const useCreatedAccount = create<{ result: CreatedAccount | null }>(() => ({ result: null }))

type CachedStatus = { uid: string; at: number }

/** When this user's positive status was last confirmed, if that was less than ten minutes ago. */
const readConfirmedAt = (uid: string): number | undefined => {
  try {
    const text = browserStorage.read(INVITE.statusCacheKey)
    const cached = JSON.parse(text ?? 'null') as CachedStatus | null
    const ageMs = Date.now() - (cached?.at ?? 0)
    return cached?.uid === uid && ageMs >= 0 && ageMs < INVITE.statusCacheMs ? cached.at : undefined
  } catch {
    // Not what this site has written: nothing is cached.
    return undefined
  }
}

export const cacheInviteStatus = (uid: string) =>
  browserStorage.write(
    INVITE.statusCacheKey,
    JSON.stringify({ uid, at: Date.now() } satisfies CachedStatus),
  )

/** A positive status is cached for 10 minutes per user, across reloads; a negative one never. */
export const createInviteStatusQuery = (uid: string) =>
  queryOptions({
    queryKey: [INVITE.statusCacheKey, uid],
    queryFn: async ({ signal }) => {
      const body = { firebase_uid: uid }
      const { has_invite_code } = await api('POST /invite-code.php?action=check', { body, signal })
      if (has_invite_code) cacheInviteStatus(uid)
      else browserStorage.remove(INVITE.statusCacheKey)
      return has_invite_code
    },
    initialData: () => (readConfirmedAt(uid) === undefined ? undefined : true),
    initialDataUpdatedAt: () => readConfirmedAt(uid),
    staleTime: ({ state }) => (state.data ? INVITE.statusCacheMs : 0),
    gcTime: INVITE.statusCacheMs,
    retry: 1,
  })
