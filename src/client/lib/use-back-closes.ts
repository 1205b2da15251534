import { useEffect, useEffectEvent } from 'react'

/**
 * Gives an open overlay its own history entry, so that Back closes it instead of leaving the page. The
 * entry has the key of the page beneath, so that the router takes both for the same location. A link
 * inside the overlay replaces the entry.
 */
export const useBackCloses = (isOpen: boolean, onClose: () => void) => {
  const handleBack = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    // Random, because entries of an earlier visit outlive a reload.
    const overlay = Math.random()
    const isCurrent = () => window.history.state?.overlay === overlay
    const handlePop = () => {
      if (!isCurrent()) handleBack()
    }
    // Deferred, because React runs every effect twice in development, and going back takes a while.
    const timer = setTimeout(() => {
      const { state } = window.history
      window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, overlay }, '')
      window.addEventListener('popstate', handlePop)
    })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', handlePop)
      if (isCurrent()) window.history.back()
    }
  }, [isOpen])
}
