import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import sharp from 'sharp'
import { IMAGE_PROXY, UPLOAD } from '#shared/constants.ts'
import { getContentType, type Storage } from '#server/core/storage/storage.ts'
import { refuseCostlyMetadata } from '#server/vision/sharp-picture.ts'

/** One thread per picture: our queue decides how many run at once and keeps a core for requests. */
sharp.concurrency(1)
sharp.cache(false)

export type Format = 'avif' | 'webp' | 'jpeg'
export type Variant = { width: number; format: Format }

/** The cache key of a resized picture. */
export const buildVariantKey = (url: string, { width, format }: Variant): string =>
  `${width} ${format} ${url}`
export type PictureFacts = { width: number; height: number; color: string }

const WIDEST = Math.max(...IMAGE_PROXY.widths)

/** All variants that the proxy may have cached. */
export const allVariants: readonly Variant[] = IMAGE_PROXY.widths.flatMap((width) =>
  (['avif', 'webp', 'jpeg'] as const).map((format) => ({ width, format })),
)

export const roundToOfferedWidth = (requested: number | undefined): number =>
  IMAGE_PROXY.widths.find((width) => width >= (requested ?? WIDEST)) ?? WIDEST

const acceptsType = (accept: string, type: string): boolean =>
  accept.split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Only formats that the browser lists: a wildcard does not promise support for new formats. */
export const chooseFormat = (accept: string): Format => {
  if (acceptsType(accept, 'image/avif')) return 'avif'
  return acceptsType(accept, 'image/webp') ? 'webp' : 'jpeg'
}

const openOriginal = (original: Buffer) =>
  sharp(original, { limitInputPixels: UPLOAD.maxPixels, failOn: 'error', pages: 1 }).autoOrient()

const RASTER_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** Null unless it really is a raster picture. */
export const readPictureFacts = async (original: Buffer): Promise<PictureFacts | null> => {
  try {
    refuseCostlyMetadata(original)
    const { format, autoOrient } = await sharp(original, {
      limitInputPixels: UPLOAD.maxPixels,
    }).metadata()
    if (!RASTER_FORMATS.has(format)) return null
    const { data } = await openOriginal(original)
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
  const resized = openOriginal(original).resize({ width, withoutEnlargement: true })
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
  openOriginal(original)
    .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover', position: 'top' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()

const FOLDER = 'variants/'
/** Waiting longer for a slow storage would take more time than encoding the picture. */
const READ_TIMEOUT_MS = 500
/** Pictures are stored after the reply. While the storage is slow, further ones are not stored. */
const MAX_PENDING = 32
/** How many old months are deleted, in case no server ran for a while. */
const SWEPT_MONTHS = 6

type SharedVariantsDependencies = { storage: Storage; log: Logger; now?: () => Date }

const formatMonthBefore = (date: Date, months: number): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7)

/**
 * Shares public pictures that one server resized with the others. They are stored by month: a picture
 * that nobody requests in this month or the next is deleted.
 */
export const createSharedVariants = ({
  storage,
  log,
  now = () => new Date(),
}: SharedVariantsDependencies) => {
  const pending = new Set<Promise<void>>()

  const buildKey = (name: string, format: Format, monthsAgo: number) =>
    `${FOLDER}${formatMonthBefore(now(), monthsAgo)}/${createHash('sha256').update(name).digest('hex')}.${format}`

  const find = async (name: string, format: Format) => {
    const read = async (monthsAgo: number) =>
      (await storage.get(buildKey(name, format, monthsAgo)))?.body ?? null
    const [current, last] = await Promise.all([read(0), read(1)])
    if (!current && last) put(name, format, last)
    return current ?? last
  }

  /** Never rejects and returns at once: other servers can encode a picture that was not shared. */
  const put = (name: string, format: Format, body: Buffer): void => {
    if (pending.size >= MAX_PENDING) return
    const key = buildKey(name, format, 0)
    const storing = storage
      .put(key, body, getContentType(key))
      .catch((err: unknown) => log.warn({ err }, 'Could not share a resized picture'))
      .finally(() => pending.delete(storing))
    pending.add(storing)
  }

  return {
    put,

    /** Also null if the storage fails or is slow. */
    get: async (name: string, format: Format): Promise<Buffer | null> => {
      const stop = new AbortController()
      const tooLate = delay(READ_TIMEOUT_MS, null, { signal: stop.signal }).catch(() => null)
      const reading = find(name, format).catch((err: unknown) => {
        log.warn({ err }, 'Could not read shared pictures')
        return null
      })
      const body = await Promise.race([reading, tooLate])
      stop.abort()
      return body
    },

    /** Removes it from the months that are read; the sweep deletes the others within the hour. */
    remove: async (name: string, format: Format): Promise<void> => {
      await Promise.all([0, 1].map((ago) => storage.delete(buildKey(name, format, ago))))
    },

    sweep: async (): Promise<void> => {
      for (let monthsAgo = 2; monthsAgo < 2 + SWEPT_MONTHS; monthsAgo += 1)
        for await (const key of storage.list(`${FOLDER}${formatMonthBefore(now(), monthsAgo)}/`))
          await storage.delete(key)
    },

    close: async (): Promise<void> => {
      await Promise.all(pending)
    },
  }
}
export type SharedVariants = ReturnType<typeof createSharedVariants>
