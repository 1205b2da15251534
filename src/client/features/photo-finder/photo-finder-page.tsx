import { usePageTitle } from '#client/lib/use-page-title.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { FinderScreen } from './finder-screen.tsx'

/** Add product by photo. Leaving the route unmounts it, and with it goes all its state. */
const PhotoFinderPage = () => {
  usePageTitle(FINDER_TEXT.title)
  return <FinderScreen isVisit={false} />
}

export default PhotoFinderPage
