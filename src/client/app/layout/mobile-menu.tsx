import { Link } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './mobile-menu.module.css'
import {
  listAccountItems,
  ADD_PRODUCT_ITEMS,
  CurrencySelect,
  NavLinks,
  ThemeSwitch,
} from './navigation.tsx'
import { LAYOUT_TEXT } from './layout-messages.ts'

type MobileMenuProps = { isOpen: boolean; onClose: () => void }

/** The slide-in menu with everything in the desktop header. */
const MobileMenu = ({ isOpen, onClose }: MobileMenuProps) => {
  const { user } = useSession()
  const account = user
    ? listAccountItems(user)
    : [{ label: NAVIGATION_TEXT.myAccount, to: paths.login.href() }]
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={LAYOUT_TEXT.menu}
      isTitleHidden
      variant="drawer"
    >
      <nav aria-label={LAYOUT_TEXT.menu}>
        <NavLinks className={styles.places} onFollow={onClose} />
        <p className={styles.group}>{NAVIGATION_TEXT.addProduct}</p>
        <ul className={styles.actions}>
          {ADD_PRODUCT_ITEMS.map(({ label, to, icon }) => (
            <li key={to}>
              <Link to={to} replace onClick={onClose}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles.group}>{user ? user.displayName : LAYOUT_TEXT.account}</p>
        <ul className={styles.actions}>
          {account.map(({ label, to, onSelect }) => (
            <li key={label}>
              {to ? (
                <Link to={to} replace onClick={onClose}>
                  {label}
                </Link>
              ) : (
                <button type="button" onClick={onSelect}>
                  {label}
                </button>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className={classNames('row between', styles.preferences)}>
        <span className="row gap-3 label">
          <span aria-hidden="true">{NAVIGATION_TEXT.currency}</span>
          <CurrencySelect className={classNames('chip', styles.currency)} />
        </span>
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}

export default MobileMenu
