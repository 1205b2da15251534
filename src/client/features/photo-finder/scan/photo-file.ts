import { SHARE } from '#client/lib/service-worker-names.ts'
import { PHOTO_PREPARATION, UPLOAD } from '#shared/constants.ts'
import { type Box, clampBox, fromUnits, type ImageSize, toUnits } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { exifOrientation, turned } from './exif-orientation.ts'
import type { Photo } from './finder-state.ts'

/** Decodes, scales and crops a photo in the browser, before it is sent. */

/** A file cannot be scanned, for the reason in its message, which the user sees. */
export class PhotoProblem extends Error {}

/** The server refuses smaller pictures. */
const MIN_SIDE_PX = 64
/** A browser stores about five megabytes for a tab. */
const STORED_SIDE_PX = 1_280
/** The models also look around a box: this share of its width and height is sent on each side. */
const MARGIN = 0.3

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Checks the bytes, because operating systems disagree on the type of HEIC files. */
export const isHeic = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return text.startsWith('ftyp') && HEIC_BRANDS.has(text.slice(4))
}

/** The size to upload: the server would shrink a larger photo anyway. */
export const sizeToSend = ({ width, height }: ImageSize): ImageSize => {
  const scale = Math.min(1, UPLOAD.maxSidePx / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Also works in a worker, which has no document. */
export const decodePhoto = async (file: Blob): Promise<ImageBitmap> => {
  try {
    const isWebp = (await file.slice(8, 12).text()) === 'WEBP'
    const orientation = isWebp ? await exifOrientation(file) : 1
    if (orientation === 1) return await createImageBitmap(file, { imageOrientation: 'from-image' })
    return await turned(await createImageBitmap(file, { imageOrientation: 'none' }), orientation)
  } catch (cause) {
    const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
    if (isHeic(head)) throw new PhotoProblem(FINDER_TEXT.heicNotReadable, { cause })
    const isImage = file.type.startsWith('image/')
    throw new PhotoProblem(isImage ? FINDER_TEXT.damagedPicture : FINDER_TEXT.notAPicture, {
      cause,
    })
  }
}

const drawJpeg = async (
  source: CanvasImageSource,
  { x, y, width, height }: Box,
  size: ImageSize,
): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context) {
    // A JPEG has no transparency: a cut-out garment would get a black background.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, size.width, size.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height)
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', PHOTO_PREPARATION.jpegQuality)
  })
  if (!context || !blob) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
  return blob
}

/** The photo as it is uploaded: an upright JPEG of limited size, without metadata. */
export const preparePhoto = async (file: Blob): Promise<ImageSize & { blob: Blob }> => {
  const bitmap = await decodePhoto(file)
  try {
    const size = sizeToSend(bitmap)
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
    return { blob: await drawJpeg(bitmap, whole, size), ...size }
  } finally {
    bitmap.close()
  }
}

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

export const measurePhoto = async (url: string): Promise<ImageSize> => {
  const { naturalWidth, naturalHeight } = await loadImage(url)
  return { width: naturalWidth, height: naturalHeight }
}

/** A piece of the photo, given in its pixels, not larger than `maxSide`. */
export const cropPixels = async (photo: Photo, piece: Box, maxSide = Infinity): Promise<Blob> => {
  const scale = Math.min(1, maxSide / Math.max(piece.width, piece.height))
  return drawJpeg(await loadImage(photo.previewUrl), piece, {
    width: Math.round(piece.width * scale),
    height: Math.round(piece.height * scale),
  })
}

/** The pixels to crop for a box; for a tiny box they include its surroundings. */
export const cropArea = (bbox: Box, photo: ImageSize): Box => {
  const { x, y, width, height } = fromUnits(bbox, photo)
  const across = Math.max(width, MIN_SIDE_PX)
  const down = Math.max(height, MIN_SIDE_PX)
  const centred = {
    x: x - (across - width) / 2,
    y: y - (down - height) / 2,
    width: across,
    height: down,
  }
  return clampBox(centred, { x: 0, y: 0, ...photo }, 1)
}

export const cropPhoto = (photo: Photo, bbox: Box): Promise<Blob> =>
  cropPixels(photo, cropArea(bbox, photo))

/** The piece of the photo to send for a box, in pixels, and the box in the frame of that piece. */
export const pieceAround = (bbox: Box, photo: ImageSize) => {
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
export const dataUrlOf = async (photo: Photo): Promise<string> => {
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
export const blobOf = (dataUrl: string): Blob => {
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
