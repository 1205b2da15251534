import { useFollow } from '#client/account/following.ts'
import { Button } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'

/** Follows the person, or no longer does. */
export const FollowButton = ({
  name,
  className,
}: {
  name: string
  className?: string | undefined
}) => {
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
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
}
