import type { Account } from '#shared/contract/session.ts'
import styles from './profile-photo.module.css'

const PHOTO_PX = 112

/** Without alt text where the user's name is next to it. */
export const ProfilePhoto = ({ user, alt = '' }: { user: Account; alt?: string }) => (
  <img
    className={styles.photo}
    src={user.photoURL ?? undefined}
    alt={alt}
    width={PHOTO_PX}
    height={PHOTO_PX}
  />
)
