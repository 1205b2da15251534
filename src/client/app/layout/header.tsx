import { lazy, Suspense, useState } from 'react'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { PhotoLink } from '#client/catalog/photo-link.tsx'
import { useWasEver } from '#client/lib/use-was-ever.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { NavLinks } from './nav-links.tsx'
import { ADD_PRODUCT_ITEMS } from './navigation.ts'
import { SavedLink } from './saved-link.tsx'
import { SearchButton } from './search-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Wordmark } from './wordmark.tsx'

const MobileMenu = lazy(() => import('./mobile-menu.tsx'))

export const Header = ({ isHiddenOnMobile }: { isHiddenOnMobile: boolean }) => {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const wasMenuOpen = useWasEver(isMenuOpen)
  return (
    <header className={classNames(styles.header, isHiddenOnMobile && styles.hiddenOnMobile)}>
      <div className={styles.bar}>
        <div className="row">
          <IconButton
            icon="menu"
            label="Menu"
            aria-haspopup="dialog"
            className={styles.narrowOnly}
            onClick={() => setIsMenuOpen(true)}
          />
          <BackArrow />
        </div>
        <Wordmark />
        <nav className={styles.nav} aria-label="Main">
          <NavLinks className={styles.links} />
        </nav>
        <div className={classNames('row', styles.end)}>
          <SearchButton />
          <PhotoLink className={styles.photo} />
          <ThemeSwitch className={styles.wideOnly} />
          <Menu
            label={NAVIGATION_TEXT.addProduct}
            className={classNames('target ghost', styles.wideOnly)}
            items={ADD_PRODUCT_ITEMS}
          >
            <Icon name="plus" size={22} />
          </Menu>
          <SavedLink />
          <AccountMenu
            className={classNames('target ghost gap-2 label', styles.account, styles.wideOnly)}
          />
        </div>
      </div>
      {wasMenuOpen && (
        <Suspense>
          <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
