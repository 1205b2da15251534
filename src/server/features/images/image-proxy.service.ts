import { cancelledError, type PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { createSharedWork } from '#server/core/concurrency/tasks.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImagesStore } from './images.store.ts'
import type { Media } from './media.service.ts'
import { goneError, type PictureGuard } from './picture-guard.ts'
import type { CachedOriginals } from './remote-pictures.ts'
import {
  encodeVariant,
  type Format,
  type SharedVariants,
  type Variant,
  buildVariantKey,
} from './variants.ts'
import { PICTURE_SERVICE_TEXT } from './picture-messages.ts'

type ImageProxyDependencies = {
  store: ImagesStore
  media: Media
  guard: PictureGuard
  originals: CachedOriginals
  cache: DiskCache
  pictures: PictureQueue
  /** Null without a storage that other servers can read. */
  variants: SharedVariants | null
}

type EncodedPicture = { body: Buffer; format: Format }

type PictureRequest = {
  url: string
  variant: Variant
  /** Visitors take turns in the queue. */
  visitor?: string
  /** Aborted when the client is gone. */
  signal: AbortSignal
}

/** AVIF takes several times as long to encode as WebP, too long once pictures queue up. */
const AVIF_PATIENCE_MS = 400

export const createImageProxy = (dependencies: ImageProxyDependencies) => {
  const { store, media, guard, originals, cache, pictures, variants } = dependencies
  const shared = createSharedWork<EncodedPicture>()

  const readOriginal = async (url: string, key: string | null): Promise<Buffer> => {
    if (key === null) return originals.read(url)
    const file = await media.read(key)
    if (!file) throw notFoundError('picture')
    return file.body
  }

  const encodePicture = (original: Buffer, { url, variant, visitor, signal }: PictureRequest) =>
    pictures({ lane: 'shown', visitor, signal }, async (waitedMs): Promise<EncodedPicture> => {
      const { width, format: preferred } = variant
      const format = preferred === 'avif' && waitedMs > AVIF_PATIENCE_MS ? 'webp' : preferred
      // An earlier request may have produced it while this one waited.
      const cached =
        format === preferred ? null : await cache.get(buildVariantKey(url, { width, format }))
      return { body: cached ?? (await encodeVariant(original, { width, format })), format }
    })

  const fetchAndEncode = async (request: PictureRequest, key: string | null) => {
    const original = await readOriginal(request.url, key)
    if (request.signal.aborted) throw cancelledError()
    return encodePicture(original, request)
  }

  const makePicture = async (
    request: PictureRequest,
    key: string | null,
  ): Promise<EncodedPicture> => {
    const { url, variant } = request
    // Portraits are not shared: an operator who replaces one would not find its copies.
    const sharedVariants = key === null || media.isLasting(key) ? variants : null
    try {
      const body = await sharedVariants?.get(buildVariantKey(url, variant), variant.format)
      const picture = body ? { body, format: variant.format } : await fetchAndEncode(request, key)
      const name = buildVariantKey(url, { ...variant, format: picture.format })
      // The picture was removed meanwhile, so the copy must not be stored.
      if (guard.isRemoved(url)) throw goneError()
      if (!body) sharedVariants?.put(name, picture.format, picture.body)
      await cache.put(name, picture.body)
      return picture
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError(502, PICTURE_SERVICE_TEXT.notLoaded, { cause })
    }
  }

  return {
    /** `beforeWork` runs only if the picture is not cached and must be fetched or converted. */
    read: async (
      request: PictureRequest,
      beforeWork: () => Promise<void>,
    ): Promise<EncodedPicture> => {
      const { url, variant } = request
      const key = media.parseKey(url)
      const isKnown = key === null ? await store.isCatalogPicture(url) : !media.isPrivate(key)
      if (guard.isRemoved(url)) throw goneError()
      if (!isKnown) throw notFoundError('picture')
      const name = buildVariantKey(url, variant)
      const cached = await cache.get(name)
      if (cached) return { body: cached, format: variant.format }
      await beforeWork()
      return shared(name, request.signal, (signal) => makePicture({ ...request, signal }, key))
    },
  }
}
export type ImageProxy = ReturnType<typeof createImageProxy>
