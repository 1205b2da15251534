import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import {
  interruptedScan,
  isPartOfLogin,
  useMessageAfterReload,
} from '#client/account/during-sign-in.ts'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { useSession, useSessionEvents } from '#client/account/session.ts'
import { GuardedOutlet } from '#client/app/guard.tsx'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { useAddToBoard } from '#client/catalog/boards/boards.ts'
import {
  getAffiliateRules,
  isDemoSite,
  isFinderPublic,
  getSiteFacts,
  getSiteName,
} from '#client/lib/initial-data.ts'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useStaysMounted } from '#client/lib/use-overlay.ts'
import { ANNOUNCER_ID } from '#client/lib/use-page-title.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ErrorState, FullPageSpinner } from '#client/ui/state.tsx'
import { Toaster } from '#client/ui/toast.tsx'
import { TERMS_TEXT } from '#shared/site-page-messages.ts'
import { DEMO_NOTE, NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { Header } from './header.tsx'
import { LanguageLinks, LanguageProposal } from './languages.tsx'
import styles from './layout.module.css'
import { findCurrentLink, isCatalogPath, NavLinks } from './navigation.tsx'
import { LAYOUT_TEXT } from './layout-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

const LEGAL = [
  [paths.termsPolicy.href('terms'), TERMS_TEXT.terms],
  [paths.termsPolicy.href('privacy'), TERMS_TEXT.privacy],
  [paths.termsPolicy.href('data-deletion'), TERMS_TEXT.dataDeletion],
  [paths.report.href(), NAVIGATION_TEXT.report],
] as const

const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.columns}>
      <div>
        <p className={styles.name}>{getSiteName()}</p>
        <p className={styles.line}>
          {getAffiliateRules().length > 0 ? LAYOUT_TEXT.lineWithAds : LAYOUT_TEXT.line}
        </p>
      </div>
      <nav aria-label={LAYOUT_TEXT.footer}>
        <NavLinks className={styles.links} />
      </nav>
      <nav aria-label={LAYOUT_TEXT.legal}>
        <ul className={styles.links}>
          {LEGAL.map(([to, label]) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  </footer>
)

type BoundaryProps = { children: ReactNode }
type BoundaryState = { hasFailed: boolean }

/** One per route, so that the header stays usable when a page fails to load or render. */
class RouteErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title={LAYOUT_TEXT.notLoaded}
        message={LAYOUT_TEXT.notLoadedHint}
        // A failed chunk is not retried until the page reloads.
        onRetry={() => window.location.reload()}
      />
    )
  }
}

declare global {
  interface Window {
    /** Collected by public/early-clicks.js until the app can handle clicks itself. */
    earlyClicks?: { stop: () => { buttons: HTMLElement[]; fileInputs: HTMLInputElement[] } }
  }
}

/** Passes a file that was chosen before the app had loaded to the input of the loaded app. */
const replayChosenFile = (input: HTMLInputElement) => {
  if (!input.files?.length) return
  const isSame = ({ accept, capture }: HTMLInputElement) =>
    accept === input.accept && capture === input.capture
  const current = input.isConnected
    ? input
    : [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find(isSame)
  if (!current) return
  if (current !== input) current.files = input.files
  current.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Repeats the clicks that were made, and uses the files that were chosen, before the app had loaded. */
const replayEarlyActions = () => {
  const { buttons, fileInputs } = window.earlyClicks?.stop() ?? { buttons: [], fileInputs: [] }
  for (const button of buttons) button.click()
  for (const input of fileInputs) {
    replayChosenFile(input)
    // The visitor may still be choosing, and the app may have replaced the input.
    if (!input.isConnected) input.addEventListener('change', () => replayChosenFile(input))
  }
}

const LoginOverlay = lazy(() => import('./login-overlay.tsx'))
const BoardDialog = lazy(() => import('#client/catalog/boards/board-dialog.tsx'))
const SessionSync = lazy(() => import('#client/account/session-sync.tsx'))
const PendingActionRunner = lazy(() => import('#client/catalog/pending-action-runner.tsx'))

/** Moves the focus to the new page after a navigation, unless the page has set it itself. */
const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    const main = document.querySelector<HTMLElement>('#main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname])
}

/** Deletes the stored scan of /find when its visitor opens another page. */
const useForgetInterruptedScan = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isPartOfLogin(pathname)) interruptedScan.forget()
  }, [pathname])
}

/** Reloads a page restored from the back-forward cache, whose session and lists may be stale. */
const useReloadFromBfcache = () => {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
}

/** Rendered after the screen, so that its effects run last: from here on the app is interactive. */
const AppRunning = () => {
  useEffect(() => {
    // Lets tests distinguish the hydrated app from the server's markup.
    document.documentElement.dataset['app'] = 'running'
    replayEarlyActions()
  }, [])
  return null
}

export const Layout = () => {
  useReloadFromBfcache()
  useFocusOnNavigation()
  useForgetInterruptedScan()
  useMessageAfterReload()
  useSessionEvents()
  const { user } = useSession()
  const isLoginMounted = useStaysMounted(useLoginOverlay(({ isOpen }) => isOpen))
  const isBoardDialogMounted = useStaysMounted(useAddToBoard(({ item }) => item !== null))
  const location = useLocation()
  const { pathname } = location
  const isFinder = [paths.addProductPhoto.pattern, paths.find.pattern].some(
    (pattern) => pattern === pathname,
  )
  // The header is hidden on mobile for these two.
  const isHiddenOnMobile = isFinder || pathname.startsWith('/celebrity-image/')
  const isHome = pathname === paths.home.pattern
  const activeLink = findCurrentLink(location)
  const owner = user === null ? 'visitor' : user?.uid
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        {LAYOUT_TEXT.skipToContent}
      </a>
      <KeptMarkup
        cacheKey={[
          'header',
          activeLink,
          isHome,
          isHiddenOnMobile,
          isFinderPublic(),
          owner,
          getSiteFacts(),
        ]}
      >
        <Header isHiddenOnMobile={isHiddenOnMobile} />
      </KeptMarkup>
      <LanguageProposal />
      {isDemoSite() && isCatalogPath(pathname) && (
        <aside
          className={classNames('quiet small', styles.demo)}
          aria-label={LAYOUT_TEXT.catalogue}
        >
          {DEMO_NOTE}
        </aside>
      )}
      {isFinder && <BackArrow className={styles.floatingBack} variant="raised" />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <RouteErrorBoundary key={pathname}>
          <Suspense fallback={<FullPageSpinner message={UI_TEXT.loading} />}>
            <GuardedOutlet />
            <AppRunning />
          </Suspense>
        </RouteErrorBoundary>
      </main>
      <KeptMarkup cacheKey={['footer', activeLink, getAffiliateRules().length > 0, getSiteName()]}>
        <Footer />
      </KeptMarkup>
      <LanguageLinks />
      {isLoginMounted && (
        <Suspense>
          <LoginOverlay />
        </Suspense>
      )}
      {isBoardDialogMounted && (
        <Suspense>
          <BoardDialog />
        </Suspense>
      )}
      <Toaster />
      <span className="visually-hidden">
        <output id={ANNOUNCER_ID} />
      </span>
      {user && (
        <Suspense>
          <SessionSync />
          <PendingActionRunner />
        </Suspense>
      )}
    </div>
  )
}
