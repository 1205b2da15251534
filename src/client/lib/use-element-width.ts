import { useLayoutEffect, useRef, useState } from 'react'

/** The width an element really has, before the first paint and after every change. */
export const useElementWidth = <E extends HTMLElement>() => {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
