import { MEGABYTE } from '#shared/byte-sizes.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'
import { readBodyUpTo } from '#server/core/web/public-client.ts'
import { REMOTE_SEARCH } from './limits.ts'
import type { ShoppingResult, VisualMatch } from '#shared/contract/remote-search.ts'
import { parseHost } from '#shared/domain/links.ts'
import { RemoteSearchError } from './remote-search.ts'

export type HttpOptions = { timeoutMs: number; tries: number; backoffMs: number }

export const DEFAULT_HTTP: HttpOptions = {
  timeoutMs: REMOTE_SEARCH.timeoutMs,
  tries: REMOTE_SEARCH.tries,
  backoffMs: 400,
}

const isRetryableStatus = (status: number) => status === 429 || status >= 500

/** A reply is a few hundred kilobytes; anything larger is not one. */
const MAX_REPLY_BYTES = 5 * MEGABYTE

/** A JSON request with a time limit per try, and a second try with jitter on 429 and 5xx. */
export const requestJson = async (
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
  options: HttpOptions = DEFAULT_HTTP,
): Promise<unknown> => {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryRequestJson(url, init, signal, options.timeoutMs)
    if (!(outcome instanceof RemoteSearchError)) return outcome.json
    const isLast = attempt >= options.tries
    const mayRetry =
      outcome.status === undefined
        ? outcome.failure !== 'unreadable'
        : isRetryableStatus(outcome.status)
    if (isLast || !mayRetry) throw outcome
    await delay(options.backoffMs * (0.5 + Math.random()), undefined, { signal })
  }
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError'

const tryRequestJson = async (
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ json: unknown } | RemoteSearchError> => {
  try {
    const { ok, status, text } = await fetchWithTimeout(
      { ms: timeoutMs, signal },
      url,
      { ...init, redirect: 'error' },
      readReply,
    )
    if (!ok) return providerStatusError(status)
    try {
      return { json: JSON.parse(text) as unknown }
    } catch (cause) {
      return new RemoteSearchError('unreadable', 'The provider did not send JSON', { cause })
    }
  } catch (cause) {
    if (cause instanceof RemoteSearchError) return cause
    if (signal.aborted) throw cause
    return isTimeout(cause)
      ? new RemoteSearchError('timeout', `No answer within ${timeoutMs} ms`, { cause })
      : new RemoteSearchError('unreachable', 'The provider could not be reached', { cause })
  }
}

const replyTooLargeError = () => new RemoteSearchError('unreadable', 'The reply is too large')

const readReply = async ({ ok, status, body }: Response) => ({
  ok,
  status,
  text: body ? (await readBodyUpTo(body, MAX_REPLY_BYTES, replyTooLargeError)).toString() : '',
})

const providerStatusError = (status: number) =>
  status === 429
    ? new RemoteSearchError('quota', 'The quota or rate of the provider is used up', { status })
    : status >= 500
      ? new RemoteSearchError('unreachable', `The provider failed: ${status}`, { status })
      : new RemoteSearchError('refused', `The provider refused the call: ${status}`, { status })

/**
 * A field of the wrong type is dropped: providers change these shapes without notice, and one odd
 * rating must not cost the whole list.
 */
const text = z.string().trim().min(1).optional().catch(undefined)
const amount = z.coerce.number().finite().optional().catch(undefined)
const number = z.number().finite().optional().catch(undefined)
const textOrNumber = z
  .union([z.string().trim().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined)

const priceSchema = z
  .union([z.string(), z.object({ value: text, extracted_value: number, currency: text }).loose()])
  .optional()
  .catch(undefined)

const rawSchema = z.object({
  position: number,
  title: text,
  link: text,
  product_link: text,
  product_id: textOrNumber,
  seller: text,
  source: text,
  price: priceSchema,
  extracted_price: number,
  currency: text,
  stock_information: text,
  in_stock: z.boolean().optional().catch(undefined),
  snippet: text,
  thumbnail: text,
  image: z
    .union([z.string(), z.object({ link: z.string() }).loose()])
    .optional()
    .catch(undefined),
  rating: number,
  reviews: amount,
  offers: textOrNumber,
  extracted_offers: number,
  offers_link: text,
  delivery: text,
  durability: text,
  condition: text,
  thumbnail_video: text,
  immersive_product_page_token: text,
  store_link: text,
  store_name: text,
})
export type RawResult = z.infer<typeof rawSchema>

const replySchema = z
  .object({
    visual_matches: z.array(z.unknown()).optional(),
    shopping_results: z.array(z.unknown()).optional(),
    error: z.string().optional(),
  })
  .loose()

/** The list under `name`. Providers report an empty result as HTTP 200 with an `error` sentence. */
export const readResults = (json: unknown, name: 'visual_matches' | 'shopping_results') => {
  const reply = replySchema.safeParse(json)
  if (!reply.success)
    throw new RemoteSearchError('unreadable', 'The reply does not have the documented shape')
  return (reply.data[name] ?? []).flatMap((item) => {
    const result = rawSchema.safeParse(item)
    return result.success ? [result.data] : []
  })
}

const toPriceFields = ({ price, extracted_price, currency }: RawResult) =>
  typeof price === 'object'
    ? {
        price: price.value,
        extracted_price: price.extracted_value ?? extracted_price,
        currency: price.currency ?? currency,
      }
    : { price, extracted_price, currency }

const chooseImage = ({ image, thumbnail }: RawResult) =>
  (typeof image === 'object' ? image.link : image) ?? thumbnail

const isHttp = (link: string | undefined): link is string => /^https?:\/\//.test(link ?? '')
const toHttpLink = (link: string | undefined) => (isHttp(link) ? link : undefined)

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Like the providers, replies leave out fields whose value is unknown. */
export const removeUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>

/** Results without a title or an http link cannot be shown, so they are dropped. */
export const toVisualMatches = (raw: RawResult, index: number): VisualMatch[] => {
  const link = raw.link ?? raw.store_link ?? raw.product_link
  if (!raw.title || !isHttp(link)) return []
  const picture = toHttpLink(chooseImage(raw))
  return [
    removeUndefined({
      position: raw.position ?? index + 1,
      title: raw.title,
      link,
      source: raw.seller ?? raw.source ?? parseHost(link) ?? undefined,
      ...toPriceFields(raw),
      stock_information: raw.stock_information ?? (raw.in_stock ? 'In stock' : undefined),
      snippet: raw.snippet,
      thumbnail: toHttpLink(raw.thumbnail) ?? picture,
      image: picture ? { link: picture } : undefined,
      rating: raw.rating,
      reviews: raw.reviews,
    }),
  ]
}

export const toShoppingResults = (raw: RawResult, index: number): ShoppingResult[] => {
  const link = raw.link ?? raw.store_link ?? raw.product_link
  if (!raw.title || !isHttp(link)) return []
  return [
    removeUndefined({
      position: raw.position ?? index + 1,
      product_id: raw.product_id,
      title: raw.title,
      product_link: link,
      link,
      seller: raw.store_name ?? raw.seller ?? raw.source ?? parseHost(link) ?? undefined,
      source: raw.source,
      offers: raw.offers,
      extracted_offers: raw.extracted_offers,
      offers_link: toHttpLink(raw.offers_link),
      ...toPriceFields(raw),
      rating: raw.rating,
      reviews: raw.reviews,
      delivery: raw.delivery,
      durability: raw.durability ?? raw.condition,
      thumbnail: toHttpLink(raw.thumbnail),
      image: toHttpLink(chooseImage(raw)),
      thumbnail_video: toHttpLink(raw.thumbnail_video),
    }),
  ]
}
