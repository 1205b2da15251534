import { useEffect, useRef } from 'react'
import { isMobileNow } from '#client/lib/use-media-query.ts'

/** Brings what has just been selected into view; the style sheet decides whether smoothly. */
export const useScrollIntoView = <E extends HTMLElement>(isSelected: boolean) => {
  const ref = useRef<E>(null)
  useEffect(() => {
    const card = ref.current
    if (!isSelected || !card) return
    // On a wide screen a card already in view must not move under the mouse, unless it is taller
    // than the panel: its foot may be nearer than its head.
    const isTall = card.offsetHeight > innerHeight * 0.8
    card.scrollIntoView({ block: isMobileNow() || isTall ? 'start' : 'nearest' })
  }, [isSelected])
  return ref
}
