import { QueueFull } from '#server/concurrency/queue.ts'
import { createSingleFlight } from '#server/concurrency/single-flight.ts'
import { AppError } from '#server/http/errors.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImagesStore } from './images.store.ts'
import type { Media } from './media.service.ts'
import type { RemoteOriginals } from './remote-originals.service.ts'
import { encodeVariant, type Variant } from './variant.ts'

type ProxyParts = {
  store: ImagesStore
  media: Media
  originals: RemoteOriginals
  cache: DiskCache
  /** Limits how many pictures are processed at once. */
  queue: <T>(work: () => Promise<T>) => Promise<T>
}

type ProxiedPicture = { body: Buffer; isLasting: boolean }

const refused = () => new AppError(404, 'This picture is not in the catalogue')

export const createImageProxy = ({ store, media, originals, cache, queue }: ProxyParts) => {
  const once = createSingleFlight<Buffer>()

  const originalOf = async (url: string, key: string | null): Promise<Buffer> => {
    if (key === null) return originals.read(url)
    const file = await media.read(key)
    if (!file) throw refused()
    return file.body
  }

  const make = async (url: string, key: string | null, variant: Variant): Promise<Buffer> => {
    try {
      const original = await originalOf(url, key)
      const body = await queue(() => encodeVariant(original, variant))
      await cache.put(variantKey(url, variant), body)
      return body
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      if (cause instanceof QueueFull)
        throw new AppError(503, 'Too busy. Please try again.', { retryAfterSeconds: 2 })
      throw new AppError(502, 'The picture could not be loaded', { cause })
    }
  }

  return {
    /** `beforeWork` runs only if the picture is not cached and must be fetched or converted. */
    read: async (
      url: string,
      variant: Variant,
      beforeWork: () => Promise<void>,
    ): Promise<ProxiedPicture> => {
      const key = media.keyOf(url)
      if (key === null && !(await store.isCataloguePicture(url))) throw refused()
      const isLasting = key !== null && media.isLasting(key)
      const name = variantKey(url, variant)
      const cached = await cache.get(name)
      if (cached) return { body: cached, isLasting }
      await beforeWork()
      return { body: await once(name, () => make(url, key, variant)), isLasting }
    },
  }
}
export type ImageProxy = ReturnType<typeof createImageProxy>

const variantKey = (url: string, { width, format }: Variant): string => `${width} ${format} ${url}`
