import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'

export const followingQuery = callQuery(['following'], 'GET /api/following', {})

type FollowButtonProps = { name: string; className?: string | undefined }

/** Follows or unfollows a person. A visitor is asked to sign in. */
export const FollowButton = ({ name, className }: FollowButtonProps) => {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data } = useQuery({ ...followingQuery, enabled: Boolean(user) })
  const isFollowed = data?.people.some((person) => person.name === name) ?? false
  const { mutate, isPending } = useAction(
    () =>
      isFollowed
        ? api('DELETE /api/following/:name', { params: { name } })
        : api('PUT /api/following/:name', { params: { name } }),
    { refresh: [followingQuery.queryKey] },
  )
  const handleClick = () => {
    if (user) mutate()
    else void navigate(paths.login.href({ redirect: pathname }))
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
