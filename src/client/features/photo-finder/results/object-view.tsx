import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { clamp, type Box, centreOf, fromUnits, type ImageSize } from '#shared/domain/box.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { capitalize } from '#shared/domain/text.ts'

/** The names and the picture of an object in the photo. */

/** Such as 'Olive jacket'. Null for a manual box, and where the category says the same. */
export const objectName = ({ label, category }: Pick<ScanDetection, 'label' | 'category'>) => {
  const name = capitalize(label)
  return name === '' || name.toLowerCase() === CATEGORY_LABELS[category].toLowerCase() ? null : name
}

/**
 * The name of a box for screen readers: 'Footwear, white sneakers, 87% sure'. It does not say how many
 * products there are, because that is unknown until its results are shown.
 */
export const spokenName = (detection: ScanDetection): string => {
  const { category, label, confidence, isManual } = detection
  const words = objectName(detection) === null ? [] : [label]
  const name = [CATEGORY_LABELS[category], ...words].join(', ')
  return isManual
    ? FINDER_TEXT.manualBox(name)
    : FINDER_TEXT.sureOf(name, Math.round(confidence * 100))
}

/** A caption: the name of the object, the title that the user entered, or the category. */
export const shortName = (detection: ScanDetection): string =>
  objectName(detection) ??
  ((detection.isManual && detection.title?.trim()) || CATEGORY_LABELS[detection.category])

/** The title of its product, or the name of the object. */
export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (objectName(detection) ?? CATEGORY_LABELS[detection.category])

/** The part of the photo around a box that fills a frame of this ratio of height to width. */
export const cropAround = (bbox: Box, photo: ImageSize, ratio: number): Box => {
  const box = fromUnits(bbox, photo)
  const idealWidth = Math.max(box.width, box.height / ratio)
  const width = Math.min(idealWidth, photo.width, photo.height / ratio)
  const height = width * ratio
  const { x, y } = centreOf(box)
  return {
    x: clamp(x - width / 2, 0, photo.width - width),
    y: clamp(y - height / 2, 0, photo.height - height),
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
