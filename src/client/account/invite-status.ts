import { queryOptions } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { INVITE } from '#shared/constants.ts'

/** §4: a positive invite status is cached 10 minutes per user and reused; a negative one never. */
export const inviteStatusQuery = (uid: string) =>
  queryOptions({
    queryKey: [INVITE.statusCacheKey, uid],
    queryFn: async ({ signal }) => {
      const body = { firebase_uid: uid }
      return (await api('POST /invite-code.php?action=check', { body, signal })).has_invite_code
    },
    staleTime: ({ state }) => (state.data ? INVITE.statusCacheMs : 0),
    gcTime: INVITE.statusCacheMs,
    retry: 1,
  })
