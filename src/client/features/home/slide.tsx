import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { SampleProduct } from '#shared/contract/catalog.ts'
import styles from './slide.module.css'

type SlideProps = {
  sample: SampleProduct
  position: string
  offset: number
  onPick: () => void
}

/** Clicking the middle slide advances; clicking another moves it to the middle. */
export const Slide = ({ sample, position, offset, onPick }: SlideProps) => {
  const isOutOfSight = Math.abs(offset) > 1
  return (
    <button
      type="button"
      className={classNames(styles.slide, offset !== 0 && styles.aside, isOutOfSight && styles.out)}
      style={{ transform: `translateY(calc(${offset} * (100% + var(--slide-gap))))` }}
      aria-label={`${position}: ${sample.brand}, ${sample.name}`}
      aria-current={offset === 0}
      tabIndex={isOutOfSight ? -1 : 0}
      aria-hidden={isOutOfSight}
      onClick={onPick}
    >
      <Picture url={sample.image} frameRatio={5 / 4} shape="sample" className={styles.picture} />
    </button>
  )
}
