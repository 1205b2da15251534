import { logProblem } from '#client/lib/log-problem.ts'

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
