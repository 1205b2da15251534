import { Outlet } from 'react-router'

export const Layout = () => (
  <main id="main">
    <Outlet />
  </main>
)
