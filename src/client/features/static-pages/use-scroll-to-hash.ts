import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** §2: scrolls smoothly to the hash; the heading also takes the focus, for those who do not see it. */
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
