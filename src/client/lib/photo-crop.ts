import { drawJpeg, PhotoProblem } from './photo.ts'
import { SHARE } from './service-worker-names.ts'
import { type Box, clampBox, fromUnits, type Size, toUnits } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

/** Crops, measures and stores a photo that is shown. */

type ShownPhoto = Size & { previewUrl: string }

/** The server refuses smaller pictures. */
const MIN_SIDE_PX = 64
/** A browser stores about five megabytes for a tab. */
const STORED_SIDE_PX = 1_280
/** The models also look around a box: this share of its width and height is sent on each side. */
const MARGIN = 0.3

const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch (cause) {
    throw new PhotoProblem(FINDER_TEXT.damagedPicture, { cause })
  }
  return image
}

export const measurePhoto = async (url: string): Promise<Size> => {
  const { naturalWidth, naturalHeight } = await loadImage(url)
  return { width: naturalWidth, height: naturalHeight }
}

/** A piece of the photo, given in its pixels, not larger than `maxSide`. */
export const cropPixels = async (
  photo: ShownPhoto,
  piece: Box,
  maxSide = Infinity,
): Promise<Blob> => {
  const scale = Math.min(1, maxSide / Math.max(piece.width, piece.height))
  return drawJpeg(await loadImage(photo.previewUrl), piece, {
    width: Math.round(piece.width * scale),
    height: Math.round(piece.height * scale),
  })
}

/** The pixels to crop for a box; for a tiny box they include its surroundings. */
export const cropArea = (bbox: Box, photo: Size): Box => {
  const { x, y, width, height } = fromUnits(bbox, photo)
  const across = Math.max(width, MIN_SIDE_PX)
  const down = Math.max(height, MIN_SIDE_PX)
  const centered = {
    x: x - (across - width) / 2,
    y: y - (down - height) / 2,
    width: across,
    height: down,
  }
  return clampBox(centered, { x: 0, y: 0, ...photo }, 1)
}

export const cropPhoto = (photo: ShownPhoto, bbox: Box): Promise<Blob> =>
  cropPixels(photo, cropArea(bbox, photo))

/** The piece of the photo to send for a box, in pixels, and the box in the frame of that piece. */
export const computePieceAround = (bbox: Box, photo: Size) => {
  const box = fromUnits(bbox, photo)
  const across = Math.max(box.width * (1 + 2 * MARGIN), MIN_SIDE_PX)
  const down = Math.max(box.height * (1 + 2 * MARGIN), MIN_SIDE_PX)
  const left = Math.max(0, Math.floor(box.x - (across - box.width) / 2))
  const top = Math.max(0, Math.floor(box.y - (down - box.height) / 2))
  const piece = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(photo.width, Math.ceil(left + across)) - left),
    height: Math.max(1, Math.min(photo.height, Math.ceil(top + down)) - top),
  }
  const inside = { ...box, x: box.x - piece.x, y: box.y - piece.y }
  const whole = { x: 0, y: 0, width: piece.width, height: piece.height }
  return { piece, bbox: toUnits(clampBox(inside, whole, 1), piece) }
}

/** The photo as a data: link, small enough to be stored in the browser. */
export const encodeDataUrl = async (photo: ShownPhoto): Promise<string> => {
  const { width, height } = photo
  const blob = await cropPixels(photo, { x: 0, y: 0, width, height }, STORED_SIDE_PX)
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable')))
    reader.readAsDataURL(blob)
  })
}

/** Does not use fetch, because the content security policy forbids it for data: links. */
export const decodeDataUrl = (dataUrl: string): Blob => {
  const [, base64 = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}

/** Takes the photo that was shared to the installed app; a second call finds none. */
export const takeSharedPhoto = async (): Promise<Blob | null> => {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open(SHARE.cache)
  const shared = await cache.match(SHARE.photoPath)
  if (!shared) return null
  await cache.delete(SHARE.photoPath)
  return shared.blob()
}
