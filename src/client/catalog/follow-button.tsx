import { useFollow } from '#client/account/following.ts'
import { Button } from '#client/ui/button.tsx'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'

type FollowButtonProps = { name: string; className?: string | undefined }

/** Follows or unfollows a person. */
export const FollowButton = ({ name, className }: FollowButtonProps) => {
  const { isFollowed, isPending, toggle } = useFollow(name)
  return (
    <Button
      variant={isFollowed ? 'secondary' : 'primary'}
      icon={isFollowed ? 'check' : 'plus'}
      isBusy={isPending}
      onClick={toggle}
      className={className}
    >
      {isFollowed ? FOLLOWING_TEXT.follows : FOLLOWING_TEXT.follow}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
