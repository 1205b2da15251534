import { Link } from 'react-router'
import { useSavedCount } from '#client/account/own-products.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { paths } from '#shared/paths.ts'
import styles from './saved-link.module.css'

/** §2: a heart with the saved count. */
export const SavedLink = () => {
  const count = useSavedCount()
  return (
    <Link
      className={classNames('target ghost gap-1', styles.link)}
      to={paths.profile.href('saved-products')}
      title="Saved products"
    >
      <Icon name="heart" size={22} />
      <VisuallyHidden>Saved products: </VisuallyHidden>
      <span className={classNames('small', styles.count)}>{count}</span>
    </Link>
  )
}
