import { useEffect, useEffectEvent, useState } from 'react'

/** Far longer than going back takes; without a limit, an event that never comes would hold up every overlay. */
const MAX_GOING_BACK_MS = 1_000

let goingBack: Promise<void> = Promise.resolve()

const goBack = () => {
  goingBack = new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, MAX_GOING_BACK_MS)
  })
  window.history.back()
}

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
    let isOver = false
    const addEntry = async () => {
      // An overlay that was closed just before is still going back, and would leave this entry too.
      await goingBack
      if (isOver) return
      const { state } = window.history
      window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, overlay }, '')
      window.addEventListener('popstate', handlePop)
    }
    // Deferred, because React runs every effect twice in development.
    const timer = setTimeout(() => void addEntry())
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('popstate', handlePop)
      if (isCurrent()) goBack()
    }
  }, [isOpen])
}

/** True once it has been open: what has been opened stays mounted, so that it can fade out. */
export const useStaysMounted = (isOpen: boolean): boolean => {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened || isOpen
}
