import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ClicksReport } from '#client/catalog/creators/clicks-report.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/fields.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './admin-page.module.css'
import { ADMIN_GROUPS, type AdminTabName, chooseTab, findTabs } from './admin-tabs.ts'
import { AffiliateTab } from './affiliate-tab.tsx'
import { CatalogTab } from './catalog-tab.tsx'
import { CelebritiesTab } from './celebrities-tab.tsx'
import { HealthTab, TaskList } from './health-tab.tsx'
import { IntegrationsTab } from './integrations-tab.tsx'
import { InvitationsTab } from './invitations-tab.tsx'
import { SearchesTab } from './searches-tab.tsx'
import { ShopsTab } from './shops-tab.tsx'
import { SiteTab } from './site-tab.tsx'
import { AuditTab, JobsTab, StorageTab } from './system-tabs.tsx'
import { TakedownTab } from './takedown-tab.tsx'
import { UsersTab } from './users-tab.tsx'
import { ADMIN_TEXT, ADMIN_GROUPS_TEXT, ADMIN_TABS_TEXT } from './admin-messages.ts'

const CONTENT: Record<AdminTabName, () => ReactNode> = {
  users: UsersTab,
  invitations: InvitationsTab,
  celebrities: CelebritiesTab,
  shops: ShopsTab,
  catalogue: CatalogTab,
  searches: SearchesTab,
  site: SiteTab,
  affiliate: AffiliateTab,
  clicks: () => <ClicksReport scope="site" />,
  takedown: TakedownTab,
  health: HealthTab,
  jobs: JobsTab,
  storage: StorageTab,
  integrations: IntegrationsTab,
  audit: AuditTab,
}

/** Finds the tab for what an administrator wants to do. */
const TabSearch = () => {
  const [text, setText] = useState('')
  const tabs = findTabs(text)
  return (
    <search className={classNames('stack gap-2', styles.find)}>
      <TextField
        label={ADMIN_TEXT.find}
        type="search"
        maxLength={100}
        value={text}
        onChange={setText}
      />
      {text.trim() !== '' && (
        <output className="stack gap-1">
          {tabs.length === 0 && (
            <span className="quiet small">{ADMIN_TEXT.nothingCalled(text.trim())}</span>
          )}
          {tabs.map(({ name, label, group }) => (
            <Link key={name} to={{ hash: name }} replace onClick={() => setText('')}>
              {group}: {label}
            </Link>
          ))}
        </output>
      )}
    </search>
  )
}

/** The page of administrators. The hash names the tab or the group of tabs, as on the profile page. */
const AdminPage = () => {
  usePageTitle(NAVIGATION_TEXT.administration)
  const navigate = useNavigate()
  const { hash: address } = useLocation()
  const { group, name } = chooseTab(address.slice(1))
  const Content = CONTENT[name]
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={NAVIGATION_TEXT.administration} />
      <TaskList isOpen={address === ''} />
      <TabSearch />
      <nav aria-label={ADMIN_TEXT.label}>
        <ul className={classNames('row wrap gap-1', styles.groups)}>
          {Object.entries(ADMIN_GROUPS_TEXT).map(([hash, label]) => (
            <li key={hash}>
              <Link
                to={{ hash }}
                replace
                className={classNames('row small chip', hash === group && styles.currentGroup)}
                aria-current={hash === group ? 'true' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Tabs
        label={ADMIN_GROUPS_TEXT[group]}
        tabs={ADMIN_GROUPS[group].map((value) => ({ value, label: ADMIN_TABS_TEXT[value] }))}
        value={name}
        onChange={(hash) => void navigate({ hash }, { replace: true })}
      >
        <Content />
      </Tabs>
    </div>
  )
}

export default AdminPage
