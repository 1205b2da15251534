import { type RefObject, useEffect, useState } from 'react'
import { usePrefersReducedMotion } from '#client/lib/use-media-query.ts'
import { SLIDESHOW } from '#shared/constants.ts'
import { slideAfter, throttle } from './slide-order.ts'

/** §2: rotates every 2.4 s, by wheel and by click; stops with reduced motion. */
export const useSlideshow = (count: number, section: RefObject<HTMLElement | null>) => {
  const prefersStill = usePrefersReducedMotion()
  const [active, setActive] = useState(0)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const isPlaying = choice === null ? !prefersStill : choice === 'play'

  useEffect(() => {
    if (!isPlaying || isHeld || count < 2) return undefined
    const timer = setTimeout(() => setActive(slideAfter(active, 1, count)), SLIDESHOW.intervalMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isHeld, count, active])

  useEffect(() => {
    const element = section.current
    if (!element) return undefined
    const throttled = throttle(SLIDESHOW.wheelThrottleMs, () => performance.now())
    const turn = (event: WheelEvent) => {
      // Zooming and sideways gestures are the browser's; anything else turns the slides, not the page.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      throttled(() => setActive((slide) => slideAfter(slide, Math.sign(event.deltaY), count)))
    }
    const hold = () => setIsHeld(true)
    const release = () => setIsHeld(false)
    const listening = new AbortController()
    const options = { signal: listening.signal }
    element.addEventListener('wheel', turn, { ...options, passive: false })
    for (const arrival of ['pointerenter', 'focusin'] as const)
      element.addEventListener(arrival, hold, options)
    for (const departure of ['pointerleave', 'focusout'] as const)
      element.addEventListener(departure, release, options)
    return () => listening.abort()
  }, [count, section])

  return {
    active,
    isPlaying,
    show: setActive,
    next: () => setActive(slideAfter(active, 1, count)),
    togglePlay: () => setChoice(isPlaying ? 'pause' : 'play'),
  }
}
