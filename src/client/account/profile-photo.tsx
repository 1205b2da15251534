import type { Account } from '#shared/contract/session.ts'
import styles from './profile-photo.module.css'

const PHOTO_PX = 112

/** Empty next to the name, which says the same. */
export const ProfilePhoto = ({ user, alt = '' }: { user: Account; alt?: string }) => (
  <img
    className={styles.photo}
    src={user.photoURL ?? undefined}
    alt={alt}
    width={PHOTO_PX}
    height={PHOTO_PX}
  />
)
