import type { BodyInput, QueryInput, ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { CALL_ERRORS, CALL_ADVICE } from '#shared/messages.ts'
import { takeInitialReply } from './initial-data.ts'
import { PAGE_LANGUAGE_HEADER } from '#shared/languages.ts'

type ErrorDetails = {
  code: string | undefined
  retryAfterSeconds: number | undefined
  isBare: boolean
}

/** A call that the server refused, or that never reached it (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The server gave no message of its own. */
  readonly isBare: boolean

  constructor(status: number, message: string, details: Partial<ErrorDetails> = {}) {
    super(message)
    this.status = status
    this.code = details.code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isBare = details.isBare ?? false
  }
}

/** The server's message, `fallback` where it gave none, or that the network failed. */
export const describeFailure = (error: unknown, fallback: string): string => {
  if (!(error instanceof ApiError)) return CALL_ERRORS.network
  return error.isBare ? fallback : error.message
}

export type KnownCallKey = keyof Calls

type PathParams<K extends string> = K extends `${string}:${infer Name}/${infer Rest}`
  ? { [N in Name | keyof PathParams<Rest>]: string }
  : K extends `${string}:${infer Name}`
    ? { [N in Name]: string }
    : object

/** A required member, or none if the call takes none. The brackets keep a union from being distributed. */
type Member<T, Name extends string> = [T] extends [undefined] ? object : { [N in Name]: T }

export type CallOptions<K extends KnownCallKey> = Member<QueryInput<Calls[K]>, 'query'> &
  Member<BodyInput<Calls[K]>, 'body'> &
  (keyof PathParams<K> extends never ? object : { params: PathParams<K> }) & {
    signal?: AbortSignal
    form?: FormData
  }

export type CallReply<K extends KnownCallKey> = Calls[K]['reply'] extends string
  ? Response
  : ReplyOf<Calls[K]>

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type Query = Record<string, string | number | boolean | undefined>

type UntypedOptions = {
  query?: Query
  body?: unknown
  params?: Record<string, string>
  signal?: AbortSignal
  form?: FormData
}

/** Typed calls to the server: the key names method and path, the contract supplies the types. */
export const createApi =
  (send: Fetch) =>
  async <K extends KnownCallKey>(
    key: K,
    ...[options]: object extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
  ): Promise<CallReply<K>> => {
    const { query, body, params, signal, form } = (options ?? {}) as UntypedOptions
    const [method = 'GET'] = key.split(' ')
    const url = buildCallUrl(key, params, query)
    const headers: Record<string, string> = { [PAGE_LANGUAGE_HEADER]: LOCALE_TEXT.language }
    const init: RequestInit = { method, credentials: 'same-origin', headers }
    if (signal) init.signal = signal
    if (form) init.body = form
    else if (body !== undefined) {
      init.body = JSON.stringify(body)
      headers['content-type'] = 'application/json'
    }
    const response = await send(url, init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, CALL_ERRORS.network)
    })
    const isJson = response.headers.get('content-type')?.includes('application/json')
    const reply: unknown = isJson ? await response.json().catch(() => null) : response
    // Every reply carries `success`; a refusal may come with status 200.
    if (!response.ok || (isJson && (reply as Refusal | null)?.success === false))
      throw toApiError(response, isJson ? (reply as Refusal | null) : null)
    return reply as CallReply<K>
  }

let handleExpired: () => void = () => undefined

/** Any call may be the first to learn that the session has ended. */
export const onSessionExpired = (handler: () => void) => {
  handleExpired = handler
}
export const reportStatus = (status: number) => {
  if (status === 401) handleExpired()
}

type Refusal = { success?: unknown; message?: unknown; error?: unknown; code?: unknown }

export const buildCallUrl = (
  key: string,
  params: Record<string, string> = {},
  query: Query = {},
) => {
  const [, target = ''] = key.split(' ')
  const [pattern = '', fixed = ''] = target.split('?')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(fixed)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value))
  return search.size ? `${path}?${search.toString()}` : path
}

const toNonEmptyText = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

const toApiError = (response: Response, reply: Refusal | null) => {
  const { status, ok } = response
  reportStatus(status)
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined
  const message = toNonEmptyText(reply?.message) ?? toNonEmptyText(reply?.error)
  const bare = `${CALL_ERRORS.httpStatus(status)}. ${adviseOnStatus(status, retryAfterSeconds)}`
  return new ApiError(status, message ?? (ok ? '' : bare), {
    code: toNonEmptyText(reply?.code),
    retryAfterSeconds,
    isBare: message === undefined,
  })
}

const fetchOrTakeInlined: Fetch = (url, init) => {
  const inlined = init.method === 'GET' ? takeInitialReply(url) : undefined
  return inlined === undefined ? fetch(url, init) : Promise.resolve(Response.json(inlined))
}

export const api = createApi(fetchOrTakeInlined)

/** A reply that came inside the page. Synchronous, because even a short wait would paint a skeleton. */
export const readInlinedReply = <K extends KnownCallKey>(
  key: K,
  { params, query }: Pick<UntypedOptions, 'params' | 'query'> = {},
): CallReply<K> | undefined =>
  takeInitialReply(buildCallUrl(key, params, query)) as CallReply<K> | undefined

/** A duration and its unit, rounded up. */
const roundDuration = (seconds: number): readonly [number, keyof typeof CALL_ADVICE.tooMany] => {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return [seconds, 'seconds']
  return minutes > 90 ? [Math.ceil(minutes / 60), 'hours'] : [minutes, 'minutes']
}

/** Explains a refusal without a message, and says when to try again. */
export const adviseOnStatus = (status: number, retryAfterSeconds = 60): string => {
  const [wait, unit] = roundDuration(retryAfterSeconds)
  if (status === 0) return CALL_ADVICE.unreachable
  if (status === 401) return CALL_ADVICE.signedOut
  if (status === 429) return CALL_ADVICE.tooMany[unit](wait)
  if (status === 413) return CALL_ADVICE.tooLarge
  if (status >= 500) return CALL_ADVICE.serverProblem[unit](wait)
  return CALL_ADVICE.notAccepted
}

/** Sends a request without waiting for the reply, even while the page is being left. */
export const sendBeacon = (
  path: '/api/account/language' | '/api/clicks' | '/api/views',
  body: object,
) => navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
