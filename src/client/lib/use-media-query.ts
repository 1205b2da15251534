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
    // The server knows no screen, and the first render over its markup must say the same.
    () => false,
  )

/** §9: the one breakpoint. */
const MOBILE = `(max-width: ${LAYOUT.mobileMaxWidthPx}px)`

export const useIsMobile = () => useMediaQuery(MOBILE)

/** For what happens once, when the first render may not know it yet. */
export const isMobileNow = () => matchMedia(MOBILE).matches

export const usePrefersReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
