import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { OfflineLists } from '#client/catalog/offline-products.tsx'
import { useSession } from '#client/account/session.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PageProblem } from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { ACCOUNT_ERRORS, ACCOUNT_SETTINGS_TEXT, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { OFFLINE_TEXT } from '#shared/product-messages.ts'
import styles from './account-settings-page.module.css'
import { Devices } from './devices.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProfileForm, ProfileImage } from './profile.tsx'
import { YourData } from './your-data.tsx'
import { YourKeys } from './your-keys.tsx'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <div>{children}</div>
  </section>
)

/** Messages for the errors with which a provider's page returns. */
const PROBLEMS: Record<string, string> = {
  [LOGIN_ERRORS.linkingFailedCode]: LOGIN_ERRORS.linkingFailed,
  [ACCOUNT_ERRORS.notConfirmedCode]: ACCOUNT_ERRORS.notConfirmed,
}

const AccountSettingsPage = () => {
  usePageTitle(ACCOUNT_SETTINGS_TEXT.title)
  const { user } = useSession()
  const [query] = useSearchParams()
  const problem = PROBLEMS[query.get('error') ?? '']
  // The guard admits only signed-in users; there is none for a moment while signing out.
  if (!user) return null
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={ACCOUNT_SETTINGS_TEXT.title} />
      {problem && <PageProblem className={styles.problem}>{problem}</PageProblem>}
      <Part title="Profile">
        <div className="stack gap-6">
          <ProfileImage user={user} />
          <ProfileForm user={user} />
        </div>
      </Part>
      <Part title="Linked accounts">
        <LinkedAccounts />
      </Part>
      <Part title="Passkeys">
        <Passkeys />
      </Part>
      <Part title="Your devices">
        <Devices />
      </Part>
      <Part title={OFFLINE_TEXT.title}>
        <OfflineLists />
      </Part>
      <Part title="API keys">
        <YourKeys user={user} />
      </Part>
      <Part title="Your data">
        <YourData />
      </Part>
    </div>
  )
}

export default AccountSettingsPage
