import type { Dispatcher } from 'undici'
import { IMAGE_PROXY } from '#shared/constants.ts'
import { createHostLimits, HostBusy, pauseOf, type Urgency } from '#server/core/web/host-limits.ts'
import {
  asRemoteError,
  createPublicClient,
  type PublicClientOptions,
  readUpTo,
  refuse,
  type RemoteError,
} from '#server/core/web/public-client.ts'

export type RemoteImages = {
  /** Shown to somebody who waits, unless said otherwise. Throws HostBusy if it has to wait. */
  fetch(url: string, urgency?: Urgency): Promise<Buffer>
  close(): Promise<void>
}

type Options = PublicClientOptions & { timeoutMs?: number; maxBytes?: number }

const RASTER_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const HEADERS = {
  accept: [...RASTER_TYPES].join(','),
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts image proxy',
}

/** Fetches raster pictures from public servers only. */
export const createRemoteImages = ({
  isPublic,
  ports = IMAGE_PROXY.ports,
  timeoutMs = IMAGE_PROXY.timeoutMs,
  maxBytes = IMAGE_PROXY.maxBytes,
}: Options = {}): RemoteImages => {
  const { maxRedirects } = IMAGE_PROXY
  const limited = createHostLimits()
  const client = createPublicClient({ isPublic, ports }, { timeoutMs, maxBytes, maxRedirects })
  return {
    fetch: (address, urgency = 'shown') =>
      limited(address, urgency, async () => {
        try {
          const response = await client.get(address, HEADERS, AbortSignal.timeout(timeoutMs))
          return await readPicture(response, maxBytes)
        } catch (error) {
          throw asRemoteError(error)
        }
      }),
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
    refuseBody(new HostBusy(`Status ${statusCode}`, pauseOf(headers['retry-after'])))
  if (statusCode !== 200) refuseBody(refuse(`Status ${statusCode}`))
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  if (!RASTER_TYPES.has(type)) refuseBody(refuse(`Type ${type || 'unknown'}`))
  const encoding = String(headers['content-encoding'] ?? 'identity')
  if (encoding !== 'identity') refuseBody(refuse('A compressed body'))
  if (Number(headers['content-length'] ?? 0) > maxBytes) refuseBody(refuse('Too large'))
  return readUpTo(body, maxBytes, () => refuseBody(refuse('Too large')))
}
