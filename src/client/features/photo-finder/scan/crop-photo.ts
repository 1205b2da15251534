import { type Box, clampBox, fromUnits } from '#shared/domain/box.ts'
import type { Photo } from './finder-state.ts'
import { jpegOf } from './prepare-photo.ts'

/** The server refuses smaller pictures, and nobody could see anything in one. */
const MIN_SIDE_PX = 64

/** The pixels to cut out for a box: of a tiny box also what is around it. */
export const cropArea = (bbox: Box, photo: { width: number; height: number }): Box => {
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

/** A piece of the photo, given in its pixels, not larger than `maxSide`. */
export const cropPixels = async (photo: Photo, piece: Box, maxSide = Infinity): Promise<Blob> => {
  const image = new Image()
  image.src = photo.previewUrl
  await image.decode()
  const { x, y, width, height } = piece
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return jpegOf(canvas)
}

export const cropPhoto = (photo: Photo, bbox: Box): Promise<Blob> =>
  cropPixels(photo, cropArea(bbox, photo))
