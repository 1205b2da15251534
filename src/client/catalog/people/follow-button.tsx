import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSignInFor } from '#client/account/pending-action.tsx'
import { useSession } from '#client/account/session.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'

export const followingQuery = createCallQuery(['following'], 'GET /api/following', {})

const FollowForm = lazy(() => import('./follow-form.tsx'))

type FollowButtonProps = { name: string; className?: string | undefined }

/** Follows or unfollows a person. A visitor chooses how to hear of new looks. */
export const FollowButton = ({ name, className }: FollowButtonProps) => {
  const { user } = useSession()
  const signInFor = useSignInFor()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
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
    if (user === null) setIsOpen(true)
    else if (user) mutate()
    else signInFor({ kind: 'follow', name })
  }
  return (
    <>
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
      <Dialog isOpen={isOpen} onClose={close} title={FOLLOWING_TEXT.followName(name)}>
        <Suspense>
          <FollowForm name={name} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
