import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Price } from '#client/catalog/products/price.tsx'
import { usePrefersReducedMotion } from '#client/lib/use-media-query.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import { SLIDESHOW } from '#shared/constants.ts'
import type { SampleProduct } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import styles from './home.module.css'
import { SLIDESHOW_TEXT } from './slideshow-messages.ts'

/** A slide's offset from the middle: -1 above, 0 middle, 1 below, otherwise hidden. */
export const computeSlideOffset = (slide: number, active: number, count: number): number => {
  const steps = (((slide - active) % count) + count) % count
  return steps === count - 1 && count > 2 ? -1 : steps
}

export const findSlideAfter = (active: number, steps: number, count: number): number =>
  count === 0 ? 0 : (((active + steps) % count) + count) % count

/** Allows one call per `everyMs`, because a wheel fires dozens of events per turn. */
export const createThrottle = (everyMs: number, now: () => number) => {
  let last = -Infinity
  return (action: () => void) => {
    const time = now()
    if (time - last < everyMs) return
    last = time
    action()
  }
}

/** Rotates every 2.4 s, by wheel and by click; stops with reduced motion. */
const useSlideshow = (count: number, section: RefObject<HTMLElement | null>) => {
  const prefersReducedMotion = usePrefersReducedMotion()
  const [active, setActive] = useState(0)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const isPlaying = choice === null ? !prefersReducedMotion : choice === 'play'

  useEffect(() => {
    if (!isPlaying || isHeld || count < 2) return undefined
    const timer = setTimeout(
      () => setActive(findSlideAfter(active, 1, count)),
      SLIDESHOW.intervalMs,
    )
    return () => clearTimeout(timer)
  }, [isPlaying, isHeld, count, active])

  useEffect(() => {
    const element = section.current
    if (!element) return undefined
    const throttled = createThrottle(SLIDESHOW.wheelThrottleMs, () => performance.now())
    const turn = (event: WheelEvent) => {
      // Zooming and sideways gestures are the browser's; anything else turns the slides, not the page.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      throttled(() => setActive((slide) => findSlideAfter(slide, Math.sign(event.deltaY), count)))
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
    next: () => setActive(findSlideAfter(active, 1, count)),
    togglePlay: () => setChoice(isPlaying ? 'pause' : 'play'),
  }
}

type SlideProps = {
  product: SampleProduct
  position: string
  offset: number
  onPick: () => void
}

/** Clicking the middle slide advances; clicking another moves it to the middle. */
const Slide = ({ product, position, offset, onPick }: SlideProps) => {
  const isOutOfSight = Math.abs(offset) > 1
  return (
    <button
      type="button"
      className={classNames(styles.slide, offset !== 0 && styles.aside, isOutOfSight && styles.out)}
      style={{ transform: `translateY(calc(${offset} * (100% + var(--slide-gap))))` }}
      aria-current={offset === 0}
      tabIndex={isOutOfSight ? -1 : 0}
      aria-hidden={isOutOfSight}
      onClick={onPick}
    >
      <span className="visually-hidden">
        {position}: <Name>{product.brand}</Name>, <bdi>{product.name}</bdi>
      </span>
      <Picture
        url={product.image}
        frameRatio={5 / 4}
        shape="sample"
        className={styles.slidePicture}
      />
    </button>
  )
}

type SlideshowProps = { products: readonly SampleProduct[]; isLoading: boolean }

export const ProductSlideshow = ({ products, isLoading }: SlideshowProps) => {
  const section = useRef<HTMLElement>(null)
  const show = useSlideshow(products.length, section)
  const current = products[show.active]
  if (!isLoading && products.length === 0) return null
  return (
    <section
      ref={section}
      className={styles.show}
      aria-roledescription={SLIDESHOW_TEXT.role}
      aria-label={SLIDESHOW_TEXT.label}
    >
      <div className={styles.frame}>
        {isLoading && (
          <div className={styles.loading}>
            <Skeleton ratio={5 / 4} />
          </div>
        )}
        {products.map((product, index) => (
          <Slide
            key={product.image}
            product={product}
            position={SLIDESHOW_TEXT.position(index + 1, products.length)}
            offset={computeSlideOffset(index, show.active, products.length)}
            onPick={() => (index === show.active ? show.next() : show.show(index))}
          />
        ))}
      </div>
      <div className={classNames('row between gap-4', styles.caption)}>
        {current && (
          <div className={styles.words} aria-live={show.isPlaying ? 'off' : 'polite'}>
            <p className="quiet small">
              <Name>{current.brand}</Name>
              <span className={styles.price}>
                <Price price={current.price} />
              </span>
            </p>
            <p className={classNames('plain', styles.name)}>
              {current.look ? (
                <Link to={paths.celebrityImage.href(current.look.image, current.look.product_id)}>
                  <bdi>{current.name}</bdi>
                </Link>
              ) : (
                <bdi>{current.name}</bdi>
              )}
            </p>
          </div>
        )}
        <IconButton
          icon={show.isPlaying ? 'pause' : 'play'}
          label={show.isPlaying ? SLIDESHOW_TEXT.pause : SLIDESHOW_TEXT.play}
          onClick={show.togglePlay}
        />
      </div>
    </section>
  )
}
