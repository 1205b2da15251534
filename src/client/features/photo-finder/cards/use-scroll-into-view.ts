import { useEffect, useRef } from 'react'
import { isMobileNow } from '#client/lib/use-media-query.ts'

/** Brings what has just been selected into view; the style sheet decides whether smoothly. */
export const useScrollIntoView = <E extends HTMLElement>(isSelected: boolean) => {
  const ref = useRef<E>(null)
  useEffect(() => {
    // On a wide screen a card already in view must not move under the mouse.
    const isUnderMouse = !isMobileNow() && ref.current?.closest('li:hover') != null
    if (isSelected) ref.current?.scrollIntoView({ block: isUnderMouse ? 'nearest' : 'start' })
  }, [isSelected])
  return ref
}
