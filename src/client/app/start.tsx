import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { captureInviteArrival, pendingInvite } from '#client/account/invitations.ts'
import { isSignOutPending, watchSession } from '#client/account/session.ts'
import { forgetFirstPage } from '#client/lib/browser-storage.ts'
import { forgetPageBeneath } from '#client/lib/page-beneath.ts'
import { readPageTheme } from '#client/lib/preferences.ts'
import { createQueryClient } from '#client/lib/query.ts'
import { registerServiceWorker } from '#client/service-worker/register.ts'
import { App } from './app.tsx'
import { screenAt } from './screens.tsx'

/**
 * The server renders pages as on a first visit. A page with restored state, such as a longer list or
 * another tab, is rendered from scratch and then replaces the markup.
 */
export const startApp = (root: Element) => {
  captureInviteArrival()
  forgetPageBeneath()
  registerServiceWorker()
  const isFirstSight = history.state === null
  const isRendered = root.hasChildNodes()
  const canHydrate = isRendered && isFirstSight && !pendingInvite() && !isSignOutPending()
  if (isFirstSight) forgetFirstPage()
  readPageTheme()
  const queries = createQueryClient()
  watchSession(queries)
  const app = <App queries={queries} router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
  const show = () =>
    // A transition yields every few milliseconds, so the first render does not block a slow phone.
    startTransition(() => {
      if (canHydrate) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  // A screen whose code has not loaded cannot hydrate.
  const screen = isRendered ? screenAt(location.pathname) : undefined
  if (screen) void screen.preload().then(show, show)
  else show()
}
