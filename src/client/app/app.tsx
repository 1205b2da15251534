import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, StrictMode, Suspense, useMemo } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router'
import { SessionProvider } from '#client/account/session.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { pageBeneath, CurrentPage } from '#client/lib/page-beneath.ts'
import { isMobileNow } from '#client/lib/use-media-query.ts'
import { useStaysMounted } from '#client/lib/use-stays-mounted.ts'
import { paths } from '#shared/paths.ts'
import { Layout } from './layout/layout.tsx'
import { screenAt, SCREENS } from './screens.tsx'
import { useScrollPosition } from './scroll-position.ts'

const loadQuickView = () => import('#client/features/product/quick-view.tsx')
const QuickView = lazy(loadQuickView)

const preload = (path: string) => void (isMobileNow() ? screenAt(path)?.preload() : loadQuickView())

/** The screen of the address; a product opened from a list instead lies over that list. */
const CurrentScreen = ({ screens }: { screens: typeof SCREENS }) => {
  const location = useLocation()
  const how = useNavigationType()
  const beneath = pageBeneath(location)
  const wasOpened = useStaysMounted(beneath !== null)
  const shown = beneath ?? location
  useScrollPosition(shown)
  return (
    <CurrentPage value={useMemo(() => ({ how, preload }), [how])}>
      <Routes location={shown}>
        <Route element={<Layout />}>
          {screens.map(([pattern, { Component }]) =>
            pattern === paths.find.pattern && !isFinderPublic() ? null : (
              <Route key={pattern} path={pattern} element={<Component />} />
            ),
          )}
        </Route>
      </Routes>
      {wasOpened && (
        <Suspense>
          <QuickView address={beneath && location.pathname} />
        </Suspense>
      )}
    </CurrentPage>
  )
}

type AppProps = {
  queries: QueryClient
  /** The server passes only the one it renders: ranking all of them takes a while. */
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
