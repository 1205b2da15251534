import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation the keyboard starts in the new page, unless that has chosen a place itself. */
export const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector<HTMLElement>('#main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname])
}
