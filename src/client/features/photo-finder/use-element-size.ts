import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './view-transform.ts'

/** How large the element is laid out, followed as it changes. */
export const useElementSize = (element: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const observed = element.current
    const measure = () => setSize({ width: observed.clientWidth, height: observed.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return size
}
