import { NoticeList } from './notice-list.tsx'
import { RemoveForm } from './remove-form.tsx'
import { TakedownCountsTable } from './takedown-counts.tsx'
import { TakedownList } from './takedown-list.tsx'

/** Notices about content, what was removed, and the counts of each year. */
export const TakedownPart = () => (
  <>
    <NoticeList />
    <h2>Remove content</h2>
    <RemoveForm address="" notice={null} />
    <h2>Removed content</h2>
    <TakedownList />
    <h2>Counts by year</h2>
    <TakedownCountsTable />
  </>
)
