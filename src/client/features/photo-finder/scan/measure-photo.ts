import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { PhotoProblem } from './prepare-photo.ts'

export const measurePhoto = (url: string): Promise<{ width: number; height: number }> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () =>
      resolve({ width: image.naturalWidth, height: image.naturalHeight }),
    )
    image.addEventListener('error', () => reject(new PhotoProblem(FINDER_TEXT.damagedPicture)))
    image.src = url
  })
