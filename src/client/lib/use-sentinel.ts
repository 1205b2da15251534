import { useEffect, useRef } from 'react'

/**
 * Calls `onNear` when the element is within `distancePx` below the viewport, and again after every
 * render that leaves it there: an observer fires only when the element crosses its threshold.
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
