import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { SessionProvider } from '#client/account/session-provider.tsx'
import { SCREENS } from './screens.ts'
import { ShownScreen } from './shown-screen.tsx'

type AppProps = {
  queries: QueryClient
  /** The server passes only the one it renders: ranking all of them takes a while. */
  screens?: typeof SCREENS
  router: (routes: ReactNode) => ReactNode
}

/** All screens of §2 inside the layout. */
export const App = ({ queries, screens = SCREENS, router }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider>{router(<ShownScreen screens={screens} />)}</SessionProvider>
    </QueryClientProvider>
  </StrictMode>
)
