import { useEffect, useRef } from 'react'
import { isMobileNow } from '#client/lib/use-media-query.ts'

/** Brings what has just been selected, by its id, into view; the style sheet decides whether smoothly. */
export const useScrollIntoView = <E extends HTMLElement>(selectedId: string | null) => {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    if (selectedId === null || !element) return
    // On a wide screen a card already in view must not move under the mouse.
    element.scrollIntoView({ block: isMobileNow() ? 'start' : 'nearest' })
  }, [selectedId])
  return ref
}
