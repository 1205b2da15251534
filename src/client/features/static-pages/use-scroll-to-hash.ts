import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** §2: scrolls smoothly to the hash and focuses the heading for screen readers. */
export const useScrollToHash = () => {
  const location = useLocation()
  useEffect(() => {
    const { hash } = location
    if (!hash) return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView({ behavior: 'smooth' })
    target?.querySelector('h2')?.focus({ preventScroll: true })
  }, [location])
}
