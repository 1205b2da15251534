import { logProblem } from '#client/lib/log-problem.ts'

/** After everything else: the first visit owes it nothing. Browsers refuse it without https, localhost aside. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register('/sw.js', { type: 'module' })
      .catch((error: unknown) => logProblem('The app cannot work offline here', error))
  if (document.readyState === 'complete') register()
  else globalThis.addEventListener('load', register, { once: true })
}
