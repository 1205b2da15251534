import { type ComponentType, lazy, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { paths } from '#shared/paths.ts'
import { Layout } from './layout/layout.tsx'

const HomePage = lazy(() => import('#client/features/home/home-page.tsx'))

/** Every screen of §2; each is loaded when it is first entered. */
const screens: [pattern: string, Screen: ComponentType][] = [[paths.home.pattern, HomePage]]

export const Router = () => (
  <BrowserRouter>
    <Routes>
      <Route element={<Layout />}>
        {screens.map(([pattern, Screen]) => (
          <Route
            key={pattern}
            path={pattern}
            element={
              <Suspense>
                <Screen />
              </Suspense>
            }
          />
        ))}
      </Route>
    </Routes>
  </BrowserRouter>
)
