import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Account } from '#shared/contract/session.ts'
import { ACCOUNT_SETTINGS_TEXT } from '#shared/account-messages.ts'
import styles from './profile-image.module.css'

const PHOTO_PX = 112

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
    <div className={styles.image}>
      <img
        className={styles.photo}
        src={user.photoURL ?? undefined}
        alt="You"
        width={PHOTO_PX}
        height={PHOTO_PX}
      />
      <Button icon="refresh" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
        {ACCOUNT_SETTINGS_TEXT.refreshImage}
      </Button>
    </div>
  )
}
