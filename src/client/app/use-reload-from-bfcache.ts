import { useEffect } from 'react'

/** §2: reloads a page restored from the back-forward cache, whose session and lists may be stale. */
export const useReloadFromBfcache = () => {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
}
