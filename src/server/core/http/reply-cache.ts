import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getQueryParam } from 'hono/utils/url'
import { ENGLISH, type Language } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import {
  type CallDefinition,
  type CallKey,
  parseCallKey,
  type QueryOf,
  type ReplyInput,
} from '#shared/contract/call.ts'
import { findRequestLanguage } from './request-language.ts'
import { isRobot } from './request-context.ts'
import { checkReply, type Handlers } from './serve.ts'

/**
 * The path with only those parameters that the reply depends on, in a fixed order. Other parameters,
 * such as `fbclid` or invented ones, must not create further cache entries.
 */
export const buildCacheKey = (url: string, names: readonly string[]): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    // As handlers read it: URLSearchParams reads what is no UTF-8 ('%FF') differently.
    const value = getQueryParam(url, name)
    if (typeof value === 'string') query.set(name, value)
  }
  const { pathname } = new URL(url)
  return query.size ? `${pathname}?${query.toString()}` : pathname
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Above the usual 4, because replies are sent often; not more, because the first visitor waits. */
const BROTLI_QUALITY = 5
/** Below this, compression saves next to nothing. */
const MIN_COMPRESSED_BYTES = 1_000

type Encoding = 'br' | 'gzip'
type PackedBody = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/** A reply that is compressed once per encoding, when it is first requested. */
export type PackedReply = {
  status: number
  /** The name of its requests in the metrics. */
  route: string
  etag: string
  plain: PackedBody
  encoded(encoding: Encoding): PackedBody | Promise<PackedBody>
  notModified: Record<string, string>
  /** Grows with each encoding. */
  bytes(): number
  /** Called whenever the reply is sent to a person, also from the cache. */
  noteSent: (() => void) | undefined
}

const compressBody = (body: Uint8Array, encoding: Encoding) =>
  encoding === 'br'
    ? compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    : compressGzip(body)

type PackOptions = {
  status?: number
  route?: string
  brotli?: Uint8Array | undefined
  noteSent?: PackedReply['noteSent']
}

/** `brotli` is a body that the build compressed, at a quality that is too slow for requests. */
export const packReply = (
  text: string | Buffer,
  headers: Record<string, string>,
  { status = 200, route = 'file', brotli, noteSent }: PackOptions = {},
): PackedReply => {
  const body = typeof text === 'string' ? Buffer.from(text) : new Uint8Array(text)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const common = { vary: 'Accept-Encoding', ...headers, etag }
  const plain = { body, headers: { ...common, 'content-length': String(body.length) } }
  const encodings = new Map<Encoding, PackedBody | Promise<PackedBody>>()
  let bytes = body.length
  const make = async (encoding: Encoding): Promise<PackedBody> => {
    const packed = encoding === 'br' && brotli ? brotli : await compressBody(body, encoding)
    bytes += packed.length
    const encodedHeaders = {
      ...common,
      'content-encoding': encoding,
      'content-length': String(packed.length),
    }
    const ready = { body: new Uint8Array(packed), headers: encodedHeaders }
    encodings.set(encoding, ready)
    return ready
  }
  return {
    status,
    route,
    etag,
    plain,
    encoded(encoding) {
      if (body.length < MIN_COMPRESSED_BYTES) return plain
      const packed = encodings.get(encoding)
      if (packed) return packed
      const started = make(encoding).catch((error: unknown) => {
        encodings.delete(encoding)
        throw error
      })
      encodings.set(encoding, started)
      return started
    },
    notModified: common,
    bytes: () => bytes,
    noteSent,
  }
}

/** The request headers that decide in which form a reply is sent, and whether to a person. */
export type Preferences = {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  isRobot: () => boolean
}

type Sendable = {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

const selectEncoding = (
  reply: PackedReply,
  { acceptEncoding = '', ifNoneMatch, isRobot }: Preferences,
): Sendable | Promise<Sendable> => {
  if (reply.noteSent && !isRobot()) reply.noteSent()
  const { status, etag, notModified } = reply
  if (status === 200 && ifNoneMatch?.includes(etag.slice(2)))
    return { status: 304, headers: notModified, body: null }
  const packed = acceptEncoding.includes('br')
    ? reply.encoded('br')
    : acceptEncoding.includes('gzip')
      ? reply.encoded('gzip')
      : reply.plain
  const send = ({ body, headers }: PackedBody) => ({ status, headers, body })
  return packed instanceof Promise ? packed.then(send) : send(packed)
}

export const sendPackedReply = async (
  reply: PackedReply,
  preferences: Preferences,
): Promise<Response> => {
  const { body, ...rest } = await selectEncoding(reply, preferences)
  return new Response(body, rest)
}

/** Bypasses Request and Response objects, which cost more than everything else. Returns the status. */
export const writePackedReply = async (
  reply: PackedReply,
  preferences: Preferences,
  outgoing: ServerResponse,
): Promise<number> => {
  const form = selectEncoding(reply, preferences)
  const { status, headers, body } = form instanceof Promise ? await form : form
  outgoing.writeHead(status, headers)
  outgoing.end(body)
  return status
}

/**
 * Keeps replies for `lifeMs`, at most `maxBytes` in total; the least recently used is dropped first. The
 * clock is monotonic: if a wall clock were set back, replies would be kept for too long.
 */
export const createReplyCache = (
  lifeMs: number,
  maxBytes: number,
  now = () => performance.now(),
) => {
  const entries = new Map<string, { reply: PackedReply; endsAt: number; bytes: number }>()
  let total = 0
  let generation = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  /** Also called on each use, because a reply grows when it is compressed. */
  const add = (key: string, reply: PackedReply, endsAt: number) => {
    remove(key)
    const bytes = reply.bytes() + key.length * 2
    if (bytes > maxBytes) return
    entries.set(key, { reply, endsAt, bytes })
    total += bytes
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) break
      remove(oldest)
    }
  }
  return {
    get(key: string): PackedReply | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.endsAt < now()) {
        remove(key)
        return undefined
      }
      add(key, entry.reply, entry.endsAt)
      return entry.reply
    },
    /** Drops the reply if the cache was cleared after the generation in which the reply was created. */
    put(key: string, reply: PackedReply, createdIn: number) {
      if (createdIn === generation) add(key, reply, now() + lifeMs)
    },
    generation: () => generation,
    size: () => ({ entries: entries.size, bytes: total }),
    clear() {
      entries.clear()
      total = 0
      generation += 1
    },
  }
}
export type ReplyCache = ReturnType<typeof createReplyCache>

