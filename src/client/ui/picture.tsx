import { PICTURE_SHAPES, type PictureShape, pictureSrcSet, pictureUrl } from '#shared/pictures.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './picture.module.css'
import { usePictureRetry } from './use-picture-retry.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type PictureProps = {
  url: string
  /** None if the text beside the picture already says it. */
  alt?: string
  width?: number | null
  height?: number | null
  /** Dominant colour, shown until the picture loads. */
  color?: string | null
  /** How wide it is shown. */
  shape: PictureShape
  /** In the first row: loaded first. */
  isPriority?: boolean
  /** Height over width of the frame, if the picture is cropped to fill it. */
  frameRatio?: number
  /** What to keep in view when cropping: an `object-position`. */
  focus?: string
  /** Address of a smaller version that is already loaded, shown until this one is. */
  thumbnail?: string | undefined
  className?: string | undefined
}

const FALLBACK_RATIO = 3 / 2
/** For browsers without srcset. */
const FALLBACK_WIDTH = 640

/** Reserves its space before it loads, so that the page does not shift. */
export const Picture = ({
  url,
  alt = '',
  width,
  height,
  color,
  shape,
  isPriority = false,
  frameRatio,
  focus,
  thumbnail,
  className,
}: PictureProps) => {
  const { attempt, hasFailed, ref, handleError } = usePictureRetry(url)
  const ratio = frameRatio ?? (width && height ? height / width : FALLBACK_RATIO)
  return (
    <span
      className={classNames(styles.frame, className)}
      style={{
        aspectRatio: String(1 / ratio),
        backgroundColor: color ?? undefined,
        backgroundImage: thumbnail && `url(${JSON.stringify(thumbnail)})`,
      }}
    >
      {hasFailed ? (
        <span className={styles.missing}>
          <Icon name="picture" size={28} />
          <VisuallyHidden>{alt || 'Picture not available'}</VisuallyHidden>
        </span>
      ) : (
        <img
          key={attempt}
          ref={ref}
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
          onError={({ currentTarget }) => void handleError(currentTarget)}
        />
      )}
    </span>
  )
}
