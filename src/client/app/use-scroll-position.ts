import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Location, type NavigationType, useNavigationType } from 'react-router'
import { scrollWhenReachable } from '#client/lib/scroll-restoration.ts'
import { recallNumber, rememberNumber } from '#client/lib/session-memory.ts'

/** The first page of a tab always has the key 'default', so its path is added. */
const memoryKey = (locationKey: string, path: string) => `scroll:${locationKey}:${path}`

export type ScrollPlan = { kind: 'keep' } | { kind: 'anchor' } | { kind: 'to'; top: number }

/** §2: navigation resets scroll to the top unless returning to a saved position. */
export const scrollPlan = (
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

  // Not when only `how` changes: then an overlay has opened or closed over the same page.
  const howNow = useEffectEvent(() => how)
  useLayoutEffect(() => {
    const path = pathname + search
    const saved = recallNumber(memoryKey(key, path))
    const plan = scrollPlan(howNow(), saved, hash, path === shownPath)
    shownPath = path
    return plan.kind === 'to' ? scrollWhenReachable(plan.top) : undefined
  }, [key, hash, pathname, search])

  // A layout effect, so that scrolling the next page to the top is not recorded for this one.
  useLayoutEffect(() => {
    const save = () => rememberNumber(memoryKey(key, pathname + search), Math.round(window.scrollY))
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
