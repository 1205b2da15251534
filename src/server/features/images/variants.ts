import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import sharp from 'sharp'
import { IMAGE_PROXY, UPLOAD } from '#shared/constants.ts'
import { contentTypeOf, type Storage } from '#server/core/storage/storage.ts'

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

const FOLDER = 'variants/'
/** A picture is not kept waiting for a slow store longer than encoding it would take. */
const PATIENCE_MS = 500
/** Stored after the reply; while the store is slow, further ones are not. */
const MAX_PENDING = 32
/** Old months that are looked for, in case no server ran for a while. */
const SWEPT_MONTHS = 6

type Settings = { storage: Storage; log: Logger; now?: () => Date }

const monthBefore = (date: Date, months: number): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7)

/**
 * Public pictures that one server resized, for the others. Kept by month: whatever nobody asks for in
 * this month or the next is deleted.
 */
export const createSharedVariants = ({ storage, log, now = () => new Date() }: Settings) => {
  const pending = new Set<Promise<void>>()

  const keyOf = (name: string, format: Format, monthsAgo: number) =>
    `${FOLDER}${monthBefore(now(), monthsAgo)}/${createHash('sha256').update(name).digest('hex')}.${format}`

  const find = async (name: string, format: Format) => {
    const read = async (monthsAgo: number) =>
      (await storage.get(keyOf(name, format, monthsAgo)))?.body ?? null
    const [current, last] = await Promise.all([read(0), read(1)])
    if (!current && last) put(name, format, last)
    return current ?? last
  }

  /** Never rejects and returns at once: a picture that is not shared is made again elsewhere. */
  const put = (name: string, format: Format, body: Buffer): void => {
    if (pending.size >= MAX_PENDING) return
    const key = keyOf(name, format, 0)
    const storing = storage
      .put(key, body, contentTypeOf(key))
      .catch((err: unknown) => log.warn({ err }, 'A resized picture could not be shared'))
      .finally(() => pending.delete(storing))
    pending.add(storing)
  }

  return {
    put,

    /** Null also if the store fails or is slow. */
    get: async (name: string, format: Format): Promise<Buffer | null> => {
      const stop = new AbortController()
      const tooLate = delay(PATIENCE_MS, null, { signal: stop.signal }).catch(() => null)
      const reading = find(name, format).catch((err: unknown) => {
        log.warn({ err }, 'Shared pictures could not be read')
        return null
      })
      const body = await Promise.race([reading, tooLate])
      stop.abort()
      return body
    },

    /** Of the months that are read; the sweep deletes all others within the hour. */
    remove: async (name: string, format: Format): Promise<void> => {
      await Promise.all([0, 1].map((ago) => storage.delete(keyOf(name, format, ago))))
    },

    sweep: async (): Promise<void> => {
      for (let monthsAgo = 2; monthsAgo < 2 + SWEPT_MONTHS; monthsAgo += 1)
        for await (const key of storage.list(`${FOLDER}${monthBefore(now(), monthsAgo)}/`))
          await storage.delete(key)
    },

    close: async (): Promise<void> => {
      await Promise.all(pending)
    },
  }
}
export type SharedVariants = ReturnType<typeof createSharedVariants>
