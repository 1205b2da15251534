import type { BodyInput, QueryInput, ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import { takeInitialReply } from './initial-data.ts'

/** A call that the server refused, or that never reached it (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, message: string, code?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

type Key = keyof Calls

type PathParams<K extends string> = K extends `${string}:${infer Name}/${infer Rest}`
  ? { [N in Name | keyof PathParams<Rest>]: string }
  : K extends `${string}:${infer Name}`
    ? { [N in Name]: string }
    : object

type Given<T, Name extends string> = T extends undefined ? object : { [N in Name]: T }

type Options<K extends Key> = Given<QueryInput<Calls[K]>, 'query'> &
  Given<BodyInput<Calls[K]>, 'body'> &
  (keyof PathParams<K> extends never ? object : { params: PathParams<K> }) & {
    signal?: AbortSignal
    form?: FormData
  }

type Reply<K extends Key> = Calls[K]['reply'] extends string ? Response : ReplyOf<Calls[K]>

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type Query = Record<string, string | number | boolean | undefined>

type Loose = {
  query?: Query
  body?: unknown
  params?: Record<string, string>
  signal?: AbortSignal
  form?: FormData
}

/** The typed way to the server: the key names method and path, the contract gives the types. */
export const createApi =
  (send: Fetch) =>
  async <K extends Key>(
    key: K,
    ...[options]: object extends Options<K> ? [Options<K>?] : [Options<K>]
  ): Promise<Reply<K>> => {
    const { query, body, params, signal, form } = (options ?? {}) as Loose
    const [method = 'GET'] = key.split(' ')
    const url = callUrl(key, params, query)
    const init: RequestInit = { method, credentials: 'same-origin' }
    if (signal) init.signal = signal
    if (form) init.body = form
    else if (body !== undefined) {
      init.body = JSON.stringify(body)
      init.headers = { 'content-type': 'application/json' }
    }
    const response = await send(url, init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, CALL_ERRORS.network)
    })
    if (!response.ok) throw await refusal(response)
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return (isJson ? await response.json() : response) as Reply<K>
  }

export const callUrl = (key: string, params: Record<string, string> = {}, query: Query = {}) => {
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

const refusal = async (response: Response) => {
  const reply = (await response.json().catch(() => null)) as {
    message?: unknown
    code?: unknown
  } | null
  const message =
    typeof reply?.message === 'string' ? reply.message : CALL_ERRORS.httpStatus(response.status)
  return new ApiError(
    response.status,
    message,
    typeof reply?.code === 'string' ? reply.code : undefined,
  )
}

const fetchOrInlined: Fetch = (url, init) => {
  const inlined = init.method === 'GET' ? takeInitialReply(url) : undefined
  return inlined === undefined ? fetch(url, init) : Promise.resolve(Response.json(inlined))
}

export const api = createApi(fetchOrInlined)

/** A reply that came inside the page, at once: waiting for it even a moment would paint a skeleton. */
export const inlinedReply = <K extends Key>(key: K, query: Query = {}): Reply<K> | undefined =>
  takeInitialReply(callUrl(key, {}, query)) as Reply<K> | undefined
