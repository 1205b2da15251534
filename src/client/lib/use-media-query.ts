import { useSyncExternalStore } from 'react'
import { LAYOUT } from '#shared/constants.ts'

const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
    // The server does not know the screen, and hydration must match its markup.
    () => false,
  )

/** The only breakpoint. */
const MOBILE = `(max-width: ${LAYOUT.mobileMaxWidthPx}px)`

export const useIsMobile = () => useMediaQuery(MOBILE)

/** For one-off effects that may run before the hook knows the answer. */
export const isMobileWidth = () => matchMedia(MOBILE).matches

export const usePrefersReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')

const subscribeToNothing = () => () => undefined

/** True on the server and during hydration, when nothing can be measured yet. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
