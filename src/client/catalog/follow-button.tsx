import { useQuery } from '@tanstack/react-query'
import { useSignInFor } from '#client/account/pending-action.tsx'
import { useSession } from '#client/account/session.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'

export const followingQuery = createCallQuery(['following'], 'GET /api/following', {})

type FollowButtonProps = { name: string; className?: string | undefined }

/** Follows or unfollows a person. A visitor is asked to sign in, and then follows. */
export const FollowButton = ({ name, className }: FollowButtonProps) => {
  const { user } = useSession()
  const signInFor = useSignInFor()
  const { data } = useQuery({ ...followingQuery, enabled: Boolean(user) })
  const isFollowed = data?.people.some((person) => person.name === name) ?? false
  const follow = async () => {
    try {
      await api('PUT /api/following/:name', { params: { name } })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      signInFor({ kind: 'follow', name })
    }
  }
  const { mutate, isPending } = useAction(
    async () => (isFollowed ? api('DELETE /api/following/:name', { params: { name } }) : follow()),
    { refresh: [followingQuery.queryKey] },
  )
  const handleClick = () => {
    if (user) mutate()
    else signInFor({ kind: 'follow', name })
  }
  return (
    <Button
      variant={isFollowed ? 'secondary' : 'primary'}
      icon={isFollowed ? 'check' : 'plus'}
      isBusy={isPending}
      onClick={handleClick}
      className={className}
    >
      {isFollowed ? FOLLOWING_TEXT.follows : FOLLOWING_TEXT.follow}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
