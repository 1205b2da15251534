import { MEGABYTE } from '#shared/byte-sizes.ts'
import type { LinkedProduct } from '#shared/contract/products.ts'
import { PRODUCT_LINK_PROBLEMS } from '#shared/account-messages.ts'
import { createTimeoutSignal } from '#server/core/concurrency/timeouts.ts'
import { AppError } from '#server/core/http/errors.ts'
import {
  toRemoteError,
  createPublicClient,
  type PublicClientOptions,
  RemoteError,
  readBodyUpTo,
} from '#server/core/web/public-client.ts'
import { charsetIn } from './feed-download.ts'
import { BrokenFeedError, type FeedItem } from './feed-item.ts'
import { createParsers } from './parsers.ts'
import { SECOND_MS } from '#shared/durations.ts'

/** A shop's page that is read for the product form. */
const PRODUCT_LINK = { timeoutMs: 10 * SECOND_MS, pageBytes: 4 * MEGABYTE } as const

const HEADERS = {
  accept: 'text/html,application/xhtml+xml',
  // We unpack pages ourselves, within limits.
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts product form',
}

const MAX_REDIRECTS = 5

type ProductLinksDependencies = {
  keepPicture: (uid: string, address: string, signal: AbortSignal) => Promise<string>
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions | undefined
}

/** Every failure is a 422: different statuses would reveal which hosts exist in our network. */
const refusal = (message: string, cause?: unknown) => new AppError(422, message, { cause })

/** Reads a product from a shop's page, for the form that adds products by hand. */
export const createProductLinks = ({ web = {}, keepPicture }: ProductLinksDependencies) => {
  const client = createPublicClient(web, {
    timeoutMs: PRODUCT_LINK.timeoutMs,
    // Larger than `pageBytes`, so that a page that is too large hits that limit first: it has a message.
    maxBytes: 4 * PRODUCT_LINK.pageBytes,
    maxRedirects: MAX_REDIRECTS,
  })
  const parsers = createParsers({ threads: 2 })

  const readProduct = async (link: string, signal: AbortSignal): Promise<FeedItem> => {
    try {
      const { statusCode, headers, body, url } = await client.get(link, HEADERS, signal)
      if (statusCode !== 200) {
        body.destroy()
        throw refusal(refusalOf(statusCode))
      }
      const result = await parsers.page({
        bytes: await readBodyUpTo(body, PRODUCT_LINK.pageBytes, () =>
          refusal(PRODUCT_LINK_PROBLEMS.noProduct),
        ),
        maxBytes: PRODUCT_LINK.pageBytes,
        charset: charsetIn(headers),
        url,
        defaults: { currency: UNKNOWN_CURRENCY, now: new Date() },
      })
      if (!result || !('item' in result)) throw refusal(PRODUCT_LINK_PROBLEMS.noProduct)
      return result.item
    } catch (error) {
      if (error instanceof AppError) throw error
      if (error instanceof BrokenFeedError) throw refusal(PRODUCT_LINK_PROBLEMS.noProduct, error)
      throw refusal(PRODUCT_LINK_PROBLEMS.unreachable, toRemoteError(error))
    }
  }

  /** Null if the picture cannot be stored: the form is filled in without it. */
  const pictureOf = async (uid: string, item: FeedItem, signal: AbortSignal) => {
    const [address] = item.pictures
    if (address === undefined) return null
    return keepPicture(uid, address, signal).catch((error: unknown) => {
      if (error instanceof AppError || error instanceof RemoteError) return null
      throw error
    })
  }

  const read = async (
    uid: string,
    link: string,
    requestSignal: AbortSignal,
  ): Promise<LinkedProduct> => {
    const signal = AbortSignal.any([requestSignal, createTimeoutSignal(PRODUCT_LINK.timeoutMs)])
    const item = await readProduct(link, signal)
    const { title, brand, amount, currency, category } = item
    const hasBrand = brand === null || title.toLowerCase().includes(brand.toLowerCase())
    return {
      title: hasBrand ? title : `${brand} ${title}`,
      price: String(amount),
      currency: currency === UNKNOWN_CURRENCY ? null : currency,
      category,
      picture: await pictureOf(uid, item, requestSignal),
    }
  }

  return {
    read,
    close: async () => {
      await client.close()
      await parsers.close()
    },
  }
}

/** 'No currency' in ISO 4217, for pages that state a price without one. */
const UNKNOWN_CURRENCY = 'XXX'

const refusalOf = (status: number): string =>
  status === 404 || status === 410 ? PRODUCT_LINK_PROBLEMS.gone : PRODUCT_LINK_PROBLEMS.refused
