import { DETECTION } from '#shared/constants.ts'
import { type Box, fromUnits } from '#shared/domain/box.ts'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './detection-card.module.css'

const UNITS = DETECTION.frameUnits

/** The background-position that puts `start` at the edge of a box of this size. */
const shift = (start: number, size: number) => (size >= UNITS ? 0 : (100 * start) / (UNITS - size))

/** The inside of a box, cropped with CSS alone. */
export const PhotoCrop = ({ photo, bbox }: { photo: Photo; bbox: Box }) => {
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
