import { availableParallelism } from 'node:os'
import { createQueue, QueueFull } from '#server/concurrency/queue.ts'
import { createSingleFlight } from '#server/concurrency/single-flight.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/http/errors.ts'
import { type RemoteImages, RemoteImageError } from '#server/providers/images/remote-images.ts'
import type { DiskCache } from './disk-cache.ts'
import { isCataloguePicture, recordFacts } from './images.store.ts'
import type { Media } from './media.service.ts'
import { encodeVariant, factsOf, type Variant } from './variant.ts'

/** A server that just failed is left alone for a while, however often its picture is asked for. */
const FAILURE_KEPT_MS = 60_000
const FAILURES_KEPT = 10_000
const WAITING = 200

type ProxyParts = {
  pool: Database['pool']
  media: Media
  remote: RemoteImages
  cache: DiskCache
}

export type ProxiedPicture = { body: Buffer; isOurs: boolean }

export type ImageProxy = {
  /** `beforeWork` runs only when the picture is not at hand and must be fetched or converted. */
  read(url: string, variant: Variant, beforeWork: () => Promise<void>): Promise<ProxiedPicture>
}

const refused = () => new AppError(404, 'This picture is not in the catalogue')
const failed = (cause?: unknown) => new AppError(502, 'The picture could not be loaded', { cause })

export const createImageProxy = ({ pool, media, remote, cache }: ProxyParts): ImageProxy => {
  const once = createSingleFlight<Buffer>()
  const onceOriginal = createSingleFlight<Buffer>()
  // One core stays free, so that a page full of new pictures does not hold up everyone's requests.
  const encoding = createQueue(Math.max(1, availableParallelism() - 1), WAITING)
  const failures = new Map<string, number>()

  const rememberFailure = (url: string) => {
    if (failures.size >= FAILURES_KEPT) failures.clear()
    failures.set(url, Date.now() + FAILURE_KEPT_MS)
  }

  const ourOriginal = async (key: string): Promise<Buffer> => {
    const file = await media.read(key)
    if (!file) throw refused()
    return file.body
  }

  const remoteOriginal = async (url: string): Promise<Buffer> => {
    const cached = await cache.get(originalKey(url))
    if (cached) return cached
    if ((failures.get(url) ?? 0) > Date.now()) throw failed()
    try {
      const body = await remote.fetch(url)
      const facts = await encoding(() => factsOf(body))
      if (!facts) throw new RemoteImageError('Not a raster picture', false)
      await recordFacts(pool, url, facts)
      await cache.put(originalKey(url), body)
      return body
    } catch (error) {
      if (!(error instanceof RemoteImageError)) throw error
      rememberFailure(url)
      throw failed(error)
    }
  }

  const make = async (url: string, key: string | null, variant: Variant): Promise<Buffer> => {
    const original = await onceOriginal(url, () =>
      key === null ? remoteOriginal(url) : ourOriginal(key),
    )
    try {
      const body = await encoding(() => encodeVariant(original, variant))
      await cache.put(variantKey(url, variant), body)
      return body
    } catch (error) {
      if (error instanceof QueueFull)
        throw new AppError(503, 'Too busy. Please try again.', { retryAfterSeconds: 2 })
      throw failed(error)
    }
  }

  return {
    async read(url, variant, beforeWork) {
      const key = media.keyOf(url)
      if (key === null && !(await isCataloguePicture(pool, url))) throw refused()
      const name = variantKey(url, variant)
      const cached = await cache.get(name)
      if (cached) return { body: cached, isOurs: key !== null }
      await beforeWork()
      return { body: await once(name, () => make(url, key, variant)), isOurs: key !== null }
    },
  }
}

const originalKey = (url: string): string => `original ${url}`
const variantKey = (url: string, { width, format }: Variant): string => `${width} ${format} ${url}`
