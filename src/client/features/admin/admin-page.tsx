import { useLocation, useNavigate } from 'react-router'
import { ClicksReport } from '#client/catalog/clicks-report.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './admin-page.module.css'
import { AffiliateTab } from './affiliate-tab.tsx'
import { CatalogTab } from './catalog-tab.tsx'
import { HealthTab, TaskList } from './health-tab.tsx'
import { IntegrationsTab } from './integrations-tab.tsx'
import { InvitationsTab } from './invitations-tab.tsx'
import { ShopsTab } from './shops-tab.tsx'
import { SiteTab } from './site-tab.tsx'
import { AuditTab, JobsTab, StorageTab } from './system-tabs.tsx'
import { TakedownTab } from './takedown-tab.tsx'
import { UsersTab } from './users-tab.tsx'

const TABS = {
  users: { label: 'Users', Tab: UsersTab },
  site: { label: 'Site', Tab: SiteTab },
  invitations: { label: 'Invitations', Tab: InvitationsTab },
  shops: { label: 'Shops', Tab: ShopsTab },
  affiliate: { label: 'Affiliate', Tab: AffiliateTab },
  clicks: { label: 'Clicks', Tab: () => <ClicksReport scope="site" /> },
  catalogue: { label: 'Catalogue', Tab: CatalogTab },
  takedown: { label: 'Takedown', Tab: TakedownTab },
  integrations: { label: 'Keys and webhooks', Tab: IntegrationsTab },
  jobs: { label: 'Jobs', Tab: JobsTab },
  storage: { label: 'Storage', Tab: StorageTab },
  health: { label: 'Health', Tab: HealthTab },
  audit: { label: 'Audit log', Tab: AuditTab },
} as const
type TabName = keyof typeof TABS

const isTabName = (name: string): name is TabName => Object.hasOwn(TABS, name)

/** For administrators. The tab is in the hash, as on the profile page. */
const AdminPage = () => {
  usePageTitle(NAVIGATION_TEXT.administration)
  const navigate = useNavigate()
  const hash = useLocation().hash.slice(1)
  const name = isTabName(hash) ? hash : 'users'
  const { Tab } = TABS[name]
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={NAVIGATION_TEXT.administration} />
      <TaskList />
      <Tabs
        label="Administration"
        tabs={Object.entries(TABS).map(([value, { label }]) => ({ value, label }))}
        value={name}
        onChange={(next) => void navigate({ hash: next }, { replace: true })}
      >
        <Tab />
      </Tabs>
    </div>
  )
}

export default AdminPage
