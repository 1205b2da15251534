import type { Size } from '#shared/domain/box.ts'
import type { Corners, Letterbox } from './image-ops.ts'

/** RGB bytes of an upright picture at working size. */
export type RawPicture = {
  /** Full size of the upright picture, after EXIF rotation. */
  size: Size
  working: { pixels: Uint8Array; size: Size }
}

/** Small enough to decode a 12-megapixel JPEG at a quarter, and as large as the models can use. */
export const WORKING_SIDE = 800

/** Consecutive crops as padded squares, and the size of each crop in its square. */
export type Squares = {
  pixels: Uint8Array
  side: number
  contentSizes: Size[]
  /** The words model's output, if it has run already. */
  rows?: readonly Float32Array[]
}

/** The port to whatever scales pictures: libvips on the server, `scale.ts` in the browser. */
export type PictureScaler = {
  letterboxed: (
    picture: RawPicture,
    side: number,
  ) => Promise<{ pixels: Uint8Array; frame: Letterbox }>
  /** Squares of `side` pixels around `boxes` (in pixels of the upright picture), with centred crops. */
  cutSquares: (
    picture: RawPicture,
    boxes: readonly Corners[],
    margin: number,
    side: number,
  ) => Promise<Squares>
}

/** At most `count` squares, starting at `first`. */
export const sliceSquares = (
  { pixels, side, contentSizes, rows }: Squares,
  first: number,
  count: number,
): Squares => {
  const bytes = side * side * 3
  return {
    pixels: pixels.subarray(first * bytes, (first + count) * bytes),
    side,
    contentSizes: contentSizes.slice(first, first + count),
    ...(rows && { rows: rows.slice(first, first + count) }),
  }
}
