import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { browserStorage } from '#client/lib/browser-storage.ts'
import { INVITE } from '#shared/constants.ts'

type Cached = { uid: string; at: number }

/** When this user's positive status was last confirmed, if that was less than ten minutes ago. */
const confirmedAt = (uid: string): number | undefined => {
  try {
    const cached = JSON.parse(browserStorage.read(INVITE.statusCacheKey) ?? 'null') as Cached | null
    const ageMs = Date.now() - (cached?.at ?? 0)
    return cached?.uid === uid && ageMs >= 0 && ageMs < INVITE.statusCacheMs ? cached.at : undefined
  } catch {
    // Someone else wrote there: as if nothing had been cached.
    return undefined
  }
}

export const cacheInviteStatus = (uid: string) =>
  browserStorage.write(
    INVITE.statusCacheKey,
    JSON.stringify({ uid, at: Date.now() } satisfies Cached),
  )

/** §4: a positive status is cached for 10 minutes per user, across reloads; a negative one never. */
export const inviteStatusQuery = (uid: string) =>
  queryOptions({
    queryKey: [INVITE.statusCacheKey, uid],
    queryFn: async ({ signal }) => {
      const body = { firebase_uid: uid }
      const { has_invite_code } = await api('POST /invite-code.php?action=check', { body, signal })
      if (has_invite_code) cacheInviteStatus(uid)
      else browserStorage.remove(INVITE.statusCacheKey)
      return has_invite_code
    },
    initialData: () => (confirmedAt(uid) === undefined ? undefined : true),
    initialDataUpdatedAt: () => confirmedAt(uid),
    staleTime: ({ state }) => (state.data ? INVITE.statusCacheMs : 0),
    gcTime: INVITE.statusCacheMs,
    retry: 1,
  })
