import {
  decodePhoto,
  readExifOrientation,
  PhotoProblem,
  computeSizeToSend,
  createInverseRotation,
} from '#client/lib/photo.ts'
import { PHOTO_PREPARATION, UPLOAD } from '#shared/constants.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import {
  createWorkingPicture,
  FORMAT_BYTES,
  rotateSize,
  rotateUpright,
} from '#shared/vision/scale.ts'
import type { OpenedPhoto } from './device-messages.ts'

/** The pixels that are read at a time, to limit the memory used besides the photo itself. */
const STRIP_PIXELS = 1_048_576

const contextOf = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height)
  // Read from main memory: copies from a graphics card would take longer than drawing.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
  // Transparent pictures get a white background, as on the server.
  context.fillStyle = '#ffffff'
  return { canvas, context }
}

/**
 * The pixels for the models. They are the same as on the server, which first scales a picture as it is
 * in its file and then turns it.
 */
const pictureOf = (bitmap: ImageBitmap, start: Uint8Array, orientation: number): RawPicture => {
  const size = rotateSize(bitmap, orientation)
  const back = createInverseRotation(orientation, size)
  const { block, add, finish } = createWorkingPicture(size, start)
  const blockRows = Math.max(1, Math.floor(STRIP_PIXELS / size.width / block))
  const strip = Math.min(size.height, blockRows * block)
  const { context } = contextOf(size.width, strip)
  context.imageSmoothingEnabled = false
  for (let top = 0; top < size.height; top += strip) {
    const rows = Math.min(strip, size.height - top)
    context.resetTransform()
    context.fillRect(0, 0, size.width, rows)
    context.setTransform(new DOMMatrix().translate(0, -top).multiply(back))
    context.drawImage(bitmap, 0, 0)
    add(context.getImageData(0, 0, size.width, rows).data, top, rows)
  }
  return rotateUpright(finish(), orientation)
}

/** An upright JPEG of limited size, for the screen. */
const previewOf = async (bitmap: ImageBitmap): Promise<OpenedPhoto> => {
  const size = computeSizeToSend(bitmap)
  const { canvas, context } = contextOf(size.width, size.height)
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  const preview = await canvas.convertToBlob({
    type: 'image/jpeg',
    quality: PHOTO_PREPARATION.jpegQuality,
  })
  return { preview, ...size }
}

export const openPicture = async (
  file: Blob,
): Promise<{ picture: RawPicture; opened: OpenedPhoto }> => {
  const bitmap = await decodePhoto(file)
  try {
    if (bitmap.width * bitmap.height > UPLOAD.maxPixels)
      throw new PhotoProblem(FINDER_TEXT.tooLarge(UPLOAD.maxPixels / 1e6))
    const start = new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer())
    const picture = pictureOf(bitmap, start, await readExifOrientation(file))
    return { picture, opened: await previewOf(bitmap) }
  } finally {
    bitmap.close()
  }
}
