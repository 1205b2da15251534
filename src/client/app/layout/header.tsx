import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { askToLogInForSaved } from '#client/account/login-overlay-store.ts'
import { useSavedCount } from '#client/account/own-products.ts'
import { useSession } from '#client/account/session.ts'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { isTextInput, PhotoLink } from '#client/catalog/photo-search/choose-photo.tsx'
import { getSiteFacts, getSiteName } from '#client/lib/initial-data.ts'
import { useStaysMounted } from '#client/lib/use-overlay.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { SiteMark } from '#client/ui/site-mark.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import styles from './header.module.css'
import {
  AccountMenu,
  ADD_PRODUCT_ITEMS,
  CurrencySelect,
  NavLinks,
  ThemeSwitch,
} from './navigation.tsx'
import { LAYOUT_TEXT } from './layout-messages.ts'
import { RichText } from '#client/ui/rich-text.tsx'

/** The logo goes to the trending feed. */
const Wordmark = () => (
  <Link
    className={styles.wordmark}
    to={paths.celebritySearchResult.href(EVERYONE)}
    aria-label={LAYOUT_TEXT.trendingFeedOf(getSiteName())}
  >
    <SiteMark name={getSiteName()} logo={getSiteFacts().logo} />
  </Link>
)

/** A heart with the saved count. */
const SavedLink = () => {
  const count = useSavedCount()
  const { user } = useSession()
  return (
    <Link
      className={classNames('target ghost gap-1', styles.link)}
      to={paths.profile.href('saved-products')}
      title={LAYOUT_TEXT.savedProducts}
      onClick={(event) => {
        // A visitor stays on this page; the guard would send them to Home.
        if (user !== null) return
        event.preventDefault()
        askToLogInForSaved()
      }}
    >
      <Icon name="heart" size={22} />
      <span className="visually-hidden">{LAYOUT_TEXT.savedProductsCount} </span>
      <span className={classNames('small', styles.count)}>{count}</span>
    </Link>
  )
}

const loadOverlay = () => import('#client/features/search/search-overlay.tsx')
const SearchOverlay = lazy(loadOverlay)

/** Looks like the field it opens; `/` also opens it. */
const SearchButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  const isMounted = useStaysMounted(isOpen)
  const open = () => setIsOpen(true)

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTextInput(event.target)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  })

  return (
    <>
      <button
        type="button"
        className={classNames('target ghost gap-2', styles.button)}
        aria-label={LAYOUT_TEXT.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={open}
        onPointerEnter={() => void loadOverlay()}
        onFocus={() => void loadOverlay()}
      >
        <Icon name="search" size={22} />
        <span className={styles.words} aria-hidden="true">
          <RichText
            text={LAYOUT_TEXT.searchWithKey}
            tags={{ key: <kbd className={styles.key} /> }}
          />
        </span>
      </button>
      {isMounted && (
        <Suspense>
          <SearchOverlay isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const MobileMenu = lazy(() => import('./mobile-menu.tsx'))

export const Header = ({ isHiddenOnMobile }: { isHiddenOnMobile: boolean }) => {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const isMenuMounted = useStaysMounted(isMenuOpen)
  return (
    <header className={classNames(styles.header, isHiddenOnMobile && styles.hiddenOnMobile)}>
      <div className={styles.bar}>
        <div className="row">
          <IconButton
            icon="menu"
            label={LAYOUT_TEXT.menu}
            aria-haspopup="dialog"
            className={styles.narrowOnly}
            onClick={() => setIsMenuOpen(true)}
          />
          <BackArrow />
        </div>
        <Wordmark />
        <nav className={styles.nav} aria-label={LAYOUT_TEXT.main}>
          <NavLinks className={styles.links} />
        </nav>
        <div className={classNames('row', styles.end)}>
          <SearchButton />
          <PhotoLink className={styles.photo} />
          <CurrencySelect
            className={classNames('target ghost small', styles.currency, styles.wideOnly)}
          />
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
      {isMenuMounted && (
        <Suspense>
          <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
