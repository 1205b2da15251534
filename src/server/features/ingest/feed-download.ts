import { MEGABYTE } from '#shared/byte-sizes.ts'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { finished } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import {
  toRemoteError,
  type PublicClient,
  RemoteError,
  readBodyUpTo,
  AddressRefused,
} from '#server/core/web/public-client.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { BrokenFeedError } from './feed-item.ts'
import { PAGE_BYTES } from './feed-parser.ts'
import { FEED_TEXT } from './feed-messages.ts'

/** Headers of a response by which the next request can ask for changes only. */
type Validators = { etag: string | null; lastModified: string | null }
const HEADER_CHARS = 500

export const validatorsIn = (headers: Dispatcher.ResponseData['headers']): Validators => {
  const text = (header: string | string[] | undefined) =>
    typeof header === 'string' ? header.slice(0, HEADER_CHARS) : null
  return { etag: text(headers.etag), lastModified: text(headers['last-modified']) }
}
export const charsetIn = (headers: Dispatcher.ResponseData['headers']): string | undefined =>
  /charset=["']?([\w.:-]+)/i.exec(String(headers['content-type']))?.[1]

type DownloadedFeed = Validators & { charset: string | undefined }

export const FEED_LIMITS = {
  /** Size of the download; unpacked it may be four times as large. */
  bytes: 1024 * MEGABYTE,
  timeMs: 30 * MINUTE_MS,
  pages: 400,
} as const

const HEADERS = {
  accept: 'application/xml,text/xml,text/csv,text/tab-separated-values,application/json,*/*;q=0.5',
  // We unpack files ourselves, within limits.
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts feed reader',
}

type Download = { client: PublicClient; url: string; file: string; validators: Validators }

/** Saves a feed to a file; null if it has not changed since `validators`. */
export const downloadFeed = async ({ client, url, file, validators }: Download) => {
  const signal = AbortSignal.timeout(FEED_LIMITS.timeMs)
  const headers = {
    ...HEADERS,
    ...(validators.etag === null ? {} : { 'if-none-match': validators.etag }),
    ...(validators.lastModified === null ? {} : { 'if-modified-since': validators.lastModified }),
  }
  try {
    const response = await client.get(url, headers, signal)
    if (response.statusCode === 304) {
      response.body.destroy()
      return null
    }
    await save(response.body, response.statusCode, file, FEED_LIMITS.bytes)
    const { headers: received } = response
    return { ...validatorsIn(received), charset: charsetIn(received) } satisfies DownloadedFeed
  } catch (error) {
    throw downloadProblem(error, url)
  }
}

const save = async (
  body: AsyncIterable<Uint8Array>,
  status: number,
  file: string,
  maxBytes: number,
) => {
  if (status !== 200) {
    // An unread body would keep its connection busy.
    ;(body as { destroy?: () => void }).destroy?.()
    throw statusProblem(status)
  }
  const output = createWriteStream(file, { mode: 0o600, flags: 'a' })
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > maxBytes) throw new RemoteError(FEED_TEXT.tooLarge)
      if (!output.write(piece)) await once(output, 'drain')
    }
  } finally {
    output.end()
    await finished(output)
  }
}

const BETWEEN_PAGES_MS = 1_000
const PAGE_SIZE = 250
const META_BYTES = 64 * 1024
const metaSchema = z.object({ currency: z.string().regex(/^[A-Z]{3}$/) })

type ShopifyDownload = Pick<Download, 'client' | 'url' | 'file'> & {
  countPageProducts: (page: Buffer) => Promise<number>
}

/** Saves each page of a Shopify shop to a file, and reads the shop's currency. */
export const downloadShopify = async ({
  client,
  url,
  file,
  countPageProducts,
}: ShopifyDownload) => {
  const signal = AbortSignal.timeout(FEED_LIMITS.timeMs)
  const read = async (address: string, maxBytes: number): Promise<Buffer> => {
    const { statusCode, body } = await client.get(address, HEADERS, signal)
    if (statusCode !== 200) {
      body.destroy()
      throw statusProblem(statusCode)
    }
    return readBodyUpTo(body, maxBytes, () => new RemoteError(FEED_TEXT.pageTooLarge))
  }
  const readCurrency = async (): Promise<string | null> => {
    try {
      const meta = await read(new URL('/meta.json', url).href, META_BYTES)
      return metaSchema.parse(JSON.parse(meta.toString())).currency
    } catch {
      // Prices without a currency are reported with their items.
      return null
    }
  }
  try {
    const pageUrl = new URL(url)
    pageUrl.searchParams.set('limit', String(PAGE_SIZE))
    const files: string[] = []
    for (let page = 1; page <= FEED_LIMITS.pages; page += 1) {
      pageUrl.searchParams.set('page', String(page))
      const bytes = await read(pageUrl.href, PAGE_BYTES)
      const products = await countPageProducts(bytes)
      files.push(`${file}-${page}`)
      await writeFile(`${file}-${page}`, bytes, { mode: 0o600 })
      if (products < PAGE_SIZE) break
      await delay(BETWEEN_PAGES_MS, undefined, { signal })
    }
    return { files, currency: await readCurrency() }
  } catch (error) {
    throw error instanceof BrokenFeedError ? error : downloadProblem(error, url)
  }
}

const statusProblem = (status: number): RemoteError => {
  if (status === 401 || status === 403) return new RemoteError(FEED_TEXT.notAllowed(status))
  if (status === 404 || status === 410) return new RemoteError(FEED_TEXT.gone(status))
  if (status === 429) return new RemoteError(FEED_TEXT.fewerRequests)
  return new RemoteError(FEED_TEXT.shopFailed(status))
}

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])
const CONNECTION_LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

/** Explains to the operator why a feed could not be downloaded. */
const downloadProblem = (error: unknown, url: string): RemoteError => {
  if (error instanceof RemoteError || error instanceof AddressRefused) return toRemoteError(error)
  const { code = '', name } = error as NodeJS.ErrnoException
  const { host } = new URL(url)
  const because = (reason: string) => new RemoteError(reason, { cause: error })
  if (UNKNOWN_HOST.has(code)) return because(FEED_TEXT.noServer(host))
  if (UNREACHABLE.has(code)) return because(FEED_TEXT.unreachable(host))
  if (CONNECTION_LOST.has(code)) return because(FEED_TEXT.cutOff(host))
  if (/TIMEOUT/.test(code) || name === 'TimeoutError') return because(FEED_TEXT.tooSlow(host))
  if (/CERT|TLS|SSL/.test(code)) return because(FEED_TEXT.badCertificate(host))
  return toRemoteError(error)
}
