import { Agent, type Dispatcher } from 'undici'
import { IMAGE_PROXY } from '#shared/constants.ts'
import { AddressRefused, isPublicAddress, literalAddress, publicLookup } from './public-address.ts'

/** Why a picture was not fetched. `isTheirFault`: the other server failed; retrying may help. */
export class RemoteImageError extends Error {
  readonly isTheirFault: boolean
  constructor(message: string, isTheirFault: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isTheirFault = isTheirFault
  }
}

export type RemoteImages = {
  fetch(url: string): Promise<Buffer>
  close(): Promise<void>
}

type Options = {
  /** Overridden only by tests that fetch from their own server. */
  isPublic?: (address: string) => boolean
  ports?: readonly number[]
  timeoutMs?: number
  maxBytes?: number
}

const RASTER_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADERS = {
  accept: [...RASTER_TYPES].join(','),
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts image proxy',
}

const refuse = (reason: string) => new RemoteImageError(reason, false)

/** Fetches raster pictures from public servers only. */
export const createRemoteImages = ({
  isPublic = isPublicAddress,
  ports = IMAGE_PROXY.ports,
  timeoutMs = IMAGE_PROXY.timeoutMs,
  maxBytes = IMAGE_PROXY.maxBytes,
}: Options = {}): RemoteImages => {
  const agent = new Agent({
    connect: { lookup: publicLookup(isPublic), timeout: timeoutMs },
    maxResponseSize: maxBytes,
    connections: 8,
    pipelining: 1,
  })

  const checkTarget = (url: URL) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('Not an http address')
    if (url.username || url.password) throw refuse('An address with credentials')
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    if (!ports.includes(port)) throw refuse(`Port ${port}`)
    const literal = literalAddress(url)
    if (literal !== null && !isPublic(literal)) throw refuse('Not a public address')
  }

  const follow = async (start: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
    let url = start
    for (let redirects = 0; ; redirects += 1) {
      checkTarget(url)
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: HEADERS,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      // Destroying an unread body emits an error, which would end the process without a listener.
      response.body.on('error', () => undefined)
      if (!REDIRECTS.has(response.statusCode)) return response
      response.body.destroy()
      const location = response.headers.location
      if (typeof location !== 'string' || !URL.canParse(location, url.href))
        throw refuse('A redirect without a valid address')
      if (redirects === IMAGE_PROXY.maxRedirects) throw refuse('Too many redirects')
      url = new URL(location, url.href)
    }
  }

  return {
    async fetch(address) {
      if (!URL.canParse(address)) throw refuse('Not an address')
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await readPicture(await follow(new URL(address), signal), maxBytes)
      } catch (error) {
        throw asRemoteImageError(error)
      }
    },
    close: () => agent.destroy(),
  }
}

const readPicture = async (response: Dispatcher.ResponseData, maxBytes: number) => {
  const { statusCode, headers, body } = response
  // An unread body would keep its connection busy.
  const refuseBody = (error: RemoteImageError): never => {
    body.destroy()
    throw error
  }
  if (statusCode !== 200) refuseBody(new RemoteImageError(`Status ${statusCode}`, true))
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  if (!RASTER_TYPES.has(type)) refuseBody(refuse(`Type ${type || 'unknown'}`))
  const encoding = String(headers['content-encoding'] ?? 'identity')
  if (encoding !== 'identity') refuseBody(refuse('A compressed body'))
  if (Number(headers['content-length'] ?? 0) > maxBytes) refuseBody(refuse('Too large'))
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes) refuseBody(refuse('Too large'))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const asRemoteImageError = (error: unknown): RemoteImageError => {
  if (error instanceof RemoteImageError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  if (cause instanceof AddressRefused) return new RemoteImageError(cause.message, false, { cause })
  return new RemoteImageError('The other server did not answer as expected', true, { cause })
}
