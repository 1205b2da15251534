import { useParams } from 'react-router'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { decodeImageUrl, FEED, paths } from '#shared/paths.ts'
import { LookView } from './look-view.tsx'

/** §2: the path holds the base64 of the image URL, which may have been damaged on its way. */
const CelebrityImagePage = () => {
  const { celebrityImage = '' } = useParams()
  const url = decodeImageUrl(celebrityImage)
  if (url) return <LookView key={url} url={url} />
  return (
    <EmptyState
      title="This address does not lead to a picture."
      action={
        <ButtonLink to={paths.celebritySearchResult.href(FEED)}>
          {NAVIGATION_TEXT.trendingFeed}
        </ButtonLink>
      }
    >
      It may have been cut short when it was copied.
    </EmptyState>
  )
}

export default CelebrityImagePage
