import { useEffect, useRef } from 'react'
import { useShownPage } from '#client/lib/page-beneath.ts'
import { isMobileNow } from '#client/lib/use-media-query.ts'
import { LAYOUT } from '#shared/constants.ts'

/** §2: on mobile the page scrolls 300 px once info arrives, unless the user returns or has scrolled. */
export const useScrollToInfo = (hasInfo: boolean) => {
  const { how } = useShownPage()
  const isDone = useRef(false)
  useEffect(() => {
    if (!hasInfo || isDone.current) return
    isDone.current = true
    const isReturning = how === 'POP' && window.history.state?.idx > 0
    if (isMobileNow() && !isReturning && window.scrollY < LAYOUT.mobileScrollOffsetPx)
      window.scrollTo({ top: LAYOUT.mobileScrollOffsetPx, behavior: 'smooth' })
  }, [hasInfo, how])
}
