import { PICTURE_SHAPES, type PictureShape, pictureSrcSet, pictureUrl } from '#shared/pictures.ts'
import { classNames } from './class-names.ts'
import styles from './picture.module.css'
import { usePictureRetry } from './use-picture-retry.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type PictureProps = {
  /** Empty for the placeholder of a missing picture. */
  url: string
  /** Omitted where the text beside the picture already says it. */
  alt?: string
  width?: number | null
  height?: number | null
  /** Dominant colour, shown until the picture loads. */
  color?: string | null
  /** Decides how wide it is. */
  shape: PictureShape
  /** Loads before other pictures, for the first row of a list. */
  isPriority?: boolean
  /** Height over width of the frame, if the picture is cropped to fill it. */
  frameRatio?: number
  /** The `object-position` that stays visible when the picture is cropped. */
  focus?: string
  /** Address of a smaller version that is already loaded, shown until this one is. */
  thumbnail?: string | undefined
  className?: string | undefined
}

/** An empty clothes hanger, for a missing picture. */
const HANGER =
  'M20.2 10.6a3.8 3.8 0 1 1 5.9 3.1c-1.3.9-2.1 1.6-2.1 3.1v1.4L5.6 31.4c-1.9 1.4-1 4.4 1.4 4.4h34c2.4 0 3.3-3 1.4-4.4L24 18.2'

const FALLBACK_RATIO = 3 / 2

type PictureSize = { width?: number | null | undefined; height?: number | null | undefined }

/** Height over width, even before the size is known. */
export const ratioOf = ({ width, height }: PictureSize): number =>
  width && height ? height / width : FALLBACK_RATIO

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
  const ratio = frameRatio ?? ratioOf({ width, height })
  return (
    <span
      className={classNames(styles.frame, className)}
      style={{
        aspectRatio: String(1 / ratio),
        backgroundColor: color ?? undefined,
        backgroundImage: thumbnail && `url(${JSON.stringify(thumbnail)})`,
      }}
    >
      {hasFailed || url === '' ? (
        <span className={styles.missing}>
          <svg viewBox="0 0 48 44" aria-hidden="true" focusable="false">
            <path d={HANGER} vectorEffect="non-scaling-stroke" />
          </svg>
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
