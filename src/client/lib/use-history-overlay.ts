import { useEffect, useState } from 'react'

/**
 * An overlay with a history entry of its own, so that Back closes it instead of leaving the page. The
 * entry has the key of the page beneath: for the router both are the same place.
 */
export const useHistoryOverlay = () => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const handlePop = () => setIsOpen(false)
    window.addEventListener('popstate', handlePop)
    return () => window.removeEventListener('popstate', handlePop)
  }, [isOpen])
  return {
    isOpen,
    open: () => {
      if (isOpen) return
      const state = window.history.state
      window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1 }, '')
      setIsOpen(true)
    },
    /** `afterwards` runs when the page beneath is the current entry again. */
    close: (afterwards?: () => void) => {
      if (afterwards) window.addEventListener('popstate', afterwards, { once: true })
      window.history.back()
    },
    /** For a link that replaces the overlay's entry. */
    leave: () => setIsOpen(false),
  }
}
