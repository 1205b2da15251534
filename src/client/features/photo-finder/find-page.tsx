import { usePageTitle } from '#client/lib/use-page-title.ts'
import { FIND_TITLE } from '#shared/messages.ts'
import { FinderScreen } from './finder-screen.tsx'

/** The photo finder for everyone: nothing is stored, and leaving the page ends the visit. */
const FindPage = () => {
  usePageTitle(FIND_TITLE)
  return <FinderScreen isVisit />
}

export default FindPage
