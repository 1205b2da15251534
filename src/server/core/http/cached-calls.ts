import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { type CallDefinition, type CallKey, parseCallKey } from '#shared/contract/call.ts'
import { createSingleFlight } from '#server/core/concurrency/single-flight.ts'
import { knownAddress } from './known-address.ts'
import { type KeptReply, packReply, type ReplyCache, sendKept, type Wanted } from './reply-cache.ts'
import type { AppEnv } from './request-context.ts'
import type { Handlers } from './serve.ts'

const pathAndQuery = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

export const wantedFrom = (headers: Headers): Wanted => ({
  acceptEncoding: headers.get('accept-encoding') ?? undefined,
  ifNoneMatch: headers.get('if-none-match') ?? undefined,
})

const READING = new Set(['GET', 'HEAD'])

type Kept = { cache: ReplyCache; files: { read(path: string): KeptReply | null } }

const find = ({ cache, files }: Kept, address: string) =>
  cache.get(address) ?? files.read(address.split('?', 1)[0] ?? '')

/** Mounted before everything else, so that a cached reply or a file costs next to nothing. */
export const answerFromCache =
  (kept: Kept): MiddlewareHandler<AppEnv> =>
  async ({ req }, next) => {
    const reply = READING.has(req.method) ? find(kept, pathAndQuery(req.url)) : null
    return reply ? sendKept(reply, wantedFrom(req.raw.headers)) : next()
  }

/** The same before the framework sees a request. */
export const keptReplyFor =
  (kept: Kept) =>
  ({ method = '', url = '' }: IncomingMessage): KeptReply | null =>
    READING.has(method) ? find(kept, url) : null

export const wantedBy = ({ headers }: IncomingMessage): Wanted => ({
  acceptEncoding: headers['accept-encoding']?.toString(),
  ifNoneMatch: headers['if-none-match'],
})

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
    const route = parseCallKey(key).path
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
        const json = { 'content-type': 'application/json', 'cache-control': 'no-cache' }
        return packReply(JSON.stringify(made), { ...headers, ...json }, { route })
      })
      cache.put(address, packed, generation)
      return sendKept(packed, wanted)
    }
    return [key, answer]
  })
  return Object.fromEntries(kept) as Handlers<T>
}
