import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'

/** Portraits are stored under the file name that the catalogue gives each person's image. */
const PORTRAIT_FOLDER = 'celebrities/'
export const buildPortraitKey = (image: string): string => PORTRAIT_FOLDER + image

/** The image of the person whose portrait has this key; null if it is no portrait's. */
export const parsePortraitKey = (key: string): string | null =>
  key.startsWith(PORTRAIT_FOLDER) ? key.slice(PORTRAIT_FOLDER.length) : null

export const buildPortraitUrl = (image: string): string =>
  `${MEDIA_PREFIX}${PORTRAIT_FOLDER}${encodeURIComponent(image)}`
