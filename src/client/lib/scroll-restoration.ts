/** How long to wait for a page to grow back to its former length. */
const PATIENCE_MS = 4_000

const canReach = (top: number) =>
  document.documentElement.scrollHeight - window.innerHeight >= top - 1

/**
 * Scrolls to `top` once the page is long enough, because lists load after the navigation.
 * Stops when the visitor scrolls or the time is up.
 */
export const scrollWhenReachable = (top: number): (() => void) => {
  if (canReach(top)) {
    window.scrollTo(0, top)
    return () => undefined
  }
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const observer = new ResizeObserver(() => {
    if (!canReach(top)) return
    window.scrollTo(0, top)
    stop()
  })
  observer.observe(document.body)
  const timer = setTimeout(stop, PATIENCE_MS)
  const once = { signal: stopped.signal, once: true, passive: true }
  for (const intent of ['wheel', 'touchstart', 'keydown'] as const)
    window.addEventListener(intent, stop, once)
  stopped.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return stop
}
