import { useEffect, useRef } from 'react'

/** The ref of an element that takes the focus while `takesFocus` is true, without scrolling the page. */
export const useTakenFocus = <Element extends HTMLElement>(takesFocus: boolean) => {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (takesFocus) element.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return element
}
