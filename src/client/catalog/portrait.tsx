import { Picture } from '#client/ui/picture.tsx'
import styles from './portrait.module.css'

/** The largest picture that the avatar files serve sharply. */
const AVATAR_PX = 64

type PortraitProps = {
  image: string
  /** In pixels, or as large as its container. */
  size: number | '100%'
}

/** A round portrait next to a visible name, so it has no alt text. */
export const Portrait = ({ image, size }: PortraitProps) => (
  <span className={styles.portrait} style={{ width: size }}>
    <Picture
      url={image}
      frameRatio={1}
      shape={size === '100%' || size > AVATAR_PX ? 'portrait' : 'avatar'}
      focus="50% 20%"
      className={styles.round}
    />
  </span>
)
