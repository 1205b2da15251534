import type { Dispatcher } from 'undici'
import { PRODUCT_LINK } from '#shared/constants.ts'
import type { LinkedProduct } from '#shared/contract/product-links.ts'
import { PRODUCT_LINK_PROBLEMS } from '#shared/account-messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import { asRemoteError, type PublicClient, RemoteError } from '#server/core/web/public-client.ts'
import { lastingTimeout } from '#server/core/concurrency/timeouts.ts'
import { feedText } from './feed/feed-text.ts'
import { type FeedItem, readItem } from './feed/feed-item.ts'
import { readProductPage } from './feed/product-page.ts'
import { FeedBroken } from './feed/raw-item.ts'

const HEADERS = {
  accept: 'text/html,application/xhtml+xml',
  // Only what we unpack ourselves, within limits.
  'accept-encoding': 'identity',
  'user-agent': 'Wearabouts product form',
}

type KeepPicture = (uid: string, address: string, signal: AbortSignal) => Promise<string>
type Options = { client: PublicClient; keepPicture: KeepPicture }

/** Every refusal is a 422: another status for some would tell which names exist in our network. */
const refusal = (message: string, cause?: unknown) => new AppError(422, message, { cause })

/** What a shop's page says about a product, for the form that adds one by hand. */
export const createProductLinks = ({ client, keepPicture }: Options) => {
  const readPage = async (link: string, signal: AbortSignal) => {
    const response = await client.get(link, HEADERS, signal)
    if (response.statusCode !== 200) {
      response.body.destroy()
      throw refusal(refusalOf(response.statusCode))
    }
    return { url: response.url, html: await textOf(response) }
  }

  const readProduct = async (link: string, signal: AbortSignal): Promise<FeedItem> => {
    try {
      const { url, html } = await readPage(link, signal)
      const raw = readProductPage(html, url)
      const read = raw && readItem(raw, { currency: UNKNOWN_CURRENCY, now: new Date() })
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

  return async (uid: string, link: string, asked: AbortSignal): Promise<LinkedProduct> => {
    const signal = AbortSignal.any([asked, lastingTimeout(PRODUCT_LINK.timeoutMs)])
    const item = await readProduct(link, signal)
    const { title, brand, amount, currency, category } = item
    const hasBrand = brand === null || title.toLowerCase().includes(brand.toLowerCase())
    return {
      title: hasBrand ? title : `${brand} ${title}`,
      price: String(amount),
      currency: currency === UNKNOWN_CURRENCY ? null : currency,
      category,
      picture: await pictureOf(uid, item, asked),
    }
  }
}
export type ProductLinks = ReturnType<typeof createProductLinks>

/** Stands for 'none' in ISO 4217; a page may state a price without a currency. */
const UNKNOWN_CURRENCY = 'XXX'

const refusalOf = (status: number): string =>
  status === 404 || status === 410 ? PRODUCT_LINK_PROBLEMS.gone : PRODUCT_LINK_PROBLEMS.refused

const textOf = async ({ body, headers }: Dispatcher.ResponseData): Promise<string> => {
  const charset = /charset=["']?([\w.:-]+)/i.exec(String(headers['content-type']))?.[1]
  let text = ''
  for await (const piece of feedText(body, { maxBytes: PRODUCT_LINK.pageBytes, charset }))
    text += piece
  return text
}
