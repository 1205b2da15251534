import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { useSession } from '#client/account/session.ts'
import { useSessionLife } from '#client/account/use-session-life.ts'
import { isOnTheWayToLogin, visitNote } from '#client/account/visit-note.ts'
import { GuardedOutlet } from '#client/app/guarded-outlet.tsx'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { answerEarlyClicks } from '#client/lib/early-clicks.ts'
import { ANNOUNCER_ID } from '#client/lib/announcer.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useWasEver } from '#client/lib/use-was-ever.ts'
import { FullPageSpinner } from '#client/ui/full-page-spinner.tsx'
import { Toaster } from '#client/ui/toaster.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { paths } from '#shared/paths.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { currentLink } from './nav-links.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'

const LoginOverlay = lazy(() => import('./login-overlay.tsx'))
const SignedInLife = lazy(() => import('#client/account/signed-in-life.tsx'))

/** After a navigation the keyboard starts in the new page, unless that has chosen a place itself. */
const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector<HTMLElement>('#main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname])
}

/** The photo of a visit to /find is gone once its visitor goes elsewhere. */
const useEndOfVisit = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isOnTheWayToLogin(pathname)) visitNote.forget()
  }, [pathname])
}

/** §2: reloads a page restored from the back-forward cache, whose session and lists may be stale. */
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
    // Lets tests tell the hydrated app from the server's markup.
    document.documentElement.dataset['app'] = 'running'
    answerEarlyClicks()
  }, [])
  return null
}

export const Layout = () => {
  useReloadFromBfcache()
  useFocusOnNavigation()
  useEndOfVisit()
  useSessionLife()
  const { user } = useSession()
  const wasLoginAsked = useWasEver(useLoginOverlay(({ isOpen }) => isOpen))
  const location = useLocation()
  const { pathname } = location
  const isFinder = [paths.addProductPhoto.pattern, paths.find.pattern].some(
    (pattern) => pattern === pathname,
  )
  // §2: hidden on mobile for these two.
  const isHiddenOnMobile = isFinder || pathname.startsWith('/celebrity-image/')
  const isHome = pathname === paths.home.pattern
  const here = currentLink(location)
  const whose = user === null ? 'visitor' : user?.uid
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <KeptMarkup of={['header', here, isHome, isHiddenOnMobile, isFinderPublic(), whose]}>
        <Header isHiddenOnMobile={isHiddenOnMobile} />
      </KeptMarkup>
      {isFinder && <BackArrow className={styles.floatingBack} variant="raised" />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <RouteErrorBoundary key={pathname}>
          <Suspense fallback={<FullPageSpinner message="Loading" />}>
            <GuardedOutlet />
            <AppRunning />
          </Suspense>
        </RouteErrorBoundary>
      </main>
      <KeptMarkup of={['footer', here]}>
        <Footer />
      </KeptMarkup>
      {wasLoginAsked && (
        <Suspense>
          <LoginOverlay />
        </Suspense>
      )}
      <Toaster />
      <VisuallyHidden>
        <output id={ANNOUNCER_ID} />
      </VisuallyHidden>
      {user && (
        <Suspense>
          <SignedInLife />
        </Suspense>
      )}
    </div>
  )
}
