import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, StrictMode, Suspense, useMemo } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router'
import { SessionProvider } from '#client/account/session.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { CurrentPage, getPageBeneath } from '#client/lib/page-beneath.ts'
import { isMobileWidth } from '#client/lib/use-media-query.ts'
import { useStaysMounted } from '#client/lib/use-overlay.ts'
import { paths } from '#shared/paths.ts'
import { Layout } from './layout/layout.tsx'
import { findScreen, SCREENS } from './screens.tsx'
import { useScrollPosition } from './scroll-position.ts'

const loadQuickView = () => import('#client/features/product/quick-view.tsx')
const QuickView = lazy(loadQuickView)

const preloadScreen = (path: string) =>
  void (isMobileWidth() ? findScreen(path)?.preload() : loadQuickView())

/** The screen of the address. A product that is opened from a list is shown over that list instead. */
const CurrentScreen = ({ screens }: { screens: typeof SCREENS }) => {
  const location = useLocation()
  const how = useNavigationType()
  const beneath = getPageBeneath(location)
  const isQuickViewMounted = useStaysMounted(beneath !== null)
  const visibleLocation = beneath ?? location
  useScrollPosition(visibleLocation)
  return (
    <CurrentPage value={useMemo(() => ({ how, preload: preloadScreen }), [how])}>
      <Routes location={visibleLocation}>
        <Route element={<Layout />}>
          {screens.map(([pattern, { Component }]) =>
            pattern === paths.find.pattern && !isFinderPublic() ? null : (
              <Route key={pattern} path={pattern} element={<Component />} />
            ),
          )}
        </Route>
      </Routes>
      {isQuickViewMounted && (
        <Suspense>
          <QuickView address={beneath && location.pathname} />
        </Suspense>
      )}
    </CurrentPage>
  )
}

type AppProps = {
  queries: QueryClient
  /** The server passes only the screen that it renders, because the router ranks all of them. */
  screens?: typeof SCREENS
  router: (routes: ReactNode) => ReactNode
}

/** All screens inside the layout. */
export const App = ({ queries, screens = SCREENS, router }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>{router(<CurrentScreen screens={screens} />)}</SessionProvider>
    </QueryClientProvider>
  </StrictMode>
)
