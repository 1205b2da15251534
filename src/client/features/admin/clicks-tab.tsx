import { ClicksReport } from '#client/catalog/clicks-report.tsx'
import { api } from '#client/lib/api.ts'

/** How often links to shops were followed, all over the site. */
export const ClicksTab = () => (
  <ClicksReport
    name="admin"
    load={async (days, signal) =>
      (await api('GET /api/admin/clicks', { query: { days }, signal })).data
    }
    csvHref={(days) => `/api/admin/clicks.csv?days=${days}`}
  />
)
