import { useState } from 'react'
import { PICTURE_SHAPES, type PictureShape, pictureSrcSet, pictureUrl } from '#shared/pictures.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './picture.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type PictureProps = {
  url: string
  /** Empty where words beside the picture already say it. */
  alt: string
  width: number | null
  height: number | null
  /** Dominant colour, shown until the picture arrives. */
  color?: string | null
  /** How wide it is shown. */
  shape: PictureShape
  /** In the first row: fetched at once and before others. */
  isPriority?: boolean
  /** Height over width of the frame, when that is not the picture's own: the picture is cut to fill it. */
  frameRatio?: number
  /** Where to cut, as in `object-position`. */
  focus?: string
  className?: string | undefined
}

const FALLBACK_RATIO = 3 / 2
/** For the few browsers that know no srcset. */
const FALLBACK_WIDTH = 640

/** Its place is taken before it arrives, so that nothing on the page ever moves. */
export const Picture = ({
  url,
  alt,
  width,
  height,
  color,
  shape,
  isPriority = false,
  frameRatio,
  focus,
  className,
}: PictureProps) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const ratio = frameRatio ?? (width && height ? height / width : FALLBACK_RATIO)
  return (
    <span
      className={classNames(styles.frame, className)}
      style={{ aspectRatio: String(1 / ratio), backgroundColor: color ?? undefined }}
    >
      {failedUrl === url ? (
        <span className={styles.missing}>
          <Icon name="picture" size={28} />
          <VisuallyHidden>{alt || 'Picture not available'}</VisuallyHidden>
        </span>
      ) : (
        <img
          srcSet={pictureSrcSet(url, PICTURE_SHAPES[shape].widest)}
          src={pictureUrl(url, FALLBACK_WIDTH)}
          className={styles.image}
          style={{ objectPosition: focus }}
          sizes={PICTURE_SHAPES[shape].sizes}
          width={width ?? undefined}
          height={height ?? undefined}
          alt={alt}
          loading={isPriority ? 'eager' : 'lazy'}
          fetchPriority={isPriority ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  )
}
