import { PRODUCT_LINK } from '#shared/constants.ts'
import type { LinkedProduct } from '#shared/contract/products.ts'
import { PRODUCT_LINK_PROBLEMS } from '#shared/account-messages.ts'
import { lastingTimeout } from '#server/core/concurrency/timeouts.ts'
import { AppError } from '#server/core/http/errors.ts'
import {
  asRemoteError,
  createPublicClient,
  type PublicClientOptions,
  RemoteError,
  readUpTo,
} from '#server/core/web/public-client.ts'
import { FeedBroken, type FeedItem } from './feed-item.ts'
import { createParsers } from './parsers.ts'

const HEADERS = {
  accept: 'text/html,application/xhtml+xml',
  // Only what we unpack ourselves, within limits.
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts product form',
}

const MAX_REDIRECTS = 5

type Options = {
  keepPicture: (uid: string, address: string, signal: AbortSignal) => Promise<string>
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions | undefined
}

/** Every refusal is a 422: another status for some would tell which names exist in our network. */
const refusal = (message: string, cause?: unknown) => new AppError(422, message, { cause })

/** What a shop's page says about a product, for the form that adds one by hand. */
export const createProductLinks = ({ web = {}, keepPicture }: Options) => {
  const client = createPublicClient(web, {
    timeoutMs: PRODUCT_LINK.timeoutMs,
    // The page's own limit is noticed first, and can say so.
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
      const read = await parsers.page({
        bytes: await readUpTo(body, PRODUCT_LINK.pageBytes, () =>
          refusal(PRODUCT_LINK_PROBLEMS.noProduct),
        ),
        maxBytes: PRODUCT_LINK.pageBytes,
        charset: /charset=["']?([\w.:-]+)/i.exec(String(headers['content-type']))?.[1],
        url,
        defaults: { currency: UNKNOWN_CURRENCY, now: new Date() },
      })
      if (!read || !('item' in read)) throw refusal(PRODUCT_LINK_PROBLEMS.noProduct)
      return read.item
    } catch (error) {
      if (error instanceof AppError) throw error
      if (error instanceof FeedBroken) throw refusal(PRODUCT_LINK_PROBLEMS.noProduct, error)
      throw refusal(PRODUCT_LINK_PROBLEMS.unreachable, asRemoteError(error))
    }
  }

  /** A product without its picture is still worth filling in. */
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
    const signal = AbortSignal.any([requestSignal, lastingTimeout(PRODUCT_LINK.timeoutMs)])
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
export type ProductLinks = ReturnType<typeof createProductLinks>['read']

/** Stands for 'none' in ISO 4217; a page may state a price without a currency. */
const UNKNOWN_CURRENCY = 'XXX'

const refusalOf = (status: number): string =>
  status === 404 || status === 410 ? PRODUCT_LINK_PROBLEMS.gone : PRODUCT_LINK_PROBLEMS.refused
