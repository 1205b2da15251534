import { IMAGE_PROXY } from './constants.ts'

/** Uploads are private: only their owner can load them, and no cache keeps them. */
export const UPLOADS_PATH = '/media/uploads/'

/** The path of an upload; other clients may have stored its full URL. */
const parseUploadPath = (url: string): string | null => {
  const origin = typeof location === 'undefined' ? null : location.origin
  const path = origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  return path.startsWith(UPLOADS_PATH) ? path : null
}

/** A picture that this browser has stored, in one size. */
const isLocalBlob = (url: string) => url.startsWith('blob:')

const addWidth = (address: string, width: number): string =>
  isLocalBlob(address) ? address : `${address}${address.includes('?') ? '&' : '?'}w=${width}`

/** Pictures of the catalogue are shown through the image proxy, which also resizes them. */
export const buildPictureUrl = (url: string, width?: number): string => {
  if (isLocalBlob(url)) return url
  const address =
    parseUploadPath(url) ?? `/api/image-proxy?${new URLSearchParams({ url }).toString()}`
  return width ? addWidth(address, width) : address
}

/** Every width up to `widest`, for the browser to choose from. */
export const buildPictureSrcSet = (url: string, widest: number): string => {
  const address = buildPictureUrl(url)
  return IMAGE_PROXY.widths
    .filter((width) => width <= widest)
    .map((width) => `${addWidth(address, width)} ${width}w`)
    .join(', ')
}

type Shape = { widest: number; sizes: string }

/**
 * Display widths of pictures. The server preloads the first pictures of a page with these values; the
 * browser would load a picture twice that is shown with other values.
 */
export const PICTURE_SHAPES = {
  tile: {
    widest: 1024,
    sizes: '(max-width: 600px) calc(50vw - 22px), (max-width: 1100px) calc(33vw - 20px), 320px',
  },
  look: { widest: 1600, sizes: '(max-width: 600px) 100vw, 560px' },
  product: { widest: 768, sizes: '(max-width: 600px) calc(50vw - 22px), 260px' },
  sample: { widest: 1024, sizes: '(max-width: 600px) 57vw, 320px' },
  example: { widest: 1024, sizes: '(max-width: 600px) 116px, (max-width: 960px) 38vw, 440px' },
  portrait: { widest: 384, sizes: '(max-width: 600px) 104px, 132px' },
  celebrity: { widest: 640, sizes: '(max-width: 600px) 30vw, 200px' },
  /** A round portrait or a small product next to text. */
  avatar: { widest: 256, sizes: '64px' },
} as const satisfies Record<string, Shape>

export type PictureShape = keyof typeof PICTURE_SHAPES
