import { MEDIA_PREFIX } from '#server/providers/storage/storage.ts'

/** Portraits lie in the storage under the image name that spec section 3 derives from a name. */
export const PORTRAIT_FOLDER = 'celebrities/'

export const portraitUrl = (image: string): string =>
  `${MEDIA_PREFIX}${PORTRAIT_FOLDER}${encodeURIComponent(image)}`
