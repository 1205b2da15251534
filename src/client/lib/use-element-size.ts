import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from '#shared/domain/box.ts'

/** The element's inner size, measured before the first paint and kept up to date. */
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
