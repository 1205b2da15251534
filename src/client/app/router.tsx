import { BrowserRouter, Route, Routes } from 'react-router'
import { Layout } from './layout/layout.tsx'
import { SCREENS } from './screens.ts'

/** Every screen of §2, inside the one layout. */
export const Router = () => (
  <BrowserRouter>
    <Routes>
      <Route element={<Layout />}>
        {SCREENS.map(([pattern, Screen]) => (
          <Route key={pattern} path={pattern} element={<Screen />} />
        ))}
      </Route>
    </Routes>
  </BrowserRouter>
)
