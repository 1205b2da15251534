import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'

/** Portraits are stored under the image name of spec section 3. */
export const PORTRAIT_FOLDER = 'celebrities/'

export const portraitUrl = (image: string): string =>
  `${MEDIA_PREFIX}${PORTRAIT_FOLDER}${encodeURIComponent(image)}`
