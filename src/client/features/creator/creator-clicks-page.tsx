import { ClicksReport } from '#client/catalog/creators/clicks-report.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'

/** How often links in the creator's looks were followed. */
const CreatorClicksPage = () => {
  usePageTitle(CREATOR_TEXT.clicks)
  return (
    <div className="page">
      <PageHead title={CREATOR_TEXT.clicks} />
      <ClicksReport scope="own" />
    </div>
  )
}

export default CreatorClicksPage
