import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import {
  asRemoteError,
  type PublicClient,
  readUpTo,
  refuse,
  RemoteError,
} from '#server/core/web/public-client.ts'
import { FeedBroken } from './feed/raw-item.ts'

/** What a server said about a feed, to ask next time whether it has changed. */
export type Validators = { etag: string | null; lastModified: string | null }
export type Downloaded = Validators & { charset: string | undefined }

export const FEED_LIMITS = {
  /** Packed, as it comes over the network; unpacked it may be four times as large. */
  bytes: 1024 * 1024 * 1024,
  timeMs: 30 * 60_000,
  pageBytes: 16 * 1024 * 1024,
  pages: 400,
} as const

const HEADERS = {
  accept: 'application/xml,text/xml,text/csv,text/tab-separated-values,application/json,*/*;q=0.5',
  // Only what we unpack ourselves, within limits.
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts feed reader',
}

type Download = { client: PublicClient; url: string; file: string; known: Validators }

/** Saves a feed to a file; null if it has not changed since `known`. */
export const downloadFeed = async ({ client, url, file, known }: Download) => {
  const signal = AbortSignal.timeout(FEED_LIMITS.timeMs)
  const headers = {
    ...HEADERS,
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  }
  try {
    const response = await client.get(url, headers, signal)
    if (response.statusCode === 304) {
      response.body.destroy()
      return null
    }
    await save(response.body, response.statusCode, file, FEED_LIMITS.bytes)
    return {
      etag: text(response.headers.etag),
      lastModified: text(response.headers['last-modified']),
      charset: /charset=["']?([\w.:-]+)/i.exec(String(response.headers['content-type']))?.[1],
    } satisfies Downloaded
  } catch (error) {
    throw asRemoteError(error)
  }
}

const text = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header.slice(0, 500) : null

const save = async (
  body: AsyncIterable<Uint8Array>,
  status: number,
  file: string,
  maxBytes: number,
) => {
  if (status !== 200) {
    // An unread body would keep its connection busy.
    ;(body as { destroy?: () => void }).destroy?.()
    throw new RemoteError(`The shop answers with status ${status}`)
  }
  const output = createWriteStream(file, { mode: 0o600, flags: 'a' })
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > maxBytes) throw refuse('The feed is too large')
      if (!output.write(piece)) await once(output, 'drain')
    }
  } finally {
    output.end()
    await finished(output)
  }
}

const oneLine = (page: unknown): string => {
  try {
    return JSON.stringify(page)
  } catch (cause) {
    throw new FeedBroken('A page of the shop is nested too deeply', { cause })
  }
}

/** One request per second is polite. */
const BETWEEN_PAGES_MS = 1_000
const PAGE_SIZE = 250
const pageSchema = z.object({ products: z.array(z.unknown()) })
const metaSchema = z.object({ currency: z.string().regex(/^[A-Z]{3}$/) })

/** Saves all pages of a Shopify shop, one per line, with the shop's currency. */
export const downloadShopify = async ({ client, url, file }: Omit<Download, 'known'>) => {
  const signal = AbortSignal.timeout(FEED_LIMITS.timeMs)
  const readJson = async (address: string): Promise<unknown> => {
    const { statusCode, body } = await client.get(address, HEADERS, signal)
    if (statusCode !== 200) {
      body.destroy()
      throw new RemoteError(`The shop answers with status ${statusCode}`)
    }
    const page = await readUpTo(body, FEED_LIMITS.pageBytes, () =>
      refuse('A page of the shop is too large'),
    )
    try {
      return JSON.parse(page.toString())
    } catch (cause) {
      throw new FeedBroken('The shop answers with something that is not JSON', { cause })
    }
  }
  const output = createWriteStream(file, { mode: 0o600 })
  try {
    const pageUrl = new URL(url)
    pageUrl.searchParams.set('limit', String(PAGE_SIZE))
    for (let page = 1; page <= FEED_LIMITS.pages; page += 1) {
      pageUrl.searchParams.set('page', String(page))
      const parsed = pageSchema.safeParse(await readJson(pageUrl.href))
      if (!parsed.success) throw new FeedBroken('The feed has no list of products as Shopify has')
      output.write(`${oneLine(parsed.data)}\n`)
      if (parsed.data.products.length < PAGE_SIZE) break
      await delay(BETWEEN_PAGES_MS, undefined, { signal })
    }
    const meta = await readJson(new URL('/meta.json', url).href).catch(() => null)
    return { currency: metaSchema.safeParse(meta).data?.currency ?? null }
  } catch (error) {
    throw error instanceof FeedBroken ? error : asRemoteError(error)
  } finally {
    output.end()
    await finished(output)
  }
}
