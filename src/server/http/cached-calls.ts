import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { CallDefinition, CallKey } from '#shared/contract/call.ts'
import { createSingleFlight } from '#server/concurrency/single-flight.ts'
import { knownAddress } from './known-address.ts'
import { type KeptReply, packReply, type ReplyCache, sendKept, type Wanted } from './reply-cache.ts'
import type { AppEnv } from './request-context.ts'
import type { Handlers } from './serve.ts'

const pathAndQuery = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** Reads the raw request if it can: building a Request object costs more than the reply. */
const wantedOf = (context: Context): Wanted & { key: string } => {
  const incoming = (context.env as Partial<HttpBindings> | undefined)?.incoming
  if (incoming)
    return {
      key: incoming.url ?? '',
      acceptEncoding: incoming.headers['accept-encoding'],
      ifNoneMatch: incoming.headers['if-none-match'],
    }
  return { key: pathAndQuery(context.req.url), ...wantedFrom(context.req.raw.headers) }
}

export const wantedFrom = (headers: Headers): Wanted => ({
  acceptEncoding: headers.get('accept-encoding') ?? undefined,
  ifNoneMatch: headers.get('if-none-match') ?? undefined,
})

const READING = new Set(['GET', 'HEAD'])

/** Mounted before everything else, so that a cached reply or a file costs next to nothing. */
export const answerFromCache =
  (cache: ReplyCache, files: { read(path: string): KeptReply | null }): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    if (!READING.has(context.req.method)) return next()
    const { key, ...wanted } = wantedOf(context)
    const kept = cache.get(key) ?? files.read(key.split('?', 1)[0] ?? '')
    return kept ? sendKept(kept, wanted) : next()
  }

type Options = {
  cache: ReplyCache
  checkReplies: boolean
  /** The security headers: a cached reply bypasses the middleware that adds them. */
  headers: Record<string, string>
}

/** Caches the JSON replies of public calls, which are the same for everyone. */
export const keepReplies = <T extends Record<CallKey, CallDefinition>>(
  calls: T,
  handlers: Handlers<T>,
  { cache, checkReplies, headers }: Options,
): Handlers<T> => {
  const once = createSingleFlight<KeptReply>()
  const kept = Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key as keyof T] as (input: { request: Request }) => Promise<unknown>
    const { reply } = call
    if (typeof reply === 'string') return [key, handler]
    const known = Object.keys(call.query?.shape ?? {})
    const answer = async (input: { request: Request }) => {
      const address = knownAddress(input.request.url, known)
      const wanted = wantedFrom(input.request.headers)
      const found = cache.get(address)
      if (found) return sendKept(found, wanted)
      const generation = cache.generation()
      const packed = await once(`${generation} ${address}`, async () => {
        const made = await handler(input)
        if (checkReplies) reply.parse(made)
        return packReply(JSON.stringify(made), {
          ...headers,
          'content-type': 'application/json',
          'cache-control': 'no-cache',
        })
      })
      cache.put(address, packed, generation)
      return sendKept(packed, wanted)
    }
    return [key, answer]
  })
  return Object.fromEntries(kept) as Handlers<T>
}
