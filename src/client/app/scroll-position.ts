import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Location, type NavigationType, useNavigationType } from 'react-router'
import { recallNumber, rememberNumber } from '#client/lib/browser-storage.ts'

/** How long to wait for a page to grow back to its former length. */
const TIMEOUT_MS = 4_000

const canScrollTo = (top: number) =>
  document.documentElement.scrollHeight - window.innerHeight >= top - 1

/**
 * Scrolls to `top` once the page is long enough, because lists load after the navigation.
 * Stops when the visitor scrolls or the time is up.
 */
const scrollWhenReachable = (top: number): (() => void) => {
  if (canScrollTo(top)) {
    window.scrollTo(0, top)
    return () => undefined
  }
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const observer = new ResizeObserver(() => {
    if (!canScrollTo(top)) return
    window.scrollTo(0, top)
    stop()
  })
  observer.observe(document.body)
  const timer = setTimeout(stop, TIMEOUT_MS)
  const once = { signal: stopped.signal, once: true, passive: true }
  for (const intent of ['wheel', 'touchstart', 'keydown'] as const)
    window.addEventListener(intent, stop, once)
  stopped.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return stop
}

/** The first page of a tab always has the key 'default', so its path is added. */
const buildMemoryKey = (locationKey: string, path: string) => `scroll:${locationKey}:${path}`

type ScrollPlan = { kind: 'keep' } | { kind: 'anchor' } | { kind: 'to'; top: number }

/** Navigation resets scroll to the top unless returning to a saved position. */
export const planScroll = (
  how: `${NavigationType}`,
  saved: number | null,
  hash: string,
  isSamePage: boolean,
): ScrollPlan => {
  if (how === 'POP' && saved !== null) return { kind: 'to', top: saved }
  if (hash) return { kind: 'anchor' }
  if (how === 'REPLACE' && isSamePage) return { kind: 'keep' }
  return { kind: 'to', top: 0 }
}

let shownPath = ''

export const useScrollPosition = ({ key, hash, pathname, search }: Location) => {
  const how = useNavigationType()

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  // Does not depend on `how`, which also changes when an overlay opens or closes over the same page.
  const howNow = useEffectEvent(() => how)
  useLayoutEffect(() => {
    const path = pathname + search
    const saved = recallNumber(buildMemoryKey(key, path))
    const plan = planScroll(howNow(), saved, hash, path === shownPath)
    shownPath = path
    return plan.kind === 'to' ? scrollWhenReachable(plan.top) : undefined
  }, [key, hash, pathname, search])

  // A layout effect, so that scrolling the next page to the top is not recorded for this one.
  useLayoutEffect(() => {
    const save = () =>
      rememberNumber(buildMemoryKey(key, pathname + search), Math.round(window.scrollY))
    window.addEventListener('scrollend', save)
    window.addEventListener('pagehide', save)
    // Links and the back button both trigger these before the next page scrolls.
    document.addEventListener('click', save, { capture: true })
    return () => {
      window.removeEventListener('scrollend', save)
      window.removeEventListener('pagehide', save)
      document.removeEventListener('click', save, { capture: true })
    }
  }, [key, pathname, search])
}
