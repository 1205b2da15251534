import { cancelled, type PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { createSharedWork } from '#server/core/concurrency/tasks.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImagesStore } from './images.store.ts'
import type { Media } from './media.service.ts'
import { goneError, type PictureGuard } from './picture-guard.ts'
import type { RemoteOriginals } from './remote-pictures.ts'
import {
  encodeVariant,
  type Format,
  type SharedVariants,
  type Variant,
  variantKey,
} from './variants.ts'

type ProxyParts = {
  store: ImagesStore
  media: Media
  guard: PictureGuard
  originals: RemoteOriginals
  cache: DiskCache
  pictures: PictureQueue
  /** Null if no other server could read them. */
  variants: SharedVariants | null
}

type Encoded = { body: Buffer; format: Format }
type ProxiedPicture = Encoded & { isLasting: boolean }

type Wanted = {
  url: string
  variant: Variant
  /** Aborted when the client is gone. */
  signal: AbortSignal
}

/** AVIF takes several times as long to encode as WebP, too long once pictures queue up. */
const AVIF_PATIENCE_MS = 400

const refused = () => new AppError(404, 'This picture is not in the catalogue')

export const createImageProxy = (parts: ProxyParts) => {
  const { store, media, guard, originals, cache, pictures, variants } = parts
  const shared = createSharedWork<Encoded>()

  const originalOf = async (url: string, key: string | null): Promise<Buffer> => {
    if (key === null) return originals.read(url)
    const file = await media.read(key)
    if (!file) throw refused()
    return file.body
  }

  const encode = (original: Buffer, { width, format: wanted }: Variant, signal: AbortSignal) =>
    pictures({ lane: 'shown', signal }, async (waitedMs): Promise<Encoded> => {
      const format = wanted === 'avif' && waitedMs > AVIF_PATIENCE_MS ? 'webp' : wanted
      return { body: await encodeVariant(original, { width, format }), format }
    })

  const encodeAnew = async ({ url, variant, signal }: Wanted, key: string | null) => {
    const original = await originalOf(url, key)
    if (signal.aborted) throw cancelled()
    return encode(original, variant, signal)
  }

  const make = async (wanted: Wanted, key: string | null): Promise<Encoded> => {
    const { url, variant } = wanted
    // An operator may replace a portrait, and would not find its copies.
    const sharing = key === null || media.isLasting(key) ? variants : null
    try {
      const known = await sharing?.get(variantKey(url, variant), variant.format)
      const made = known ? { body: known, format: variant.format } : await encodeAnew(wanted, key)
      const name = variantKey(url, { ...variant, format: made.format })
      // Removed while it was made: a copy would be left behind.
      if (guard.isRemoved(url)) throw goneError()
      if (!known) sharing?.put(name, made.format, made.body)
      await cache.put(name, made.body)
      return made
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError(502, 'The picture could not be loaded', { cause })
    }
  }

  return {
    /** `beforeWork` runs only if the picture is not cached and must be fetched or converted. */
    read: async (wanted: Wanted, beforeWork: () => Promise<void>): Promise<ProxiedPicture> => {
      const { url, variant } = wanted
      const key = media.keyOf(url)
      const isKnown = key === null ? await store.isCataloguePicture(url) : !media.isPrivate(key)
      if (guard.isRemoved(url)) throw goneError()
      if (!isKnown) throw refused()
      const isLasting = key !== null && media.isLasting(key)
      const name = variantKey(url, variant)
      const cached = await cache.get(name)
      if (cached) return { body: cached, format: variant.format, isLasting }
      await beforeWork()
      const made = await shared(name, wanted.signal, (signal) => make({ ...wanted, signal }, key))
      return { ...made, isLasting }
    },
  }
}
export type ImageProxy = ReturnType<typeof createImageProxy>
