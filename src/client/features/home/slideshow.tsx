import { useRef } from 'react'
import { Link } from 'react-router'
import { cardId } from '#client/catalog/card-id.ts'
import { classNames } from '#client/ui/class-names.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SampleProduct } from '#shared/contract/catalog.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { paths } from '#shared/paths.ts'
import { Slide } from './slide.tsx'
import { slideOffset } from './slide-order.ts'
import styles from './slideshow.module.css'
import { useSlideshow } from './use-slideshow.ts'

type SlideshowProps = { samples: readonly SampleProduct[]; isLoading: boolean }

export const Slideshow = ({ samples, isLoading }: SlideshowProps) => {
  const section = useRef<HTMLElement>(null)
  const show = useSlideshow(samples.length, section)
  const current = samples[show.active]
  if (!isLoading && samples.length === 0) return null
  return (
    <section
      ref={section}
      className={styles.show}
      aria-roledescription="carousel"
      aria-label="Sample products"
    >
      <div className={styles.frame}>
        {isLoading && (
          <div className={styles.loading}>
            <Skeleton ratio={5 / 4} />
          </div>
        )}
        {samples.map((sample, index) => (
          <Slide
            key={sample.image}
            sample={sample}
            position={`${index + 1} of ${samples.length}`}
            offset={slideOffset(index, show.active, samples.length)}
            onPick={() => (index === show.active ? show.next() : show.show(index))}
          />
        ))}
      </div>
      <div className={classNames('row between gap-4', styles.caption)}>
        {current && (
          <div className={styles.words} aria-live={show.isPlaying ? 'off' : 'polite'}>
            <p className="quiet small">
              {current.brand}
              <span className={styles.price}>{displayPrice(current.price)}</span>
            </p>
            <p className={classNames('plain', styles.name)}>
              {current.look ? (
                <Link
                  to={`${paths.celebrityImage.href(current.look.image)}#${cardId(current.look.product_id)}`}
                >
                  {current.name}
                </Link>
              ) : (
                current.name
              )}
            </p>
          </div>
        )}
        <IconButton
          icon={show.isPlaying ? 'pause' : 'play'}
          label={show.isPlaying ? 'Pause the slideshow' : 'Play the slideshow'}
          onClick={show.togglePlay}
        />
      </div>
    </section>
  )
}
