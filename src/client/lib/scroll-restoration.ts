/** How long a page may take to grow back to where its visitor left it. */
const PATIENCE_MS = 4_000

const canReach = (top: number) =>
  document.documentElement.scrollHeight - window.innerHeight >= top - 1

/**
 * Scrolls to `top` as soon as the page is long enough: lists come back after the navigation does.
 * Gives up when the visitor scrolls or the wait is over.
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
