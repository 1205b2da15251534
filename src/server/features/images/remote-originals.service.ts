import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import type { RemoteImages } from './remote-images.ts'
import { HostBusy, type Urgency } from '#server/core/web/host-limits.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImagesStore } from './images.store.ts'
import type { PictureGuard } from './picture-guard.ts'
import { factsOf } from './variant.ts'

/** A picture that failed is not fetched again for a while. */
const FAILURE_KEPT_MS = 60_000
const FAILURES_KEPT = 10_000

/** Fetches catalogue pictures from other servers, each once. Throws RemoteError. */
export type RemoteOriginals = { read(url: string, urgency?: Urgency): Promise<Buffer> }

type Parts = {
  store: ImagesStore
  guard: PictureGuard
  remote: Pick<RemoteImages, 'fetch'>
  cache: DiskCache
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
}

export const createRemoteOriginals = ({
  store,
  guard,
  remote,
  cache,
  decode,
}: Parts): RemoteOriginals => {
  const once = createSingleFlight<Buffer>()
  const failures = new Map<string, number>()

  const fetchOriginal = async (url: string, urgency: Urgency): Promise<Buffer> => {
    const body = await remote.fetch(url, urgency)
    const facts = await decode(() => factsOf(body))
    if (!facts) throw new RemoteError('Not a raster picture')
    await guard.check(url, body)
    await store.recordFacts(url, facts)
    await cache.put(originalKey(url), body)
    return body
  }

  const read = async (url: string, urgency: Urgency): Promise<Buffer> => {
    const cached = await cache.get(originalKey(url))
    if (cached) return cached
    if ((failures.get(url) ?? 0) > Date.now()) throw new RemoteError('Failed a moment ago')
    try {
      return await fetchOriginal(url, urgency)
    } catch (error) {
      // A host that asks for a pause says nothing about the picture.
      if (error instanceof RemoteError && !(error instanceof HostBusy)) {
        if (failures.size >= FAILURES_KEPT) failures.clear()
        failures.set(url, Date.now() + FAILURE_KEPT_MS)
      }
      throw error
    }
  }

  // Somebody who waits must not queue behind the background.
  return {
    read: (url, urgency = 'shown') => once(`${urgency} ${url}`, () => read(url, urgency)),
  }
}

/** What the cache calls a picture as its host sent it. */
export const originalKey = (url: string): string => `original ${url}`
