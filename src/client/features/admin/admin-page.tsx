import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './admin-page.module.css'
import { AuditPart } from './audit-part.tsx'
import { CataloguePart } from './catalogue-part.tsx'
import { HealthPart } from './health-part.tsx'
import { InvitesPart } from './invites-part.tsx'
import { JobsPart } from './jobs-part.tsx'
import { ShopsPart } from './shops-part.tsx'
import { StoragePart } from './storage-part.tsx'
import { TakedownPart } from './takedown-part.tsx'
import { UsersPart } from './users-part.tsx'

const PARTS = {
  users: { label: 'Users', Part: UsersPart },
  invitations: { label: 'Invitations', Part: InvitesPart },
  shops: { label: 'Shops', Part: ShopsPart },
  catalogue: { label: 'Catalogue', Part: CataloguePart },
  takedown: { label: 'Takedown', Part: TakedownPart },
  jobs: { label: 'Jobs', Part: JobsPart },
  storage: { label: 'Storage', Part: StoragePart },
  health: { label: 'Health', Part: HealthPart },
  audit: { label: 'Audit log', Part: AuditPart },
} as const
type PartName = keyof typeof PARTS

const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name)

/** For administrators. The part is in the hash, as on the profile page. */
const AdminPage = () => {
  usePageTitle(NAVIGATION_TEXT.administration)
  const navigate = useNavigate()
  const asked = useLocation().hash.slice(1)
  const name = isPart(asked) ? asked : 'users'
  const { Part } = PARTS[name]
  return (
    <div className={styles.page}>
      <PageHead title={NAVIGATION_TEXT.administration} />
      <Tabs
        label="Parts of the administration"
        tabs={Object.entries(PARTS).map(([value, { label }]) => ({ value, label }))}
        value={name}
        onChange={(next) => void navigate({ hash: next }, { replace: true })}
      >
        <Part />
      </Tabs>
    </div>
  )
}

export default AdminPage
