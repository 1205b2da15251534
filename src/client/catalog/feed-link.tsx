import { ButtonLink } from '#client/ui/button.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'

/** A way to continue from a page that has nothing to show. */
export const FeedLink = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <ButtonLink
    variant={isPrimary ? 'primary' : 'secondary'}
    to={paths.celebritySearchResult.href(EVERYONE)}
  >
    {NAVIGATION_TEXT.trendingFeed}
  </ButtonLink>
)
