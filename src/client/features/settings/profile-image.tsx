import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { sessionQuery } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Account } from '#shared/contract/session.ts'
import { ACCOUNT_SETTINGS_TEXT } from '#shared/account-messages.ts'

/** §2: the sign-in provider's picture, with a button to refresh it. */
export const ProfileImage = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => api('POST /api/account/refresh-image'),
    onSuccess: ({ data }) => {
      queries.setQueryData(sessionQuery.queryKey, data)
      toast.show('Profile image updated', { kind: 'success' })
    },
    onError: (error) => toast.show(error.message, { kind: 'error' }),
  })
  return (
    <div className="row wrap gap-5">
      <ProfilePhoto user={user} alt="You" />
      <Button icon="refresh" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
        {ACCOUNT_SETTINGS_TEXT.refreshImage}
      </Button>
    </div>
  )
}
