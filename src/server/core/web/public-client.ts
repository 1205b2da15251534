import { Agent, type Dispatcher } from 'undici'
import { AddressRefused, isPublicAddress, literalAddress, publicLookup } from './public-address.ts'

/** Why a request was not answered. For logs and operators: it tells which internal names exist. */
export class RemoteError extends Error {}

export type PublicClientOptions = {
  /** Overridden only by tests that fetch from their own server. */
  isPublic?: ((address: string) => boolean) | undefined
  ports?: readonly number[] | undefined
}

type Limits = { timeoutMs: number; maxBytes: number; maxRedirects: number }

const WEB_PORTS = [80, 443]
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export const refuse = (reason: string) => new RemoteError(reason)

/** Requests to public servers only, redirects included: never to this machine or its network. */
export const createPublicClient = (
  { isPublic = isPublicAddress, ports = WEB_PORTS }: PublicClientOptions,
  { timeoutMs, maxBytes, maxRedirects }: Limits,
) => {
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

  return {
    /** The answer that is not a redirect, with its body unread: read it, or destroy it. */
    get: async (
      address: string,
      headers: Record<string, string>,
      signal: AbortSignal,
      /** Asked before a redirect is followed; throws if it must not be. */
      beforeRedirect?: (target: URL) => Promise<void>,
    ): Promise<Dispatcher.ResponseData & { url: string }> => {
      if (!URL.canParse(address)) throw refuse('Not an address')
      let url = new URL(address)
      for (let redirects = 0; ; redirects += 1) {
        checkTarget(url)
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'GET',
          headers,
          signal,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        })
        // Destroying an unread body emits an error, which would end the process without a listener.
        response.body.on('error', () => undefined)
        if (!REDIRECTS.has(response.statusCode)) return { ...response, url: url.href }
        response.body.destroy()
        const location = response.headers.location
        if (typeof location !== 'string' || !URL.canParse(location, url.href))
          throw refuse('A redirect without a valid address')
        if (redirects === maxRedirects) throw refuse('Too many redirects')
        url = new URL(location, url.href)
        await beforeRedirect?.(url)
      }
    },
    close: () => agent.destroy(),
  }
}
export type PublicClient = ReturnType<typeof createPublicClient>

/** What went wrong with a request, in words that tell nothing about our own network. */
export const asRemoteError = (error: unknown): RemoteError => {
  if (error instanceof RemoteError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  if (cause instanceof AddressRefused) return new RemoteError(cause.message, { cause })
  return new RemoteError('The other server did not answer as expected', { cause })
}
