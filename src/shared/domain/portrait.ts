import { type Box, clampBox, type ImageSize } from './box.ts'

const FULL_PHOTO: Box = { x: 0, y: 0, width: 1, height: 1 }

/** A square of a photo, in fractions of it; `size` is the share of its shorter side. */
export const squareOf = (
  { width, height }: ImageSize,
  size: number,
  centre: { x: number; y: number },
): Box => {
  const side = size * Math.min(width, height)
  const box = { width: side / width, height: side / height }
  return clampBox(
    { ...box, x: centre.x - box.width / 2, y: centre.y - box.height / 2 },
    FULL_PHOTO,
    0,
  )
}

/** The default: in a full-length photo the face is near the top. */
export const defaultPortrait = (photo: ImageSize): Box => squareOf(photo, 0.4, { x: 0.5, y: 0.16 })
