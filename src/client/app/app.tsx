import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { Route, Routes } from 'react-router'
import { Layout } from './layout/layout.tsx'
import { SCREENS } from './screens.ts'

type AppProps = {
  queries: QueryClient
  router: (routes: ReactNode) => ReactNode
}

/** All screens of §2 inside the layout. */
export const App = ({ queries, router }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      {router(
        <Routes>
          <Route element={<Layout />}>
            {SCREENS.map(([pattern, { Component }]) => (
              <Route key={pattern} path={pattern} element={<Component />} />
            ))}
          </Route>
        </Routes>,
      )}
    </QueryClientProvider>
  </StrictMode>
)
