import { useEffect, useRef } from 'react'

/**
 * Calls `onNear` when the element comes within `distancePx` below the screen, and again after every
 * render that leaves it there: an observer alone stays silent while nothing crosses its line.
 */
export const useSentinel = (distancePx: number, onNear: () => void) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear()
      },
      { rootMargin: `0px 0px ${distancePx}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })

  return element
}
