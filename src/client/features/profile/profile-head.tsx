import { ButtonLink } from '#client/ui/button.tsx'
import type { Account } from '#shared/contract/session.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './profile-head.module.css'

const PHOTO_PX = 112

export const ProfileHead = ({ user }: { user: Account }) => (
  <header className={styles.head}>
    <img
      className={styles.photo}
      src={user.photoURL ?? undefined}
      alt=""
      width={PHOTO_PX}
      height={PHOTO_PX}
    />
    <div className={styles.words}>
      <h1 className={styles.name}>{user.displayName}</h1>
      {user.email && <p className={styles.email}>{user.email}</p>}
    </div>
    <ButtonLink className={styles.settings} to={paths.accountSettings.href()}>
      {NAVIGATION_TEXT.accountSettings}
    </ButtonLink>
  </header>
)
