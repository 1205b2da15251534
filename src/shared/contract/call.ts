import { z } from 'zod'
import { UPLOAD } from '#shared/constants.ts'
import type { RateLimitName } from '#shared/rate-limits.ts'
import type { Permission } from './permissions.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Method and path identify a call; `?action=x` distinguishes calls on one path. At run time the client
 * needs only this text, so that no schema is sent to the browser.
 */
export type CallKey = `${Method} /${string}`

export type CallDefinition = {
  summary: string
  permission: Permission
  /**
   * The user must have signed in recently (SESSION.recentMs); with `when`, only if that field of the
   * body is given and not false.
   */
  recentSignIn?: true | { when: string }
  /**
   * 'browsers': only with a session, not with an API key; 'programs': with an API key or as a visitor,
   * never with a cookie, so that no Origin is needed. Default: both.
   */
  callers?: 'browsers' | 'programs'
  /** A POST that changes nothing, so that keys which only read may make it. */
  readsOnly?: true
  /** The message for visitors who must sign in first, if the specification has one. */
  unauthenticated?: () => string
  /** The message for an unexpected failure of this call. */
  failure?: () => string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** File fields of a form, if any; `body` describes the text fields. */
  files?: readonly string[]
  /** The JSON reply, or the media type of one that is streamed. */
  reply: z.ZodType | `${string}/${string}`
  /** Default: the limit that all such calls share; null: no limit, for health checks. */
  limit?: RateLimitName | null
  /**
   * Also answered below the prefix of each language (`/de/…`): for programs that open an address as it is,
   * such as readers of feeds.
   */
  inLanguages?: true
  /** Maximum body size in bytes; the server's default is smaller. */
  maxBytes?: number
  /** Maximum number of values in a JSON body; the server's default is smaller. */
  maxValues?: number
  /** The field of a JSON body that may be longer than `maxBytes`: a picture in base64. */
  longText?: { path: readonly string[]; maxChars: number }
}

type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined
type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<C, K extends string> = C extends Record<K, infer T> ? T : undefined

export type ParamsOf<C> = SchemaOutput<Part<C, 'params'>>
export type QueryOf<C> = SchemaOutput<Part<C, 'query'>>
export type BodyOf<C> = SchemaOutput<Part<C, 'body'>>
export type ReplyOf<C> = SchemaOutput<Part<C, 'reply'>>
export type QueryInput<C> = SchemaInput<Part<C, 'query'>>
export type BodyInput<C> = SchemaInput<Part<C, 'body'>>
export type ReplyInput<C> = SchemaInput<Part<C, 'reply'>>

/** The envelope of every reply, as the specification has it. */
export const envelopeSchema = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.boolean(), message: z.string(), data })

/** The envelope of a reply without data. */
export const emptyReply = envelopeSchema(z.null())

type Definition = Omit<CallDefinition, 'reply'> & { reply?: CallDefinition['reply'] }
type WithReply<C> = C extends { reply: unknown } ? C : C & { reply: typeof emptyReply }

/** A call that defines no reply returns no data. */
export const defineCalls = <const T extends Record<CallKey, Definition>>(calls: T) => {
  const entries = Object.entries(calls).map(([key, call]) => [key, { reply: emptyReply, ...call }])
  return Object.fromEntries(entries) as { [K in keyof T]: WithReply<T[K]> }
}

type Shared = Pick<CallDefinition, 'permission' | 'callers' | 'limit'>
type AsShared<S> = S extends Permission ? { permission: S } : S

/** Calls that need the same permission, or have more in common; each may override it. */
export const defineCallsFor = <
  const S extends Permission | Shared,
  const T extends Record<CallKey, Omit<Definition, 'permission'>>,
>(
  shared: S,
  calls: T,
) => {
  const common: Shared = typeof shared === 'string' ? { permission: shared } : shared
  const entries = Object.entries(calls).map(([key, call]) => [key, { ...common, ...call }])
  return defineCalls(Object.fromEntries(entries)) as {
    [K in keyof T]: WithReply<Omit<AsShared<S>, keyof T[K]> & T[K]>
  }
}

export const succeeded = <T>(data: T, message = '') => ({ success: true, message, data })

/** The id of a row that the database numbers. */
export const rowId = z.string().regex(/^\d{1,18}$/)
export const idParams = z.object({ id: rowId })

export const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(320))

/** zod accepts the year 0, which PostgreSQL does not have. */
const hasPositiveYear = (text: string) => !text.startsWith('0000')
export const daySchema = z.iso
  .date()
  .refine(hasPositiveYear, { error: () => REQUEST_TEXT.noYearZero })
export const momentSchema = z.iso
  .datetime()
  .refine(hasPositiveYear, { error: () => REQUEST_TEXT.noYearZero })

/** A code of ISO 4217. */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/)

/** Room for the other parts of a multipart body. */
export const MULTIPART_BYTES = 64 * 1024
export const PHOTO_BODY_BYTES = UPLOAD.maxBytes + MULTIPART_BYTES

export const parseCallKey = (key: string) => {
  const [method = '', target = ''] = key.split(' ')
  const [path = '', search = ''] = target.split('?')
  return { method: method as Method, path, fixedQuery: new URLSearchParams(search) }
}
