/** The app as devices install it. */

export const MANIFEST_TEXT = {
  description: 'Browse the products celebrities and creators use, and find products from a photo.',
  find: 'Find products in a photo',
} as const

export const SITE_SERVICE_TEXT = {
  unreadablePicture: 'This picture cannot be read. Try another file.',
} as const
