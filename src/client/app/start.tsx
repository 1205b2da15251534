import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { captureInviteArrival, getPendingInvite } from '#client/account/invitations.ts'
import { isSignOutPending, watchSession } from '#client/account/session.ts'
import { forgetFirstPage } from '#client/lib/browser-storage.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { forgetPageBeneath } from '#client/lib/page-beneath.ts'
import { readPageTheme } from '#client/lib/preferences.ts'
import { createQueryClient } from '#client/lib/query.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { App } from './app.tsx'
import { findScreen } from './screens.tsx'

/** Waits for `load` so that the worker does not slow a first visit. Requires https or localhost. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register('/sw.js', { type: 'module' })
      .catch((error: unknown) => logProblem('Could not register the service worker', error))
  if (document.readyState === 'complete') register()
  else globalThis.addEventListener('load', register, { once: true })
}

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
  const canHydrate = isRendered && isFirstSight && !getPendingInvite() && !isSignOutPending()
  if (isFirstSight) forgetFirstPage()
  readPageTheme()
  const queries = createQueryClient()
  watchSession(queries)
  const app = (
    <App
      queries={queries}
      router={(routes) => (
        <BrowserRouter basename={LOCALE_TEXT.prefix || '/'}>{routes}</BrowserRouter>
      )}
    />
  )
  const show = () =>
    // A transition yields every few milliseconds, so the first render does not block a slow phone.
    startTransition(() => {
      if (canHydrate) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  // A screen whose code has not loaded cannot hydrate.
  const screen = isRendered
    ? findScreen(location.pathname.slice(LOCALE_TEXT.prefix.length) || '/')
    : undefined
  if (screen) void screen.preload().then(show, show)
  else show()
}