export const readReplyPreferences = (headers: Headers): Preferences => ({
  acceptEncoding: headers.get('accept-encoding') ?? undefined,
  ifNoneMatch: headers.get('if-none-match') ?? undefined,
  isRobot: () => isRobot((name) => headers.get(name)),
})

const CACHEABLE_METHODS = new Set(['GET', 'HEAD'])

/** What a reply is kept under: its address, and its language if that is not in the address. */
const nameInLanguage = ({ code }: Language, address: string): string =>
  code === ENGLISH.code ? address : `${code} ${address}`

type ReplySources = {
  cache: ReplyCache
  files: { read(path: string): PackedReply | null }
  languages: readonly Language[]
}

/** A cached reply or a file for the address as it was sent, before the framework sees the request. */
export const createPackedReplyLookup =
  ({ cache, files, languages }: ReplySources) =>
  ({ method = '', url = '', headers }: IncomingMessage): PackedReply | null => {
    if (!CACHEABLE_METHODS.has(method)) return null
    const language = findRequestLanguage(languages, url, (name) => headers[name]?.toString())
    return cache.get(nameInLanguage(language, url)) ?? files.read(url.split('?', 1)[0] ?? '')
  }

export const readIncomingPreferences = ({ headers }: IncomingMessage): Preferences => ({
  acceptEncoding: headers['accept-encoding']?.toString(),
  ifNoneMatch: headers['if-none-match'],
  isRobot: () => isRobot((name) => headers[name]?.toString()),
})

type CallInput = { request: Request; query: unknown }

type ReplyKeeping = {
  cache: ReplyCache
  checkReplies: boolean
  /** The security headers: a cached reply bypasses the middleware that adds them. */
  headers: Record<string, string>
}

/** For a call: what to do whenever a reply is sent to a person, also from the cache. */
type SentObservers<T extends Record<CallKey, CallDefinition>> = {
  [Key in keyof T]?: (query: QueryOf<T[Key]>, reply: ReplyInput<T[Key]>) => PackedReply['noteSent']
}

/** Caches the JSON replies of public calls, which are the same for everyone. */
export const cacheReplies = <T extends Record<CallKey, CallDefinition>>(
  calls: T,
  handlers: Handlers<T>,
  { cache, checkReplies, headers }: ReplyKeeping,
  observers: SentObservers<T> = {},
): Handlers<T> => {
  const once = createSingleFlight<PackedReply>()
  const entries = Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key as keyof T] as (input: CallInput) => Promise<unknown>
    const observe = observers[key as keyof T] as
      | ((query: unknown, reply: unknown) => PackedReply['noteSent'])
      | undefined
    const { reply } = call
    if (typeof reply === 'string') return [key, handler]
    const route = parseCallKey(key).path
    const queryNames = Object.keys(call.query?.shape ?? {})
    const answer = async (input: CallInput) => {
      const address = nameInLanguage(getLanguage(), buildCacheKey(input.request.url, queryNames))
      const preferences = readReplyPreferences(input.request.headers)
      const cached = cache.get(address)
      if (cached) return sendPackedReply(cached, preferences)
      const generation = cache.generation()
      const packed = await once(`${generation} ${address}`, async () => {
        const result = await handler(input)
        if (checkReplies) checkReply(reply, result)
        const json = {
          'content-type': 'application/json',
          'cache-control': 'no-cache',
          vary: 'Accept-Encoding, Accept-Language',
        }
        return packReply(
          JSON.stringify(result),
          { ...headers, ...json },
          { route, noteSent: observe?.(input.query, result) },
        )
      })
      cache.put(address, packed, generation)
      return sendPackedReply(packed, preferences)
    }
    return [key, answer]
  })
  return Object.fromEntries(entries) as Handlers<T>
}
