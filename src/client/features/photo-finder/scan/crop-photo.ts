import { PHOTO_PREPARATION } from '#shared/constants.ts'
import type { Box } from '#shared/domain/box.ts'
import { fromUnits } from '#shared/domain/detection-frame.ts'
import type { Photo } from './finder-state.ts'

/** What lies inside a box of the photo, as a picture of its own. */
export const cropPhoto = async (photo: Photo, bbox: Box): Promise<Blob | null> => {
  const image = new Image()
  image.src = photo.previewUrl
  await image.decode()
  const { x, y, width, height } = fromUnits(bbox, photo)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', PHOTO_PREPARATION.jpegQuality)
  })
}
