import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { clamp, type Box, centreOf, fromUnits, type ImageSize } from '#shared/domain/box.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { capitalize } from '#shared/domain/text.ts'

/** How one object of the photo is named and pictured. */

/** In words: 'Olive jacket'. None for a manual box, nor where the category says the same. */
export const objectName = ({ label, category }: Pick<ScanDetection, 'label' | 'category'>) => {
  const name = capitalize(label)
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

/** What it is, as short as a caption: its name, that of a product written by hand, or its category. */
export const shortName = (detection: ScanDetection): string =>
  objectName(detection) ??
  ((detection.isManual && detection.title?.trim()) || CATEGORY_LABELS[detection.category])

/** The title of its product, or what it is. */
export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (objectName(detection) ?? CATEGORY_LABELS[detection.category])

const HALF = 0.5

/** As much of the photo around a box as fills a frame of this height over width. */
export const cropAround = (bbox: Box, photo: ImageSize, ratio: number): Box => {
  const box = fromUnits(bbox, photo)
  const wanted = Math.max(box.width, box.height / ratio)
  const width = Math.min(wanted, photo.width, photo.height / ratio)
  const height = width * ratio
  const { x, y } = centreOf(box)
  return {
    x: clamp(x - width * HALF, 0, photo.width - width),
    y: clamp(y - height * HALF, 0, photo.height - height),
    width,
    height,
  }
}

/** The background-position that puts `start` at the edge of the frame. */
const shift = (start: number, size: number, whole: number) =>
  size >= whole ? 0 : (100 * start) / (whole - size)

type PhotoCropProps = {
  photo: Photo
  detection: ScanDetection
  /** Height over width. */
  ratio?: number
}

/** The object in the photo, cropped with CSS alone. */
export const PhotoCrop = ({ photo, detection, ratio = 5 / 4 }: PhotoCropProps) => {
  const { x, y, width, height } = cropAround(bestView(detection), photo, ratio)
  return (
    <span
      className="frame"
      aria-hidden="true"
      style={{
        aspectRatio: `1 / ${ratio}`,
        backgroundImage: `url("${photo.previewUrl}")`,
        backgroundSize: `${(100 * photo.width) / width}% ${(100 * photo.height) / height}%`,
        backgroundPosition: `${shift(x, width, photo.width)}% ${shift(y, height, photo.height)}%`,
      }}
    />
  )
}
