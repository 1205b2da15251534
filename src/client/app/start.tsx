import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { captureInviteArrival } from '#client/account/invite-arrival.ts'
import { createQueryClient } from '#client/lib/query-client.ts'
import { forgetFirstPage } from '#client/lib/session-memory.ts'
import { readShownTheme } from '#client/lib/theme.ts'
import { registerServiceWorker } from '#client/service-worker/register.ts'
import { App } from './app.tsx'
import { screenAt } from './screens.ts'

/**
 * The server rendered the page as anybody sees it first. Who comes back finds it as it was left, a
 * longer list or another tab: that is rendered anew, and takes the server's place when it is complete.
 */
export const startApp = (root: Element) => {
  captureInviteArrival()
  registerServiceWorker()
  const isFirstSight = history.state === null
  const isRendered = root.hasChildNodes()
  if (isFirstSight) forgetFirstPage()
  readShownTheme()
  const app = (
    <App
      queries={createQueryClient()}
      router={(routes) => <BrowserRouter>{routes}</BrowserRouter>}
    />
  )
  const show = () =>
    // As a transition the first render gives way to the browser every few milliseconds, instead of holding a phone up.
    startTransition(() => {
      if (isRendered && isFirstSight) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  // A screen that is still on its way could not take over what the server rendered of it.
  const screen = isRendered ? screenAt(location.pathname) : undefined
  if (screen) void screen.preload().then(show, show)
  else show()
}
