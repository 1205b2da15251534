import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type { Account } from '#shared/contract/session.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './profile-head.module.css'

export const ProfileHead = ({ user }: { user: Account }) => (
  <header className={classNames('row wrap', styles.head)}>
    <ProfilePhoto user={user} />
    <div className={classNames('stack gap-1', styles.words)}>
      <h1 className={styles.name}>{user.displayName}</h1>
      {user.email && <p className={styles.email}>{user.email}</p>}
    </div>
    <ButtonLink className={styles.settings} to={paths.accountSettings.href()}>
      {NAVIGATION_TEXT.accountSettings}
    </ButtonLink>
  </header>
)
