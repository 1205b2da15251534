import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { toError } from '#server/core/http/errors.ts'
import { isPublicAddress, getLiteralAddress } from './public-address.ts'
import { WEB_TEXT } from './web-messages.ts'

type AllAddresses = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export class AddressRefused extends Error {}

/**
 * A DNS lookup that fails if any answer is not public. The connection uses the addresses checked
 * here, so that a name cannot change its answer in between (DNS rebinding).
 */
export const createPublicLookup =
  (isPublic: (address: string) => boolean, resolve: AllAddresses = dnsLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
        return callback(new AddressRefused(WEB_TEXT.notPublic(hostname)), [])
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first?.address ?? '', first?.family)
    })
  }

/** Why a request failed. Only for logs and operators, because it can reveal internal host names. */
export class RemoteError extends Error {}

export type PublicClientOptions = {
  /** Overridden only by tests that fetch from their own server. */
  isPublic?: ((address: string) => boolean) | undefined
  /** Null allows any port. */
  ports?: readonly number[] | null | undefined
  protocols?: readonly string[] | undefined
}

type Limits = { timeoutMs: number; maxBytes: number; maxRedirects: number }

const WEB_PORTS = [80, 443]
const WEB_PROTOCOLS = ['http:', 'https:']
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Sends requests, and follows redirects, only to public servers: never to this machine or its network. */
export const createPublicClient = (
  { isPublic = isPublicAddress, ports = WEB_PORTS, protocols = WEB_PROTOCOLS }: PublicClientOptions,
  { timeoutMs, maxBytes, maxRedirects }: Limits,
) => {
  const lookup = createPublicLookup(isPublic)
  const agent = new Agent({
    connect: { lookup, timeout: timeoutMs },
    maxResponseSize: maxBytes,
    connections: 8,
    pipelining: 1,
  })

  const checkTarget = (url: URL) => {
    if (!protocols.includes(url.protocol))
      throw new RemoteError(
        protocols.length === 1
          ? WEB_TEXT.wrongProtocol(`${protocols.join('')}//`)
          : WEB_TEXT.noWebProtocol,
      )
    if (url.username || url.password) throw new RemoteError(WEB_TEXT.hasPassword)
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    if (ports && !ports.includes(port)) throw new RemoteError(WEB_TEXT.wrongPort(String(port)))
    const literal = getLiteralAddress(url)
    if (literal !== null && !isPublic(literal)) throw new RemoteError(WEB_TEXT.isPrivate)
  }

  const send = async (
    url: URL,
    request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Buffer },
    signal: AbortSignal,
  ) => {
    checkTarget(url)
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      ...request,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    // Destroying an unread body emits an error, which would end the process without a listener.
    response.body.on('error', () => undefined)
    return response
  }

  const parseAddress = (address: string) => {
    if (!URL.canParse(address)) throw new RemoteError(WEB_TEXT.noAddress)
    return new URL(address)
  }

  return {
    /**
     * Throws if the address is not allowed. A host name that cannot be resolved now may be resolved
     * later; every request checks the address again.
     */
    check: async (address: string): Promise<void> => {
      const url = parseAddress(address)
      checkTarget(url)
      if (getLiteralAddress(url) !== null) return
      await new Promise<void>((resolve, reject) => {
        lookup(url.hostname, {}, (error) => {
          if (error instanceof AddressRefused) reject(error)
          else resolve()
        })
      })
    },

    /** Does not follow redirects, because the body is meant only for this address. */
    post: async (
      address: string,
      headers: Record<string, string>,
      body: string | Buffer,
      signal: AbortSignal,
    ): Promise<Dispatcher.ResponseData> =>
      send(parseAddress(address), { method: 'POST', headers, body }, signal),

    /** The final response, after redirects. The caller must read or destroy its body. */
    get: async (
      address: string,
      headers: Record<string, string>,
      signal: AbortSignal,
      /** Called before each redirect; throws to prevent it. */
      beforeRedirect?: (target: URL) => Promise<void>,
    ): Promise<Dispatcher.ResponseData & { url: string }> => {
      let url = parseAddress(address)
      for (let redirects = 0; ; redirects += 1) {
        const response = await send(url, { method: 'GET', headers }, signal)
        if (!REDIRECTS.has(response.statusCode)) return { ...response, url: url.href }
        response.body.destroy()
        const location = response.headers.location
        if (typeof location !== 'string' || !URL.canParse(location, url.href))
          throw new RemoteError(WEB_TEXT.badRedirect)
        if (redirects === maxRedirects) throw new RemoteError(WEB_TEXT.tooManyRedirects)
        url = new URL(location, url.href)
        await beforeRedirect?.(url)
      }
    },

    close: () => agent.destroy(),
  }
}
export type PublicClient = ReturnType<typeof createPublicClient>

/** Describes a failed request without revealing anything about our own network. */
export const toRemoteError = (error: unknown): RemoteError => {
  if (error instanceof RemoteError) return error
  const cause = toError(error)
  if (cause instanceof AddressRefused) return new RemoteError(cause.message, { cause })
  return new RemoteError(WEB_TEXT.badAnswer, { cause })
}

/** Reads a whole body into memory. */
export const readBodyUpTo = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
