import sharp from 'sharp'
import { IMAGE_PROXY, UPLOAD } from '#shared/constants.ts'

/** One thread per picture: our queue decides how many run at once and keeps a core for requests. */
sharp.concurrency(1)
sharp.cache(false)

export type Format = 'avif' | 'webp' | 'jpeg'
export type Variant = { width: number; format: Format }

/** What the caches call a resized picture. */
export const variantKey = (url: string, { width, format }: Variant): string =>
  `${width} ${format} ${url}`
export type PictureFacts = { width: number; height: number; color: string }

const WIDEST = Math.max(...IMAGE_PROXY.widths)

/** Every form in which the proxy may have kept a picture. */
export const allVariants: readonly Variant[] = IMAGE_PROXY.widths.flatMap((width) =>
  (['avif', 'webp', 'jpeg'] as const).map((format) => ({ width, format })),
)

export const ladderWidth = (wanted: number | undefined): number =>
  IMAGE_PROXY.widths.find((width) => width >= (wanted ?? WIDEST)) ?? WIDEST

const accepts = (accept: string, type: string): boolean =>
  accept.split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Only formats the browser names: a wildcard does not promise support for new ones. */
export const formatFor = (accept: string): Format => {
  if (accepts(accept, 'image/avif')) return 'avif'
  return accepts(accept, 'image/webp') ? 'webp' : 'jpeg'
}

const open = (original: Buffer) =>
  sharp(original, { limitInputPixels: UPLOAD.maxPixels, failOn: 'error', pages: 1 }).autoOrient()

const RASTER_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** Null unless it really is a raster picture. */
export const factsOf = async (original: Buffer): Promise<PictureFacts | null> => {
  try {
    const { format, autoOrient } = await sharp(original, {
      limitInputPixels: UPLOAD.maxPixels,
    }).metadata()
    if (!RASTER_FORMATS.has(format)) return null
    const { data } = await open(original)
      .flatten({ background: '#ffffff' })
      .resize(1, 1, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      color: `#${data.subarray(0, 3).toString('hex')}`,
    }
  } catch {
    // Damaged, too many pixels, or not a picture.
    return null
  }
}

/** Never enlarges. */
export const encodeVariant = async (
  original: Buffer,
  { width, format }: Variant,
): Promise<Buffer> => {
  const resized = open(original).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return resized.avif({ quality: 55, effort: 1 }).toBuffer()
  if (format === 'webp') return resized.webp({ quality: 76, effort: 3 }).toBuffer()
  return resized
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer()
}

const PORTRAIT_PX = 512

/** In a full-length picture the face is near the top. */
export const makePortrait = (original: Buffer): Promise<Buffer> =>
  open(original)
    .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover', position: 'top' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
