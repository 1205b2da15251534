import { useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '#shared/durations.ts'
import {
  PICTURE_SHAPES,
  type PictureShape,
  buildPictureSrcSet,
  buildPictureUrl,
} from '#shared/pictures.ts'
import { classNames } from './class-names.ts'
import styles from './picture.module.css'
import { UI_TEXT } from './ui-messages.ts'

type PictureProps = {
  /** Empty for the placeholder of a missing picture. */
  url: string
  /** Omitted where the text beside the picture already describes it. */
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
  /** What stays visible when the picture is cropped, as an `object-position`. */
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
export const computeRatio = ({ width, height }: PictureSize): number =>
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
  const { attempt, isWaiting, hasFailed, ref, handleError } = usePictureRetry(url)
  const ratio = frameRatio ?? computeRatio({ width, height })
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
          <span className="visually-hidden">{alt || UI_TEXT.noPicture}</span>
        </span>
      ) : isWaiting ? (
        // Still the name of the link around it.
        <span className="visually-hidden">{alt}</span>
      ) : (
        <img
          key={attempt}
          ref={ref}
          srcSet={buildPictureSrcSet(url, PICTURE_SHAPES[shape].widest)}
          src={buildPictureUrl(url, FALLBACK_WIDTH)}
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

/** A cold cache on a busy machine may take a minute to fill. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const MAX_WAIT_MS = MINUTE_MS
/** Statuses of a busy server; other failures are permanent. */
const RETRYABLE = new Set([429, 503])

/** How long to wait before attempt number `attempt` + 1. Null if it is not worth another try. */
export const chooseRetryDelayMs = async (
  address: string,
  attempt: number,
  jitter = Math.random(),
): Promise<number | null> => {
  const waitMs = WAITS_MS[attempt]
  if (waitMs === undefined) return null
  // An `<img>` does not report why it failed. Meanwhile the picture may be available, or the network lost.
  const reply = await fetch(address, { method: 'HEAD' }).catch(() => null)
  if (reply && !reply.ok && !RETRYABLE.has(reply.status)) return null
  const retryAfterMs = Number(reply?.headers.get('retry-after')) * 1_000 || 0
  // The jitter spreads the requests of a page's pictures.
  return Math.min(Math.max(retryAfterMs, waitMs) * (1 + jitter / 2), MAX_WAIT_MS)
}

const isBrokenImage = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0

/**
 * Loads a picture again that a busy server refused; each `attempt` is a new `<img>`. Meanwhile there is
 * none, because browsers would show a broken one.
 */
const usePictureRetry = (url: string) => {
  const first = { url, attempt: 0, isWaiting: false, hasFailed: false }
  const [state, setState] = useState(first)
  const current = state.url === url ? state : first
  const ref = useRef<HTMLImageElement>(null)

  const handleError = async ({ currentSrc, src }: HTMLImageElement) => {
    const { attempt } = current
    const waiting = { ...current, isWaiting: true }
    setState((latest) => (latest === state ? waiting : latest))
    const delayMs = await chooseRetryDelayMs(currentSrc || src, attempt)
    // Ignored if the component shows another picture by then.
    const update = (next: typeof current) =>
      setState((latest) => (latest === waiting ? next : latest))
    if (delayMs === null) update({ ...waiting, hasFailed: true })
    else setTimeout(() => update({ ...first, attempt: attempt + 1 }), delayMs)
  }

  // A picture that the server rendered may have failed before the app was listening.
  const handleEarlyError = useRef(handleError)
  useEffect(() => {
    if (ref.current && isBrokenImage(ref.current)) void handleEarlyError.current(ref.current)
  }, [])

  return { ...current, ref, handleError }
}

const SEPARATOR = '\n'

/** Prefetches the file that `<Picture>` will show in this shape. */
export const prefetchPicture = (url: string, shape: PictureShape) => {
  const image = new Image()
  image.fetchPriority = 'low'
  image.sizes = PICTURE_SHAPES[shape].sizes
  image.srcset = buildPictureSrcSet(url, PICTURE_SHAPES[shape].widest)
}

export const usePrefetchedPictures = (urls: readonly string[], shape: PictureShape) => {
  const key = urls.join(SEPARATOR)
  useEffect(() => {
    for (const url of key ? key.split(SEPARATOR) : []) prefetchPicture(url, shape)
  }, [key, shape])
}
