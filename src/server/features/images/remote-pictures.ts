import type { Dispatcher } from 'undici'
import { IMAGE_PROXY } from '#shared/constants.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import {
  createHostLimits,
  HostBusy,
  parseRetryAfter,
  type Urgency,
} from '#server/core/web/host-limits.ts'
import {
  toRemoteError,
  createPublicClient,
  type PublicClientOptions,
  readBodyUpTo,
  RemoteError,
} from '#server/core/web/public-client.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImagesStore } from './images.store.ts'
import type { PictureGuard } from './picture-guard.ts'
import { readPictureFacts } from './variants.ts'

export type PictureFetcher = {
  /**
   * Throws HostBusy if the host asked us to wait. The default urgency is that of a waiting visitor.
   * 'asked': a user gave the address.
   */
  fetch(url: string, urgency?: Urgency | 'asked'): Promise<Buffer>
  close(): Promise<void>
}

type PictureFetcherOptions = PublicClientOptions & { timeoutMs?: number; maxBytes?: number }

const RASTER_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
/** Longest pause after an address of a user, who could otherwise stop the others for a day. */
const MAX_ASKED_PAUSE_MS = MINUTE_MS
const HEADERS = {
  accept: [...RASTER_TYPES].join(','),
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts image proxy',
}

/** Fetches raster pictures from public servers only. */
export const createPictureFetcher = ({
  isPublic,
  ports,
  timeoutMs = IMAGE_PROXY.timeoutMs,
  maxBytes = IMAGE_PROXY.maxBytes,
}: PictureFetcherOptions = {}): PictureFetcher => {
  const { maxRedirects } = IMAGE_PROXY
  const limited = createHostLimits()
  // Whoever gives an address chooses what its host answers: that must not pause the catalogue's pictures.
  const limitedForUsers = createHostLimits(MAX_ASKED_PAUSE_MS)
  const client = createPublicClient({ isPublic, ports }, { timeoutMs, maxBytes, maxRedirects })
  return {
    fetch: (address, urgency = 'shown') => {
      const load = async () => {
        try {
          const response = await client.get(address, HEADERS, AbortSignal.timeout(timeoutMs))
          return await readPicture(response, maxBytes)
        } catch (error) {
          throw toRemoteError(error)
        }
      }
      return urgency === 'asked'
        ? limitedForUsers(address, 'shown', load)
        : limited(address, urgency, load)
    },
    close: client.close,
  }
}

const readPicture = async (response: Dispatcher.ResponseData, maxBytes: number) => {
  const { statusCode, headers, body } = response
  // An unread body would keep its connection busy.
  const refuseBody = (error: RemoteError): never => {
    body.destroy()
    throw error
  }
  if (statusCode === 429 || statusCode === 503)
    refuseBody(new HostBusy(`Status ${statusCode}`, parseRetryAfter(headers['retry-after'])))
  if (statusCode !== 200) refuseBody(new RemoteError(`Status ${statusCode}`))
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  if (!RASTER_TYPES.has(type)) refuseBody(new RemoteError(`Type ${type || 'unknown'}`))
  const encoding = String(headers['content-encoding'] ?? 'identity')
  if (encoding !== 'identity') refuseBody(new RemoteError('A compressed body'))
  if (Number(headers['content-length'] ?? 0) > maxBytes) refuseBody(new RemoteError('Too large'))
  return readBodyUpTo(body, maxBytes, () => refuseBody(new RemoteError('Too large')))
}

/** A picture that failed is not fetched again for a while. */
const FAILURE_CACHE_MS = MINUTE_MS
const MAX_FAILURES = 10_000

/** Fetches catalogue pictures from other servers, each once. Throws RemoteError. */
export type CachedOriginals = { read(url: string, urgency?: Urgency): Promise<Buffer> }

type CachedOriginalsDependencies = {
  store: ImagesStore
  guard: PictureGuard
  remote: Pick<PictureFetcher, 'fetch'>
  cache: DiskCache
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
}

export const createCachedOriginals = ({
  store,
  guard,
  remote,
  cache,
  decode,
}: CachedOriginalsDependencies): CachedOriginals => {
  const once = createSingleFlight<Buffer>()
  const failures = new Map<string, number>()

  const fetchOriginal = async (url: string, urgency: Urgency): Promise<Buffer> => {
    const body = await remote.fetch(url, urgency)
    const facts = await decode(() => readPictureFacts(body))
    if (!facts) throw new RemoteError('Not a raster picture')
    await guard.check(url, body)
    await store.recordFacts(url, facts)
    await cache.put(buildOriginalKey(url), body)
    return body
  }

  const read = async (url: string, urgency: Urgency): Promise<Buffer> => {
    const cached = await cache.get(buildOriginalKey(url))
    if (cached) return cached
    if ((failures.get(url) ?? 0) > Date.now()) throw new RemoteError('Failed a moment ago')
    try {
      return await fetchOriginal(url, urgency)
    } catch (error) {
      // A host that asks for a pause does not mean that the picture is broken.
      if (error instanceof RemoteError && !(error instanceof HostBusy)) {
        if (failures.size >= MAX_FAILURES) failures.clear()
        failures.set(url, Date.now() + FAILURE_CACHE_MS)
      }
      throw error
    }
  }

  // Visitors must not wait for a background fetch of the same picture.
  return {
    read: (url, urgency = 'shown') => once(`${urgency} ${url}`, () => read(url, urgency)),
  }
}

/** The cache key of a picture as its host sent it. */
export const buildOriginalKey = (url: string): string => `original ${url}`
