import { useEffect, useRef } from 'react'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { isMobileNow } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { fromUnits } from '#shared/domain/box.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './results.module.css'

/** How one object of the photo is named and pictured. */

/** In words: 'Olive jacket'. None for a manual box, nor where the category says the same. */
export const objectName = ({ label, category }: Pick<ScanDetection, 'label' | 'category'>) => {
  const name = label.charAt(0).toUpperCase() + label.slice(1)
  return name === '' || name.toLowerCase() === CATEGORY_LABELS[category].toLowerCase() ? null : name
}

/**
 * What screen readers hear of a box: 'Footwear, white sneakers, 87% sure'. Without a count, because how
 * many products there are is known only once its results are shown.
 */
export const spokenName = (detection: ScanDetection): string => {
  const { category, label, confidence, isManual } = detection
  const words = objectName(detection) === null ? [] : [label]
  const name = [CATEGORY_LABELS[category], ...words].join(', ')
  return isManual
    ? FINDER_TEXT.manualBox(name)
    : FINDER_TEXT.sureOf(name, Math.round(confidence * 100))
}

/** The title of its product, or what it is. */
export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (objectName(detection) ?? CATEGORY_LABELS[detection.category])

const UNITS = DETECTION.frameUnits

/** The background-position that puts `start` at the edge of a box of this size. */
const shift = (start: number, size: number) => (size >= UNITS ? 0 : (100 * start) / (UNITS - size))

type PhotoCropProps = { photo: Photo; detection: ScanDetection }

/** The inside of its box, cropped with CSS alone. */
export const PhotoCrop = ({ photo, detection }: PhotoCropProps) => {
  const bbox = bestView(detection)
  const { width, height } = fromUnits(bbox, photo)
  return (
    <span className={classNames('frame', styles.crop)} aria-hidden="true">
      <span
        style={{
          aspectRatio: `${width} / ${height}`,
          [width > height ? 'width' : 'height']: '100%',
          backgroundImage: `url("${photo.previewUrl}")`,
          backgroundSize: `${(100 * UNITS) / bbox.width}% ${(100 * UNITS) / bbox.height}%`,
          backgroundPosition: `${shift(bbox.x, bbox.width)}% ${shift(bbox.y, bbox.height)}%`,
        }}
      />
    </span>
  )
}

/** Brings what has just been selected, by its id, into view; the style sheet decides whether smoothly. */
export const useScrollIntoView = <E extends HTMLElement>(selectedId: string | null) => {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    if (selectedId === null || !element) return
    // On a wide screen a card already in view must not move under the mouse.
    element.scrollIntoView({ block: isMobileNow() ? 'start' : 'nearest' })
  }, [selectedId])
  return ref
}
